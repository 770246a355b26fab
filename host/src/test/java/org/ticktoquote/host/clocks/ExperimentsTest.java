package org.ticktoquote.host.clocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.clock.PeerClockReading;
import org.ticktoquote.host.clocks.Clock.ReadLoop;
import org.ticktoquote.host.clocks.ClockMeasurements.CostFigures;
import org.ticktoquote.host.clocks.ClockMeasurements.OrderingFigures;
import org.ticktoquote.host.clocks.ClockMeasurements.Resolution;
import org.ticktoquote.host.clocks.ClockMeasurements.Steps;
import org.ticktoquote.host.clocks.ClocksMeasurement.ProcessOrdering;
import org.ticktoquote.host.clocks.ClocksReport.ClocksPlan.CostPlan;
import org.ticktoquote.host.clocks.CpuOffsetExperiment.CpuOffset;
import org.ticktoquote.host.clocks.IdleMeasurements.IdleMeasurement;
import org.ticktoquote.host.clocks.NativeClockMeasurements.CounterFigures;
import org.ticktoquote.host.nativeclock.TickCalibration;
import org.ticktoquote.host.nativeclock.TickCalibration.BracketedRead;

/** Runs the experiments on clocks with known behaviour. */
class ExperimentsTest {
    /** Longer than any round. */
    private static final double BEHIND_NS = 50e9;

    private static MethodHandle handle(LongSupplier clock) {
        try {
            return MethodHandles.lookup()
                    .findVirtual(LongSupplier.class, "getAsLong", MethodType.methodType(long.class))
                    .bindTo(clock);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("LongSupplier has changed", e);
        }
    }

    private static ReadLoop loop(LongSupplier clock) {
        return Clock.of(handle(clock));
    }

    private static LongSupplier script(long... values) {
        AtomicLong next = new AtomicLong();
        return () -> values[(int) next.getAndIncrement()];
    }

    @Test
    void everyLoopReadsItsOwnClock() {
        ReadLoop one = loop(() -> 1);
        ReadLoop two = loop(() -> 2);
        assertThat(one.block(100)).isEqualTo(100);
        assertThat(two.block(100)).isEqualTo(200);
        long[] values = new long[3];
        loop(script(5, 7, 7)).fill(values);
        assertThat(values).containsExactly(5, 7, 7);
        assertThat(two.read()).isEqualTo(2);
    }

    @Test
    void costIsBlockTimeDividedByCalls() {
        long takesNs = 2_000;
        ReadLoop slow = loop(() -> {
            long end = System.nanoTime() + takesNs;
            while (System.nanoTime() - end < 0) {
                Thread.onSpinWait();
            }
            return end;
        });
        long fromNs = System.nanoTime();
        CostFigures figures = CostFigures.measure(slow, new CostPlan(60, 20, 10, TimeUnit.MILLISECONDS.toNanos(20)));
        double elapsedNs = System.nanoTime() - fromNs;
        assertThat(figures.perCallNs().count()).isEqualTo(50);
        assertThat(figures.histogramNs().total()).isEqualTo(50);
        assertThat(figures.perCallNs().min()).isBetween((double) takesNs, elapsedNs / (50 * 10));
        assertThat(figures.coldNs()).isGreaterThanOrEqualTo((double) takesNs);
    }

    @Test
    void resolutionComesFromStepsBetweenConsecutiveReadings() {
        Steps steps = new Steps();
        steps.add(new long[] {100, 100, 103, 103, 110, 108});
        steps.add(new long[] {200, 200, 200});
        Resolution figures = steps.figures(10);
        assertThat(figures.zeroShare()).isCloseTo(4.0 / 7, within(1e-12));
        assertThat(figures).isEqualTo(new Resolution(9, figures.zeroShare(), 30, 0, 70, 1));
        Steps stopped = new Steps();
        stopped.add(new long[] {5, 5});
        assertThat(stopped.figures(1).smallestNs()).isZero();
        assertThat(stopped.figures(1).zeroShare()).isEqualTo(1);
    }

    @Test
    void readingBelowPublishedValueIsAViolation() {
        AtomicLong newest = new AtomicLong(10);
        ReadLoop.Ordering ordering = new ReadLoop.Ordering();
        loop(script(12, 11, 13)).race(newest, 3, ordering);
        assertThat(newest).hasValue(13);
        assertThat(ordering.violations).isEqualTo(1);
        assertThat(ordering.worst).isEqualTo(1);
        assertThat(ordering.reads).isEqualTo(3);
        assertThat(ordering.handovers)
                .as("only the first value came from another thread")
                .isEqualTo(1);

        OrderingFigures figures = OrderingFigures.of(List.of(ordering, ordering), 2.5);
        assertThat(figures).isEqualTo(new OrderingFigures(2, 6, 2, 2, 2.5));
    }

    @Test
    void findsAClockThatDiffersBetweenCpus() {
        AllowedCpus cpus = AllowedCpus.ofThisThread();
        assumeTrue(!cpus.single(), "SKIPPED: there is only one CPU here");
        // Each thread creates its own reader, and every second reader lags.
        AtomicLong readers = new AtomicLong();
        Clock split = Clock.steady("split", 1, () -> {
            long behindNs = readers.getAndIncrement() % 2 == 0 ? 0 : (long) BEHIND_NS;
            return handle(() -> System.nanoTime() - behindNs);
        });
        assertThat(OrderingFigures.measure(split, cpus).violations()).isPositive();
        List<CpuOffset> offsets = CpuOffsetExperiment.measure(
                split, new AllowedCpus(cpus.allowed().subList(0, 2)));
        assertThat(offsets).singleElement().satisfies(found -> {
            assertThat(found.containsZero()).isFalse();
            boolean behind = found.highNs() < 0;
            assertThat(behind ? -BEHIND_NS : BEHIND_NS).isBetween(found.lowNs(), found.highNs());
        });
    }

    @Test
    void nanoTimeIsOrderedAcrossCpus() {
        AllowedCpus cpus = AllowedCpus.ofThisThread();
        OrderingFigures figures = OrderingFigures.measure(Clock.nanoTime(), cpus);
        assertThat(figures.cpus()).isEqualTo(cpus.allowed().size());
        assertThat(figures.reads()).isPositive();
        assertThat(figures.violations()).isZero();
    }

    @Test
    void readerThatStartsLateStillReads() {
        AtomicLong readers = new AtomicLong();
        Clock late = Clock.steady("late", 1, () -> {
            pauseMs(readers.getAndIncrement() == 0 ? 0 : 500);
            return handle(System::nanoTime);
        });
        OrderingFigures figures = OrderingFigures.measure(late, AllowedCpus.ofThisThread());
        assertThat(figures.reads()).isGreaterThanOrEqualTo(1_000L * figures.cpus());
    }

    /** Both readers pause in the first round, one after the other. */
    @Test
    void offsetIsMeasuredAlthoughTheFirstAnswerIsLate() {
        AllowedCpus cpus = AllowedCpus.ofThisThread();
        assumeTrue(!cpus.single(), "SKIPPED: there is only one CPU here");
        Clock late = Clock.steady("late", 1, () -> {
            AtomicLong reads = new AtomicLong();
            return handle(() -> {
                pauseMs(reads.getAndIncrement() == CpuOffsetExperiment.WARM_UP + 1 ? 1_100 : 0);
                return System.nanoTime();
            });
        });
        assertThat(CpuOffsetExperiment.measure(
                        late, new AllowedCpus(cpus.allowed().subList(0, 2))))
                .singleElement()
                .satisfies(offset -> assertThat(offset.containsZero()).isTrue());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void offsetHasTheReasonIfAClockIsUnavailableOnOneCpu(int failing) {
        AllowedCpus cpus = AllowedCpus.ofThisThread();
        assumeTrue(!cpus.single(), "SKIPPED: there is only one CPU here");
        String thread = "clocks-cpu-" + cpus.allowed().get(failing);
        Clock clock = Clock.steady("one-sided", 1, () -> {
            if (Thread.currentThread().getName().equals(thread)) {
                throw new UnsupportedOperationException("no such clock on this CPU");
            }
            return handle(System::nanoTime);
        });
        assertThatThrownBy(() -> CpuOffsetExperiment.measure(
                        clock, new AllowedCpus(cpus.allowed().subList(0, 2))))
                .hasMessage("no such clock on this CPU");
    }

    private static void pauseMs(long ms) {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        for (long leftNs = endNs - System.nanoTime(); leftNs > 0; leftNs = endNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
    }

    @Test
    void boundsTheOffsetByTheTightestRounds() {
        CpuOffsetExperiment bounds = new CpuOffsetExperiment(Clock.steady("half a nanosecond", 0.5, () -> {
            throw new UnsupportedOperationException();
        }));
        bounds.add(100, 150, 200);
        bounds.add(300, 380, 390);
        bounds.add(500, 510, 600);
        CpuOffset offset = bounds.offset(0, 1);
        assertThat(offset).isEqualTo(new CpuOffset(0, 1, 3, -5, 5));
        assertThat(offset.containsZero()).isTrue();
        assertThat(offset.atMostNs()).isEqualTo(5);
        assertThat(new CpuOffset(0, 1, 1, 20, 30).containsZero()).isFalse();
    }

    @Test
    void countsPeerReadingsOutsideOurBracket() {
        ProcessOrdering ordering = ProcessOrdering.of(
                25,
                List.of(
                        new PeerClockReading(100, 130, 190),
                        new PeerClockReading(200, 250, 270),
                        new PeerClockReading(300, 299, 390)));
        assertThat(ordering).isEqualTo(new ProcessOrdering(25, 3, 1, 70, -20, -1));
    }

    @Test
    void driftIsErrorOfAnOldCalibration() {
        List<BracketedRead> calibrationReads = new ArrayList<>();
        List<BracketedRead> later = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            calibrationReads.add(new BracketedRead(i * 1_000_000L - 10, i * 2_000_000L, i * 1_000_000L + 10));
        }
        BracketedRead origin = calibrationReads.get(49);
        for (int i = 1; i <= 60; i++) {
            long ns = 49_000_000L + i * 1_000_000_000L;
            long ticks = 98_000_000L + Math.round(i * 2e9 * (1 + 2e-6)); // 2 ppm faster than before
            later.add(new BracketedRead(ns - 10, ticks, ns + 10));
        }
        CounterFigures.Drift drift = CounterFigures.Drift.of(origin, TickCalibration.of(calibrationReads), later);
        assertThat(drift.ppm()).isCloseTo(2, within(1e-3));
        assertThat(drift.nsPerMinute()).isCloseTo(120_000, within(100.0));
        assertThat(drift.worstNs()).isCloseTo(120_000, within(50.0));
        assertThat(drift.durationNs()).isEqualTo(60_000_000_000L);
        assertThat(drift.points()).hasSize(60);
    }

    @Test
    void preparesEverySampleAndReportsExcessOfItsWait() {
        AtomicLong prepared = new AtomicLong();
        IdleMeasurement.Figures figures = IdleMeasurements.sample(
                Clock.nanoTime().loop(), TimeUnit.MILLISECONDS.toNanos(2), 5, prepared::incrementAndGet);
        assertThat(prepared).hasValue(5);
        assertThat(figures.lateNs().count()).isEqualTo(5);
        assertThat(figures.lateNs().min()).isNotNegative();
        assertThat(figures.stepNs().min()).isNotNegative();
        assertThat(figures.perCallNs().min()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"1000, 1000", "1000000, 500", "1000000000, 3"})
    void takesFewerSamplesOfLongWaits(long waitNs, int samples) {
        assertThat(IdleMeasurements.samples(waitNs, 1_000)).isEqualTo(samples);
    }
}
