package org.ticktoquote.host.clocks;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Reads a clock as fast as it goes, for long enough that the coarsest clock ticks a few times. */
final class ResolutionExperiment {
    private static final int CHUNK = 65_536;
    private static final long DURATION_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int WARM_UP = 4;

    private ResolutionExperiment() {}

    /** Measures on the calling thread. */
    static Resolution measure(ReadLoop loop, double unitNs) {
        long[] values = new long[CHUNK];
        for (int i = 0; i < WARM_UP; i++) {
            loop.fill(values);
        }
        Steps steps = new Steps();
        long end = System.nanoTime() + DURATION_NS;
        do {
            loop.fill(values);
            steps.add(values);
        } while (System.nanoTime() - end < 0);
        return steps.figures(unitNs);
    }

    /** Counts steps within arrays of consecutive readings, in the clock's own unit. */
    static final class Steps {
        private long reads;
        private long steps;
        private long zero;
        private long backwards;
        private long smallest = Long.MAX_VALUE;
        private long largest;
        private long median;

        void add(long[] values) {
            long[] chunk = new long[values.length - 1];
            for (int i = 0; i < chunk.length; i++) {
                long step = values[i + 1] - values[i];
                chunk[i] = step;
                count(step);
            }
            reads += values.length;
            steps += chunk.length;
            Arrays.sort(chunk);
            median = chunk[(chunk.length - 1) / 2];
        }

        private void count(long step) {
            if (step == 0) {
                zero++;
            } else if (step < 0) {
                backwards++;
            } else {
                smallest = Math.min(smallest, step);
                largest = Math.max(largest, step);
            }
        }

        /** The median is that of the last array. */
        Resolution figures(double unitNs) {
            return new Resolution(
                    reads,
                    (double) zero / steps,
                    smallest == Long.MAX_VALUE ? 0 : smallest * unitNs,
                    median * unitNs,
                    largest * unitNs,
                    backwards);
        }
    }
}
