package org.ticktoquote.host.clocks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Readings right after a wait: what waking up costs, and what the first instructions cost on a CPU that was idle. One thread,
 * which should be pinned and have no timer slack.
 */
final class IdleExperiment {
    private static final int CALLS = 100;
    private static final int WARM_UP = 20_000;

    private final ReadLoop loop;

    @SuppressWarnings("unused") // keeps what was read alive
    private volatile long sink;

    /** An experiment on a clock of nanoseconds, whose code is compiled when this returns. */
    IdleExperiment(ReadLoop nanoClock) {
        this.loop = nanoClock;
        sample(0, WARM_UP, () -> {});
    }

    /** What happens before a sample. */
    interface Preparation {
        void prepare();
    }

    /**
     * Takes samples, each after a wait and then a preparation.
     *
     * @param waitNs 0: none
     */
    IdleRow.Figures sample(long waitNs, int samples, Preparation preparation) {
        double[] late = new double[samples];
        double[] step = new double[samples];
        double[] perCall = new double[samples];
        long sum = 0;
        for (int i = 0; i < samples; i++) {
            late[i] = waitNs == 0 ? 0 : await(System.nanoTime() + waitNs);
            preparation.prepare();
            long first = loop.read();
            long second = loop.read();
            long before = System.nanoTime();
            sum += loop.block(CALLS);
            perCall[i] = (double) (System.nanoTime() - before) / CALLS;
            step[i] = second - first;
        }
        sink = sum;
        return new IdleRow.Figures(Series.of(late), Series.of(step), Series.of(perCall));
    }

    /** Waits asleep until a time; by how much it is past by then. */
    private static long await(long dueNs) {
        long left = dueNs - System.nanoTime();
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = dueNs - System.nanoTime();
        }
        return -left;
    }

    /** How often a wait is repeated: for about half a second, three times at least. */
    static int samples(long waitNs, int most) {
        return (int) Math.max(3, Math.min(most, TimeUnit.MILLISECONDS.toNanos(500) / Math.max(1, waitNs)));
    }
}
