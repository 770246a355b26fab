package org.ticktoquote.benchmarks;

import java.lang.invoke.MethodHandle;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.ticktoquote.host.nativeclock.ClockFacts;
import org.ticktoquote.host.nativeclock.CycleCounter;
import org.ticktoquote.host.nativeclock.KernelClock;
import org.ticktoquote.host.nativeclock.TscClock;

/**
 * Cost of direct calls to the clocks on which Java's clocks are built. Fails with an explanation on Java versions
 * before 22.
 */
public class NativeClockBenchmark extends HotPathBenchmark {
    private static final ClockFacts FACTS = ClockFacts.ofThisMachine();
    private static final MethodHandle MONOTONIC = KernelClock.MONOTONIC.reader();
    private static final MethodHandle TIME_OF_DAY = KernelClock.timeOfDayReader();
    private static final MethodHandle UNORDERED_COUNTER =
            CycleCounter.of(FACTS.architecture()).get(0).reader(FACTS);

    private TscClock steered;

    @Setup(Level.Trial)
    public void start() {
        steered = new TscClock(FACTS);
    }

    @TearDown(Level.Trial)
    public void stop() {
        steered.close();
    }

    @Benchmark
    public long baselineSystemNanoTime() {
        return System.nanoTime();
    }

    @Benchmark
    public long clockGettimeMonotonic() throws Throwable {
        return (long) MONOTONIC.invokeExact();
    }

    @Benchmark
    public long gettimeofday() throws Throwable {
        return (long) TIME_OF_DAY.invokeExact();
    }

    @Benchmark
    public long counter() throws Throwable {
        return (long) UNORDERED_COUNTER.invokeExact();
    }

    @Benchmark
    public long orderedCounter() {
        return TscClock.ticks();
    }

    @Benchmark
    public long tscClock() {
        return steered.nanoTime();
    }
}
