package org.ticktoquote.fix.tap;

/**
 * Format of the counterparty's messages in a session. Immutable, except for the requests.
 *
 * @param beginString of every message, such as {@code FIX.4.4} or {@code FIXT.1.1}
 * @param symbols of the subscribed instruments
 * @param echo tag and format of the tick id in a snapshot
 * @param zeroSizeIsPrice whether a level of size 0 (271=0) is a price; otherwise it means that there is none
 * @param requests ids of the requests of this session
 */
public record SessionFormat(
        String beginString, Symbols symbols, EchoedId echo, boolean zeroSizeIsPrice, RequestIds requests) {
    /** Creates a format without request ids. */
    public SessionFormat(String beginString, Symbols symbols, EchoedId echo, boolean zeroSizeIsPrice) {
        this(beginString, symbols, echo, zeroSizeIsPrice, new RequestIds());
    }
}
