package org.ticktoquote.benchmarks;

import java.time.Instant;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Cost of reading the time, the smallest operation done for every tick and every snapshot. {@code t2q clocks} measures the
 * same with its own loops; both must agree within 20 %.
 */
public class ClockBenchmark extends HotPathBenchmark {
    @SuppressWarnings("unused") // written, never read
    private static Instant last = Instant.EPOCH;

    private final NanoClock injected = SystemNanoClock.INSTANCE;
    private final EpochNanoClock timeOfDay = SystemEpochNanoClock.INSTANCE;
    private long constant = 42;

    @Benchmark
    public long baselineReturnsAField() {
        return constant;
    }

    @Benchmark
    public long systemNanoTime() {
        return System.nanoTime();
    }

    @Benchmark
    public long injectedNanoClock() {
        return injected.nanoTime();
    }

    @Benchmark
    public long timeOfDay() {
        return timeOfDay.nanoTime();
    }

    @Benchmark
    public long systemCurrentTimeMillis() {
        return System.currentTimeMillis();
    }

    /**
     * Stores the instant in a static field as {@code t2q clocks} does, so that the collector's barrier is part of the cost.
     */
    @Benchmark
    public long instantNow() {
        Instant now = Instant.now();
        last = now;
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }
}
