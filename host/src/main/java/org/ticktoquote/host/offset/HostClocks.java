package org.ticktoquote.host.offset;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleUnaryOperator;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.clock.ForeignReading;
import org.ticktoquote.core.command.Refusal;

/**
 * The clocks of the hosts of a run against the one of this process: asked many times before, then a few times a second by a
 * thread of its own, and at the end. A host that reads this process's clock is not asked: there is nothing to estimate.
 */
public final class HostClocks implements AutoCloseable {
    private static final int FIRST_BURSTS = 25;
    private static final int LAST_BURSTS = 10;
    private static final long PERIOD_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long END_LIMIT_MS = 30_000;

    private final Map<ClockIdentity, Exchanges> clocks = new LinkedHashMap<>();
    private final Thread thread;
    private volatile boolean running = true;

    /** Asks for a first estimate, and goes on in the background. */
    public HostClocks(Collection<? extends ReadableClock> hosts) {
        for (ReadableClock host : hosts) {
            if (!host.clock().same(ClockIdentity.own())) {
                clocks.putIfAbsent(host.clock(), new Exchanges(host));
            }
        }
        clocks.values().forEach(each -> each.bursts(FIRST_BURSTS));
        thread = new Thread(this::goOn, "host-clocks");
        thread.setDaemon(true);
        thread.start();
    }

    private void goOn() {
        long nextNs = System.nanoTime();
        while (running) {
            long leftNs = nextNs - System.nanoTime();
            if (leftNs > 0) {
                LockSupport.parkNanos(this, leftNs);
            } else {
                nextNs += PERIOD_NS;
                clocks.values().forEach(Exchanges::tryBurst);
            }
        }
    }

    /** What a host's clock reads, or will, at a moment of this process. */
    public long reading(ReadableClock host, long ownNs) {
        Exchanges exchanges = clocks.get(host.clock());
        return exchanges == null
                ? ownNs
                : ownNs + exchanges.estimate().at(ownNs).aheadNs();
    }

    /** The last exchanges; nothing is asked any more. */
    @Override
    public void close() {
        if (running) {
            running = false;
            LockSupport.unpark(thread);
            try {
                thread.join(END_LIMIT_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            for (Exchanges each : clocks.values()) {
                for (int i = 0; i < LAST_BURSTS; i++) {
                    each.tryBurst();
                }
            }
        }
    }

    /**
     * From what each of some processes reads to what the process of the run's clock reads; those with the run's clock are left
     * out.
     *
     * @param roles the clock that each process reads
     * @param run whose clock is the run's
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

    /** Both lead ours: one against the other at every moment at which a piece of either begins or ends. */
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

    /** What one host's clock answered so far. Thread-safe. */
    private static final class Exchanges {
        private static final int IN_BURST = 8;
        /**
         * By how much the rates of two clocks may change against each other while nobody asks: steering by NTP and
         * warmth.
         */
        private static final double UNSEEN_RATE = 200e-6;

        private final ReadableClock clock;
        private final List<ForeignReading> answers = new ArrayList<>();
        private long missedNs;

        Exchanges(ReadableClock clock) {
            this.clock = clock;
        }

        /** Asks so often, and refuses a host that does not answer. */
        void bursts(int count) {
            for (int i = 0; i < count * IN_BURST; i++) {
                ForeignReading answer = clock.exchange();
                synchronized (this) {
                    answers.add(answer);
                }
            }
        }

        /**
         * Asks some times; one that is gone is noticed by those who need more of it, and the time without it is noted
         * here.
         */
        void tryBurst() {
            try {
                bursts(1);
            } catch (Refusal gone) {
                synchronized (this) {
                    missedNs = System.nanoTime();
                }
            }
        }

        /** From all answers so far. */
        synchronized OffsetEstimate estimate() {
            OffsetEstimate estimate = OffsetEstimate.of(answers);
            long lastNs = Feasible.middle(answers.get(answers.size() - 1));
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
     * The lead of another clock over a time: along one straight line if one fits all exchanges, else along as few as do, each over
     * half the time of the one before.
     *
     * @param leads where the pieces begin and end, by rising time
     */
    record OffsetEstimate(List<Lead> leads) {
        /** A piece this short is not cut: what does not fit is added to its bound. */
        private static final long SHORTEST_NS = TimeUnit.SECONDS.toNanos(4);

        /** The same clock. */
        static final OffsetEstimate NONE = new OffsetEstimate(List.of(new Lead(0, 0, 0)));

        OffsetEstimate {
            leads = List.copyOf(leads);
        }

        /** From exchanges by rising time, at least one. */
        static OffsetEstimate of(List<ForeignReading> exchanges) {
            List<Lead> leads = new ArrayList<>();
            add(exchanges, leads);
            return new OffsetEstimate(leads);
        }

        private static void add(List<ForeignReading> exchanges, List<Lead> leads) {
            long fromNs = Feasible.middle(exchanges.get(0));
            long toNs = Feasible.middle(exchanges.get(exchanges.size() - 1));
            Feasible lines = new Feasible(exchanges);
            int half = before(exchanges, fromNs + (toNs - fromNs) / 2);
            if (!lines.exists() && toNs - fromNs > SHORTEST_NS && half > 0 && half < exchanges.size()) {
                add(exchanges.subList(0, half), leads);
                add(exchanges.subList(half, exchanges.size()), leads);
                return;
            }
            leads.add(lines.lead(fromNs));
            if (toNs > fromNs) {
                leads.add(lines.lead(toNs));
            }
        }

        private static int before(List<ForeignReading> exchanges, long ownNs) {
            return (int) exchanges.stream()
                    .filter(each -> Feasible.middle(each) < ownNs)
                    .count();
        }

        /** The lead at a moment; beyond the ends the last line goes on. */
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
     * The straight lines along which another clock may have run ahead of ours, given some exchanges.
     *
     * <p>When the other read {@code r} between our {@code before} and {@code after}, it was ahead by something between
     * {@code r - after} and {@code r - before}, however the round trip was divided between the two ways. A line that fits is within
     * all of these intervals; the tightest ones decide, so that slow exchanges do no harm. For a given slope the lines that fit have
     * a lowest and a highest intercept, and their distance is concave in the slope, which makes all of it a matter of searching along
     * one axis.
     */
    private static final class Feasible {
        /** More than oscillators and any steering of them come to: 0.2 %. */
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

        /** Over at least one exchange, by rising time. */
        Feasible(List<ForeignReading> exchanges) {
            ForeignReading first = exchanges.get(0);
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
            this.best = summit(-STEEPEST, STEEPEST, this::width);
            this.flattest = exists() ? edge(-STEEPEST) : best;
            this.steepest = exists() ? edge(STEEPEST) : best;
        }

        static long middle(ForeignReading exchange) {
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

        /** Where a concave function is largest, by thirds. */
        private static double summit(double least, double most, DoubleUnaryOperator of) {
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

        /** The last slope that fits on the way from the best one, by halves. */
        private double edge(double outermost) {
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

        /** Whether there is such a line. */
        boolean exists() {
            return width(best) >= 0;
        }

        /**
         * The other clock's lead at a moment of ours: the middle of what the lines say, and as bound half of their distance. Where
         * none fits: half of the fastest round trip, and by how much it does not fit.
         */
        Lead lead(long ownNs) {
            double moment = (double) (ownNs - originNs);
            double low = extreme(slope -> -(lowest(slope) + slope * moment));
            double high = extreme(slope -> highest(slope) + slope * moment);
            double half = exists() ? (high + low) / 2 : tightest() / 2 - width(best);
            return new Lead(ownNs, aheadNs + Math.round((high - low) / 2), (long) Math.ceil(half) + 1);
        }

        /** The largest value over the slopes that fit. */
        private double extreme(DoubleUnaryOperator of) {
            return of.applyAsDouble(summit(flattest, steepest, of));
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
     * By how much another clock is ahead of ours.
     *
     * @param ownNs moment, as this process reads it
     * @param aheadNs negative: behind
     * @param boundNs the true lead lies no further away
     */
    record Lead(long ownNs, long aheadNs, long boundNs) {}

    /** A clock, perhaps of another host, that can be read at any time. Callable from any thread. */
    public interface ReadableClock {
        /** Which clock it is. */
        ClockIdentity clock();

        /**
         * Its reading between two of this process.
         *
         * @throws Refusal when whoever reads it there does not answer
         */
        ForeignReading exchange();
    }
}
