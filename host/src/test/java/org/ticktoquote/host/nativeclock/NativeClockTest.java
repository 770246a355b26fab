package org.ticktoquote.host.nativeclock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests native clock readings, or the reported reason if this Java has none. */
class NativeClockTest {
    private static final int JAVA = Runtime.version().feature();
    private static final ClockFacts FACTS = ClockFacts.ofThisMachine();

    private static void assumeForeignCalls() {
        assumeTrue(JAVA >= 22, "SKIPPED: native clocks need Java 22 or newer, the tests run on " + JAVA);
    }

    private static long read(MethodHandle clock) throws Throwable {
        return (long) clock.invokeExact();
    }

    private static void assertMissing(String reason, ThrowingCallable reading) {
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(reading)
                .withMessage(reason);
    }

    @Test
    void reportsRequiredJava() {
        assumeTrue(JAVA < 22, "SKIPPED: this is Java " + JAVA + ", where nothing is missing");
        String needed = "needs Java 22 or newer, this is Java " + JAVA;
        assertMissing(needed, KernelClock.MONOTONIC::reader);
        assertThat(TscClock.missing()).isEqualTo(needed);
        assertMissing(needed, TscClock::ticks);
        ClockFacts sound = new ClockFacts(FACTS.architecture(), List.of("constant_tsc", "nonstop_tsc"), "", List.of());
        assertMissing(needed, () -> new TscClock(sound));
    }

    @Test
    void monotonicAgreesWithNanoTime() throws Throwable {
        assumeForeignCalls();
        MethodHandle clock = KernelClock.MONOTONIC.reader();
        for (int i = 0; i < 1_000; i++) {
            long before = System.nanoTime();
            long between = read(clock);
            assertThat(between).isBetween(before, System.nanoTime());
        }
    }

    @ParameterizedTest
    @EnumSource(KernelClock.class)
    void everyClockAdvances(KernelClock clock) throws Throwable {
        assumeForeignCalls();
        MethodHandle reader = clock.reader();
        long beforeNs = System.nanoTime();
        long first = read(reader);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(30));
        long passed = read(reader) - first;
        long elapsedNs = System.nanoTime() - beforeNs;
        assertThat(passed).isBetween(TimeUnit.MILLISECONDS.toNanos(10), elapsedNs + TimeUnit.SECONDS.toNanos(1));
    }

    @Test
    void realTimeClocksMatchCurrentTime() throws Throwable {
        assumeForeignCalls();
        for (MethodHandle clock : List.of(KernelClock.REALTIME.reader(), KernelClock.timeOfDayReader())) {
            long beforeMs = System.currentTimeMillis();
            long ms = read(clock) / 1_000_000;
            assertThat(ms).isBetween(beforeMs - 10_000, System.currentTimeMillis() + 10_000);
        }
    }

    @ParameterizedTest
    @EnumSource(CycleCounter.class)
    void countersAdvanceOrReportWhatIsMissing(CycleCounter counter) throws Throwable {
        if (!CycleCounter.of(FACTS.architecture()).contains(counter)) {
            assertThatExceptionOfType(UnsupportedOperationException.class)
                    .isThrownBy(() -> counter.reader(FACTS))
                    .withMessageStartingWith("is an instruction of ");
            return;
        }
        assumeForeignCalls();
        MethodHandle reader = counter.reader(FACTS);
        long first = read(reader);
        LockSupport.parkNanos(1_000_000);
        assertThat(read(reader)).isGreaterThan(first);
    }

    @Test
    void refusesMissingAndVariantCounters() {
        ClockFacts bare = new ClockFacts(ClockFacts.X86, List.of("tsc"), "tsc", List.of());
        assertMissing("this processor has no rdtscp", () -> CycleCounter.RDTSCP.reader(bare));
        assertMissing("the counter is not invariant", () -> new TscClock(bare));
    }

    @Test
    void steeredClockFollowsNanoTimeMonotonically() {
        assumeForeignCalls();
        assumeTrue(FACTS.invariant(), "SKIPPED: the counter of this processor is not invariant");
        try (TscClock clock = new TscClock(FACTS)) {
            long last = clock.nanoTime();
            long worstNs = 0;
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(500);
            while (System.nanoTime() - end < 0) {
                long before = System.nanoTime();
                long now = clock.nanoTime();
                long after = System.nanoTime();
                assertThat(now).isGreaterThanOrEqualTo(last);
                worstNs = Math.max(worstNs, Math.max(before - now, now - after));
                last = now;
            }
            // on a busy machine calibration uses wide readings, which the bound includes
            assertThat((double) worstNs).isLessThan(1e6 + 2 * clock.worstErrorBoundNs());
        }
    }
}
