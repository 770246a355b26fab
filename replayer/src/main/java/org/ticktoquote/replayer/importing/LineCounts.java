package org.ticktoquote.replayer.importing;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the payloads and ticks of one line, and its repeated and missing sequence numbers. Remembers the last
 * {@value #REMEMBERED} numbers, because copies of a stream arrive at different times.
 */
final class LineCounts {
    static final int REMEMBERED = 1 << 16;

    private static final int WORDS = REMEMBERED / Long.SIZE;

    private final Numbers all = new Numbers();
    private final Map<InetSocketAddress, Numbers> copies = new HashMap<>();
    private final UnnumberedPayloads unnumbered = new UnnumberedPayloads();
    long payloads;
    long ticks;
    private long repeated;
    private long repeatedByOneCopy;

    /**
     * Adds a payload. Returns false if it is a repetition.
     *
     * @param step count of numbers that it uses; 0 if it only announces the next number
     * @param copy address of the copy of the stream
     */
    boolean accept(long number, long step, InetSocketAddress copy) {
        long taken = Math.max(0, Math.min(step, REMEMBERED));
        if (step > 0 && !copies.computeIfAbsent(copy, one -> new Numbers()).accept(number, taken)) {
            repeatedByOneCopy++;
        }
        if (!all.accept(number, taken) || step == 0 && !unnumbered.accept(number, copy)) {
            repeated++;
            return false;
        }
        return true;
    }

    long repeated() {
        return repeated;
    }

    /**
     * Returns the number of payloads whose sequence number the same copy of the stream had already used. They are skipped like
     * repetitions by other copies.
     */
    long repeatedByOneCopy() {
        return repeatedByOneCopy;
    }

    /** Returns the count of numbers between the first and the last that never arrived. */
    long missing() {
        return all.missing;
    }

    /** Returns the count of restarts far below the last number. */
    long restarts() {
        return all.restarts;
    }

    /** Recent numbers of a stream or of one copy of it. */
    private static final class Numbers {
        private final long[] seen = new long[WORDS];
        private boolean begun;
        private long next;
        private long missing;
        private long restarts;

        /** Adds consecutive numbers. Returns false if the first is a repetition. */
        boolean accept(long number, long taken) {
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

        /** Counts the skipped numbers as missing and clears their old marks. */
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
     * Payloads of one line, such as heartbeats, that carry the next number without using it. Every copy of a stream has
     * the same count of such payloads for a number.
     */
    private static final class UnnumberedPayloads {
        private final Map<InetSocketAddress, Long> ofCopies = new HashMap<>();
        private long number;
        private long taken;

        /** Adds a payload of a copy. Returns false if another copy delivered it before. */
        boolean accept(long shown, InetSocketAddress copy) {
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
