package org.ticktoquote.replayer.importing;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Payloads of one line that take no number, as heartbeats: they show the number of the next one that does. Each copy of a stream
 * has the same ones, and as many with the same number.
 */
final class UnnumberedPayloads {
    private final Map<InetSocketAddress, Long> ofCopies = new HashMap<>();
    private long number;
    private long taken;

    /** Takes one of a copy; false where another copy had it before. */
    boolean take(long shown, InetSocketAddress copy) {
        if (shown != number) {
            number = shown;
            taken = 0;
            ofCopies.clear();
        }
        long count = ofCopies.merge(copy, 1L, Long::sum);
        boolean first = count > taken;
        taken = Math.max(taken, count);
        return first;
    }
}
