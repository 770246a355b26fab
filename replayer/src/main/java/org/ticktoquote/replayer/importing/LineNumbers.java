package org.ticktoquote.replayer.importing;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The sequence numbers of one line: which came before, which are missing. Copies of a stream arrive at different times, so
 * the last {@value #REMEMBERED} numbers are remembered.
 */
final class LineNumbers {
    static final int REMEMBERED = 1 << 16;

    private static final int WORDS = REMEMBERED / Long.SIZE;

    private final Numbers all = new Numbers();
    private final Map<InetSocketAddress, Numbers> copies = new HashMap<>();
    private final UnnumberedPayloads unnumbered = new UnnumberedPayloads();
    private long repeated;
    private long repeatedByOneCopy;

    /**
     * Takes a payload; false where it was there before.
     *
     * @param step how many numbers it takes; with 0 it only shows the next one
     * @param copy of the stream on which it came
     */
    boolean take(long number, long step, InetSocketAddress copy) {
        long taken = Math.max(0, Math.min(step, REMEMBERED));
        if (step > 0 && !copies.computeIfAbsent(copy, one -> new Numbers()).take(number, taken)) {
            repeatedByOneCopy++;
        }
        if (!all.take(number, taken) || step == 0 && !unnumbered.take(number, copy)) {
            repeated++;
            return false;
        }
        return true;
    }

    long repeated() {
        return repeated;
    }

    /** Payloads whose number had come before on the same copy: no copies, and left out as if they were. */
    long repeatedByOneCopy() {
        return repeatedByOneCopy;
    }

    /** Numbers between the first and the last that never came. */
    long missing() {
        return all.missing;
    }

    /** How often the numbers began anew, far below the last one. */
    long restarts() {
        return all.restarts;
    }

    /** The last numbers of a stream or of one copy of it. */
    private static final class Numbers {
        private final long[] seen = new long[WORDS];
        private boolean begun;
        private long next;
        private long missing;
        private long restarts;

        /** Takes numbers from one on; false where the first had come before. */
        boolean take(long number, long taken) {
            if (!begun || number - next >= 0) {
                ahead(number);
            } else if (next - number > REMEMBERED) {
                restarts++;
                begun = false;
                ahead(number);
            } else if (marked(number)) {
                return false;
            } else {
                missing = Math.max(0, missing - taken);
            }
            for (long i = 0; i < taken; i++) {
                mark(number + i);
            }
            if (number + taken - next > 0) {
                next = number + taken;
            }
            return true;
        }

        /** What lies between is missing, and forgotten as far as it was of an earlier round. */
        private void ahead(long number) {
            if (!begun) {
                Arrays.fill(seen, 0);
                begun = true;
                next = number;
                return;
            }
            missing += number - next;
            if (number - next >= REMEMBERED) {
                Arrays.fill(seen, 0);
                return;
            }
            for (long i = next; i < number; i++) {
                seen[word(i)] &= ~(1L << i);
            }
        }

        private boolean marked(long number) {
            return (seen[word(number)] & 1L << number) != 0;
        }

        private void mark(long number) {
            seen[word(number)] |= 1L << number;
        }

        private static int word(long number) {
            return (int) (number >>> 6) & WORDS - 1;
        }
    }

    /**
     * Payloads of one line that take no number, as heartbeats: they show the number of the next one that does. Each copy of a stream
     * has the same ones, and as many with the same number.
     */
    private static final class UnnumberedPayloads {
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
}
