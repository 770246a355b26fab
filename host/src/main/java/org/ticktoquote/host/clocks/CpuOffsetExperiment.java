package org.ticktoquote.host.clocks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.ticktoquote.host.clocks.Clock.ReadLoop;

/**
 * Bounds the clock offset between two CPUs from round trips. The first CPU asks at its time a, the other answers with its
 * time b, and the answer arrives at a'. The other clock is ahead by at least b - a' and at most b - a. The result is the
 * tightest bounds of many rounds.
 */
final class CpuOffsetExperiment {
    private static final long DURATION_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long ANSWER_LIMIT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final int WANTED_ROUNDS = 1_000;
    private static final int MAX_PAIRS = 31;
    static final int WARM_UP = 20_000;
    private static final long OVER = -1;

    private final Clock clock;
    private final AtomicLong question = new AtomicLong();
    private final AtomicLong answer = new AtomicLong();
    private volatile long answered;
    /** Tightest bounds so far, in the clock's own unit. */
    private long low = Long.MIN_VALUE;

    private long high = Long.MAX_VALUE;
    private int rounds;

    CpuOffsetExperiment(Clock clock) {
        this.clock = clock;
    }

    /** Measures the offsets from the first CPU to at most {@value #MAX_PAIRS} other CPUs, evenly chosen. */
    static List<CpuOffset> measure(Clock clock, AllowedCpus cpus) {
        List<Integer> others = cpus.allowed().subList(1, cpus.allowed().size());
        int stride = Math.max(1, (others.size() + MAX_PAIRS - 1) / MAX_PAIRS);
        List<CpuOffset> offsets = new ArrayList<>();
        for (int i = 0; i < others.size(); i += stride) {
            offsets.add(new CpuOffsetExperiment(clock).between(cpus.first(), others.get(i)));
        }
        return offsets;
    }

    private CpuOffset between(int from, int to) {
        AllowedCpus.run(List.of(from, to), cpu -> {
            ReadLoop loop = clock.loop();
            for (int i = 0; i < WARM_UP; i++) {
                loop.read();
            }
            if (cpu == from) {
                ask(loop);
            } else {
                answer(loop);
            }
        });
        return offset(from, to);
    }

    private void ask(ReadLoop loop) {
        long startNs = System.nanoTime();
        long roundNs = startNs;
        try {
            for (long round = 1; !done(roundNs - startNs); round++) {
                long before = loop.read();
                question.set(round);
                while (answer.get() != round) {
                    if (Thread.currentThread().isInterrupted()) {
                        return;
                    }
                    if (System.nanoTime() - roundNs > ANSWER_LIMIT_NS) {
                        throw new UnsupportedOperationException("the other CPU did not answer in time");
                    }
                    Thread.onSpinWait();
                }
                add(before, answered, loop.read());
                roundNs = System.nanoTime();
            }
        } finally {
            question.set(OVER);
        }
    }

    /** Returns whether to stop. A busy machine, which answers rarely, gets more time up to a limit. */
    private boolean done(long passedNs) {
        return rounds > 0 && (passedNs > LIMIT_NS || passedNs > DURATION_NS && rounds >= WANTED_ROUNDS);
    }

    private void answer(ReadLoop loop) {
        long last = 0;
        while (!Thread.currentThread().isInterrupted()) {
            long round = question.get();
            if (round == OVER) {
                return;
            }
            if (round != last) {
                answered = loop.read();
                answer.set(round);
                last = round;
            }
            Thread.onSpinWait();
        }
    }

    /** Tightens the bounds with a round trip. */
    void add(long before, long between, long after) {
        low = Math.max(low, between - after);
        high = Math.min(high, between - before);
        rounds++;
    }

    CpuOffset offset(int from, int to) {
        return new CpuOffset(from, to, rounds, low * clock.unitNs(), high * clock.unitNs());
    }

    /**
     * Bounds of the clock offset between two CPUs, from round trips.
     *
     * @param from CPU that asked
     * @param to CPU that answered
     * @param rounds number of round trips
     * @param lowNs lower bound of the answering CPU's lead; can be negative
     * @param highNs upper bound of the answering CPU's lead
     */
    record CpuOffset(int from, int to, int rounds, double lowNs, double highNs) {
        /** Returns whether the bounds allow equal clocks. */
        boolean containsZero() {
            return lowNs <= 0 && highNs >= 0;
        }

        /** Returns the largest possible difference in either direction. */
        double atMostNs() {
            return Math.max(Math.abs(lowNs), Math.abs(highNs));
        }
    }
}
