package org.ticktoquote.fix.tap;

/**
 * How a session's counterparty writes its messages. Immutable but for the requests.
 *
 * @param beginString what every message begins with, as in {@code FIX.4.4}, or {@code FIXT.1.1}
 * @param symbols of the subscribed instruments
 * @param echo where a snapshot names the tick it reflects
 * @param zeroSizeIsPrice whether a level of size 0 (271=0) is a price like any other, and not the lack of one
 * @param requests the names of what was asked for; of one session alone
 */
public record SnapshotForm(
        String beginString, Symbols symbols, EchoedId echo, boolean zeroSizeIsPrice, RequestIds requests) {
    /** Where nobody names a request. */
    public SnapshotForm(String beginString, Symbols symbols, EchoedId echo, boolean zeroSizeIsPrice) {
        this(beginString, symbols, echo, zeroSizeIsPrice, new RequestIds());
    }
}
