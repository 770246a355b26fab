package org.ticktoquote.host.offset;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.clock.PeerClockReading;
import org.ticktoquote.core.clock.WaitStrategy;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.ProblemException;

/**
 * Estimates the offsets between the clocks of a run's hosts and this process's clock. Exchanges many readings at first, then
 * a burst per second on a background thread, and more at the end. Skips hosts that share this process's clock.
 */
public final class HostClocks implements AutoCloseable {
    private static final int FIRST_BURSTS = 25;
    private static final int LAST_BURSTS = 10;
    private static final long PERIOD_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long END_LIMIT_MS = 30_000;

    private final Map<ClockIdentity, Exchanges> clocks = new LinkedHashMap<>();
    private final Thread thread;
    private volatile boolean running = true;

    /**
     * Makes a first estimate and continues in the background.
     *
     * @param readings by clock: reads it between two readings of this process, on any thread; throws a
     * {@link ProblemException} if the process that reads it does not answer
     */
    public HostClocks(Map<ClockIdentity, Supplier<PeerClockReading>> readings) {
        readings.forEach((clock, reading) -> {
            if (!clock.same(ClockIdentity.own())) {
                clocks.put(clock, new Exchanges(reading));
            }
        });
        clocks.values().forEach(each -> each.exchange(FIRST_BURSTS));
        thread = DaemonThread.start("host-clocks", this::goOn);
    }

    private void goOn() {
        long nextNs = System.nanoTime();
        while (WaitStrategy.parkUntil(nextNs, () -> !running)) {
            nextNs += PERIOD_NS;
            clocks.values().forEach(Exchanges::tryExchange);
        }
    }

    /** Returns the reading of a host's clock at a past or future time of this process. */
    public long reading(ClockIdentity clock, long ownNs) {
        Exchanges exchanges = clocks.get(clock);
        return exchanges == null
                ? ownNs
                : ownNs + exchanges.estimate().at(ownNs).aheadNs();
    }

    /** Ends the thread and makes the last exchanges. */
    @Override
    public void close() {
        if (running) {
            running = false;
            LockSupport.unpark(thread);
            DaemonThread.await(thread, END_LIMIT_MS);
            for (Exchanges each : clocks.values()) {
                for (int i = 0; i < LAST_BURSTS; i++) {
                    each.tryExchange();
                }
            }
        }
    }

    /**
     * Returns the translations from each process's clock to the run's clock, without processes that share the run's clock.
     *
     * @param roles clock of each process
     * @param run clock of the run
     */
    public Map<String, ClockTranslation> translations(Map<String, ClockIdentity> roles, ClockIdentity run) {
        Map<String, ClockTranslation> translations = new TreeMap<>();
        roles.forEach((role, clock) -> {
            if (!clock.same(run)) {
                translations.put(role, between(estimate(clock), estimate(run)));
            }
        });
        return translations;
    }

    private OffsetEstimate estimate(ClockIdentity clock) {
        Exchanges exchanges = clocks.get(clock);
        return exchanges == null ? OffsetEstimate.NONE : exchanges.estimate();
    }

    /**
     * Translates a process's clock to the run's clock at every moment at which a piece of either estimate begins or ends.
     * Both estimates are leads over this process's clock.
     */
    static ClockTranslation between(OffsetEstimate process, OffsetEstimate run) {
        TreeSet<Long> moments = new TreeSet<>();
        for (OffsetEstimate each : List.of(process, run)) {
            if (!each.equals(OffsetEstimate.NONE)) {
                each.leads().forEach(lead -> moments.add(lead.ownNs()));
            }
        }
        List<ClockTranslation.Point> points = new ArrayList<>();
        for (long ownNs : moments) {
            Lead own = process.at(ownNs);
            Lead ofRun = run.at(ownNs);
            long readingNs = ownNs + own.aheadNs();
            if (points.isEmpty() || points.get(points.size() - 1).readingNs() < readingNs) {
                points.add(new ClockTranslation.Point(
                        readingNs, ownNs + ofRun.aheadNs(), own.boundNs() + ofRun.boundNs()));
            }
        }
        return points.isEmpty() ? ClockTranslation.NONE : new ClockTranslation(points);
    }

    /** Exchanges with one host's clock so far. Thread-safe. */
    private static final class Exchanges {
        private static final int IN_BURST = 8;
        /** Maximum change in two clocks' relative rate during a gap in exchanges, from NTP steering and temperature. */
        private static final double UNSEEN_RATE = 200e-6;

        private final Supplier<PeerClockReading> reading;
        private final List<PeerClockReading> answers = new ArrayList<>();
        private long missedNs;

        Exchanges(Supplier<PeerClockReading> reading) {
            this.reading = reading;
        }

        /** Exchanges readings; rejects a host that does not answer. */
        void exchange(int count) {
            for (int i = 0; i < count * IN_BURST; i++) {
                PeerClockReading answer = reading.get();
                synchronized (this) {
                    answers.add(answer);
                }
            }
        }

        /**
         * Exchanges readings; notes the time if the host does not answer. Other users of the host's connection report the
         * failure.
         */
        void tryExchange() {
            try {
                exchange(1);
            } catch (ProblemException gone) {
                synchronized (this) {
                    missedNs = System.nanoTime();
                }
            }
        }

        /** Estimates the offset from all exchanges so far. */
        synchronized OffsetEstimate estimate() {
            OffsetEstimate estimate = OffsetEstimate.of(answers);
            long lastNs = FeasibleLines.middle(answers.get(answers.size() - 1));
            if (missedNs - lastNs <= 0 || missedNs == 0) {
                return estimate;
            }
            Lead then = estimate.at(missedNs);
            List<Lead> leads = new ArrayList<>(estimate.leads());
            long boundNs = then.boundNs() + (long) (UNSEEN_RATE * (missedNs - lastNs));
            leads.add(new Lead(missedNs, then.aheadNs(), boundNs));
            return new OffsetEstimate(leads);
        }
    }

    /**
     * Lead of another clock over time: one straight line if it fits all exchanges, otherwise lines over repeatedly halved
     * intervals.
     *
     * @param leads clock differences at the start and end of each piece, in ascending time
     */
    record OffsetEstimate(List<Lead> leads) {
        /** Shorter pieces are not split. The misfit is added to their bound. */
        private static final long MIN_NS = TimeUnit.SECONDS.toNanos(4);

        /** Zero lead, for the same clock. */
        static final OffsetEstimate NONE = new OffsetEstimate(List.of(new Lead(0, 0, 0)));

        OffsetEstimate {
            leads = List.copyOf(leads);
        }

        /** Estimates from one or more exchanges in ascending time. */
        static OffsetEstimate of(List<PeerClockReading> exchanges) {
            List<Lead> leads = new ArrayList<>();
            add(exchanges, leads);
            return new OffsetEstimate(leads);
        }

        private static void add(List<PeerClockReading> exchanges, List<Lead> leads) {
            long fromNs = FeasibleLines.middle(exchanges.get(0));
            long toNs = FeasibleLines.middle(exchanges.get(exchanges.size() - 1));
            FeasibleLines lines = new FeasibleLines(exchanges);
            int half = before(exchanges, fromNs + (toNs - fromNs) / 2);
            if (!lines.exists() && toNs - fromNs > MIN_NS && half > 0 && half < exchanges.size()) {
                add(exchanges.subList(0, half), leads);
                add(exchanges.subList(half, exchanges.size()), leads);
                return;
            }
            leads.add(lines.lead(fromNs));
            if (toNs > fromNs) {
                leads.add(lines.lead(toNs));
            }
        }

        private static int before(List<PeerClockReading> exchanges, long ownNs) {
            return (int) exchanges.stream()
                    .filter(each -> FeasibleLines.middle(each) < ownNs)
                    .count();
        }

        /** Returns the lead at a time. Extrapolates beyond the ends. */
        Lead at(long ownNs) {
            if (leads.size() == 1) {
                return new Lead(ownNs, leads.get(0).aheadNs(), leads.get(0).boundNs());
            }
            int right = 1;
            while (right < leads.size() - 1 && leads.get(right).ownNs() < ownNs) {
                right++;
            }
            Lead from = leads.get(right - 1);
            Lead to = leads.get(right);
            double share = (double) (ownNs - from.ownNs()) / Math.max(1, to.ownNs() - from.ownNs());
            long aheadNs = from.aheadNs() + Math.round(share * (to.aheadNs() - from.aheadNs()));
            return new Lead(ownNs, aheadNs, Math.max(from.boundNs(), to.boundNs()));
        }
    }

    /**
     * Possible leads of another clock over this one, as straight lines over time, given some exchanges.
     *
     * <p>If the other clock read {@code r} between {@code before} and {@code after} of this one, it was ahead by between
     * {@code r - after} and {@code r - before}. The division of the round trip between the two directions does not matter. A
     * line that fits lies within all of these intervals. The tightest ones decide, so slow exchanges do no harm. For a given
     * slope the lines that fit have a lowest and a highest intercept. Their distance is concave in the slope, so a search
     * over the slope finds the lines.
     */
    private static final class FeasibleLines {
        /** 0.2 %, more than the drift and steering of any oscillator. */
        private static final double STEEPEST = 2e-3;

        private static final int STEPS = 120;

        private final long originNs;
        private final long aheadNs;
        private final double[] at;
        private final double[] least;
        private final double[] most;
        private final double flattest;
        private final double steepest;
        private final double best;

        /** Fits one or more exchanges in ascending time. */
        FeasibleLines(List<PeerClockReading> exchanges) {
            PeerClockReading first = exchanges.get(0);
            this.originNs = middle(first);
            this.aheadNs = first.aheadAtLeastNs();
            this.at = exchanges.stream()
                    .mapToDouble(each -> middle(each) - originNs)
                    .toArray();
            this.least = exchanges.stream()
                    .mapToDouble(each -> each.aheadAtLeastNs() - aheadNs)
                    .toArray();
            this.most = exchanges.stream()
                    .mapToDouble(each -> each.aheadAtMostNs() - aheadNs)
                    .toArray();
            this.best = argMax(-STEEPEST, STEEPEST, this::width);
            this.flattest = exists() ? lastFittingSlope(-STEEPEST) : best;
            this.steepest = exists() ? lastFittingSlope(STEEPEST) : best;
        }

        static long middle(PeerClockReading exchange) {
            return exchange.beforeNs() + exchange.widthNs() / 2;
        }

        private double lowest(double slope) {
            double lowest = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < at.length; i++) {
                lowest = Math.max(lowest, least[i] - slope * at[i]);
            }
            return lowest;
        }

        private double highest(double slope) {
            double highest = Double.POSITIVE_INFINITY;
            for (int i = 0; i < at.length; i++) {
                highest = Math.min(highest, most[i] - slope * at[i]);
            }
            return highest;
        }

        private double width(double slope) {
            return highest(slope) - lowest(slope);
        }

        /** Returns the argument at which a concave function is largest, by ternary search. */
        private static double argMax(double least, double most, DoubleUnaryOperator of) {
            double from = least;
            double to = most;
            for (int i = 0; i < STEPS; i++) {
                double third = (to - from) / 3;
                if (of.applyAsDouble(from + third) < of.applyAsDouble(to - third)) {
                    from += third;
                } else {
                    to -= third;
                }
            }
            return (from + to) / 2;
        }

        /** Finds the last slope that fits, from the best one outwards, by bisection. */
        private double lastFittingSlope(double outermost) {
            if (width(outermost) >= 0) {
                return outermost;
            }
            double fits = best;
            double fitsNot = outermost;
            for (int i = 0; i < STEPS; i++) {
                double half = (fits + fitsNot) / 2;
                if (width(half) >= 0) {
                    fits = half;
                } else {
                    fitsNot = half;
                }
            }
            return fits;
        }

        /** Returns whether any line fits. */
        boolean exists() {
            return width(best) >= 0;
        }

        /**
         * Returns the other clock's lead at a time of this one: the middle of the possible leads, with half their range as
         * the bound. If no line fits, the bound is half of the fastest round trip plus the misfit.
         */
        Lead lead(long ownNs) {
            double moment = (double) (ownNs - originNs);
            double low = extreme(slope -> -(lowest(slope) + slope * moment));
            double high = extreme(slope -> highest(slope) + slope * moment);
            double half = exists() ? (high + low) / 2 : tightest() / 2 - width(best);
            return new Lead(ownNs, aheadNs + Math.round((high - low) / 2), (long) Math.ceil(half) + 1);
        }

        /** Returns the largest value over all slopes that fit. */
        private double extreme(DoubleUnaryOperator of) {
            return of.applyAsDouble(argMax(flattest, steepest, of));
        }

        private double tightest() {
            double tightest = Double.POSITIVE_INFINITY;
            for (int i = 0; i < at.length; i++) {
                tightest = Math.min(tightest, most[i] - least[i]);
            }
            return tightest;
        }
    }

    /**
     * Lead of another clock over this one.
     *
     * @param ownNs time of this process
     * @param aheadNs lead; negative if the other clock lags
     * @param boundNs largest distance of the true lead from {@code aheadNs}
     */
    record Lead(long ownNs, long aheadNs, long boundNs) {}
}
