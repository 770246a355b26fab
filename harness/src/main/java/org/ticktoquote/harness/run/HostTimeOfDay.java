package org.ticktoquote.harness.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.clock.WaitStrategy;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.ThreadEnd;

/**
 * Translates a host's time of day to the run's clock. A separate thread reads both clocks every second, less often in a long
 * run. Interpolates linearly between readings, to follow a slewed clock. A step widens the bound to its size.
 */
final class HostTimeOfDay implements AutoCloseable {
    private static final long PERIOD_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int MAX_PAIRS = 512;

    private final Supplier<ClockPair> source;
    private final List<ClockPair> pairs = new ArrayList<>();
    private final Thread thread;
    private volatile boolean running = true;

    private HostTimeOfDay(Supplier<ClockPair> source, String name) {
        this.source = source;
        this.pairs.add(source.get());
        this.thread = new Thread(this::read, name);
        thread.setDaemon(true);
    }

    /** Starts reading. */
    static HostTimeOfDay readBy(Supplier<ClockPair> source, String thread) {
        HostTimeOfDay clock = new HostTimeOfDay(source, thread);
        clock.thread.start();
        return clock;
    }

    private void read() {
        long periodNs = PERIOD_NS;
        long nextNs = System.nanoTime() + periodNs;
        while (WaitStrategy.parkUntil(nextNs, () -> !running) && add()) {
            periodNs = pairs.size() < MAX_PAIRS ? periodNs : thinOut(periodNs);
            nextNs += periodNs;
        }
    }

    /** Adds a reading; returns false if the host does not answer. */
    private boolean add() {
        try {
            pairs.add(source.get());
            return true;
        } catch (ProblemException gone) {
            return false;
        }
    }

    private long thinOut(long periodNs) {
        List<ClockPair> every = new ArrayList<>(pairs);
        pairs.clear();
        for (int i = 0; i < every.size(); i += 2) {
            pairs.add(every.get(i));
        }
        return 2 * periodNs;
    }

    /** Stops the thread and takes the last reading. */
    @Override
    public void close() {
        if (!running) {
            return;
        }
        running = false;
        LockSupport.unpark(thread);
        ThreadEnd.await(thread, 0);
        boolean ignored = add();
    }

    /**
     * Returns the translation from the time of day to the run's clock.
     *
     * @param monotonic translation from the host's monotonic clock to the run's
     */
    ClockTranslation onRunClock(ClockTranslation monotonic) {
        return of(pairs, monotonic);
    }

    static ClockTranslation of(List<ClockPair> pairs, ClockTranslation monotonic) {
        List<ClockTranslation.Point> points = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i++) {
            ClockPair pair = pairs.get(i);
            ClockTranslation.Point point = new ClockTranslation.Point(
                    pair.realtimeNs(),
                    monotonic.toRun(pair.monotonicNs()),
                    pair.uncertaintyNs() + monotonic.boundNs() + bend(pairs, i));
            int last = points.size() - 1;
            if (points.isEmpty() || points.get(last).readingNs() < point.readingNs()) {
                points.add(point);
            } else {
                points.set(last, steppedBack(points.get(last), point));
            }
        }
        return new ClockTranslation(points);
    }

    /** Merges two points after a step back, because one time of day then has several moments. */
    private static ClockTranslation.Point steppedBack(ClockTranslation.Point from, ClockTranslation.Point to) {
        long stepNs = Math.abs(from.runNs() - from.readingNs() - (to.runNs() - to.readingNs()));
        return new ClockTranslation.Point(from.readingNs(), from.runNs(), Math.max(from.boundNs(), stepNs));
    }

    /**
     * Returns the distance of a reading from the line through its neighbours in nanoseconds, which bounds the interpolation
     * error.
     */
    private static long bend(List<ClockPair> pairs, int i) {
        if (i == 0 || i == pairs.size() - 1) {
            return 0;
        }
        ClockPair from = pairs.get(i - 1);
        double share = (double) (pairs.get(i).monotonicNs() - from.monotonicNs())
                / (pairs.get(i + 1).monotonicNs() - from.monotonicNs());
        return Math.abs(from.slewNs(pairs.get(i)) - Math.round(share * from.slewNs(pairs.get(i + 1))));
    }
}
