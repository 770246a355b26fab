package org.ticktoquote.fix.tap;

/**
 * Format of the counterparty's messages in a session. Immutable, except for the requests.
 *
 * @param beginString first field of every message, such as {@code FIX.4.4} or {@code FIXT.1.1}
 * @param symbols counterparty's names of the subscribed instruments
 * @param echo tag and format of the tick id in a snapshot
 * @param zeroSizeIsPrice whether a level of size 0 (271=0) is a price; otherwise it means that there is none
 * @param requests ids of the requests of this session
 * @param topOnly whether the session requests only the top of book (264=1), whose entries need no keys
 */
public record SessionFormat(
        String beginString,
        Symbols symbols,
        EchoedId echo,
        boolean zeroSizeIsPrice,
        RequestIds requests,
        boolean topOnly) {
    /** Creates a format of a session whose requests are not known. */
    public SessionFormat(
            String beginString, Symbols symbols, EchoedId echo, boolean zeroSizeIsPrice, RequestIds requests) {
        this(beginString, symbols, echo, zeroSizeIsPrice, requests, false);
    }

    /** Creates a format without request ids. */
    public SessionFormat(String beginString, Symbols symbols, EchoedId echo, boolean zeroSizeIsPrice) {
        this(beginString, symbols, echo, zeroSizeIsPrice, new RequestIds());
    }
}
