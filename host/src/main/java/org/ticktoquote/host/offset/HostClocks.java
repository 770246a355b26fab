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
}
