package org.ticktoquote.fix.tap;

/**
 * Form of the counterparty's messages in a session. Immutable, except for the requests.
 *
 * @param beginString of every message, such as {@code FIX.4.4} or {@code FIXT.1.1}
 * @param symbols of the subscribed instruments
 * @param echo place of the tick's id in a snapshot
 * @param zeroSizeIsPrice whether a level of size 0 (271=0) is a price like any other, and not the lack of one
 * @param requests ids of the requests of this session
 */
public record SessionFormat(
        String beginString, Symbols symbols, EchoedId echo, boolean zeroSizeIsPrice, RequestIds requests) {
    /** Creates a form without ids of requests. */
    public SessionFormat(String beginString, Symbols symbols, EchoedId echo, boolean zeroSizeIsPrice) {
        this(beginString, symbols, echo, zeroSizeIsPrice, new RequestIds());
    }
}
