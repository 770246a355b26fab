package org.ticktoquote.host.clocks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.ticktoquote.host.clocks.Clock.ReadLoop;
import org.ticktoquote.host.clocks.ClocksReport.ClocksPlan.CostPlan;
import org.ticktoquote.host.clocks.ClocksReport.Measured;
import org.ticktoquote.host.clocks.Series.Histogram;

/**
 * Measurements of a group of clocks.
 *
 * @param cost time that one reading takes
 * @param resolution steps between consecutive readings of one thread
 * @param ordering order of readings across CPUs, of monotonic clocks
 */
record ClockMeasurements(
        List<Measured<CostFigures>> cost,
        List<Measured<Resolution>> resolution,
        List<Measured<OrderingFigures>> ordering) {
    ClockMeasurements {
        cost = List.copyOf(cost);
        resolution = List.copyOf(resolution);
        ordering = List.copyOf(ordering);
    }

    /** Measures the clocks one after the other on the calling thread. */
    static ClockMeasurements measure(List<Clock> clocks, CostPlan plan, AllowedCpus cpus, Consumer<String> stage) {
        return new ClockMeasurements(
                clocks.stream()
                        .map(clock -> Measured.of(clock.name(), () -> {
                            stage.accept("cost of " + clock.name());
                            return CostFigures.measure(clock.loop(), plan);
                        }))
                        .toList(),
                clocks.stream()
                        .map(clock -> Measured.of(clock.name(), () -> {
                            stage.accept("resolution of " + clock.name());
                            return Resolution.measure(clock.loop(), clock.unitNs());
                        }))
                        .toList(),
                clocks.stream()
                        .filter(Clock::steady)
                        .map(clock -> Measured.of(clock.name(), () -> {
                            stage.accept("order of " + clock.name() + " across CPUs");
                            return OrderingFigures.measure(clock, cpus);
                        }))
                        .toList());
    }

    ClockMeasurements with(ClockMeasurements others) {
        return new ClockMeasurements(
                joined(cost, others.cost), joined(resolution, others.resolution), joined(ordering, others.ordering));
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /**
     * Cost of a reading in nanoseconds per call. Each value is the time of a block divided by its calls.
     *
     * @param perCallNs time per call in each measured block
     * @param histogramNs the same blocks
     * @param coldNs average of the first blocks, which at default settings run before compilation; as many blocks as
     * dropped, at least one
     */
    record CostFigures(Series perCallNs, Histogram histogramNs, double coldNs) {
        /** Consumes every reading so that the compiler cannot remove any. */
        @SuppressWarnings("unused")
        private static volatile long sink;

        /**
         * Measures one clock on the calling thread by timing blocks of calls with {@code System.nanoTime}.
         *
         * <p>Cold blocks run first, interpreted. Untimed blocks then fill the plan's warm-up time, and measured blocks follow.
         * Each block includes one {@code System.nanoTime} reading, which adds about 1 % of its cost to each call at the
         * default block size.
         */
        static CostFigures measure(ReadLoop loop, CostPlan plan) {
            double coldNs = averageOf(timed(loop, Math.max(1, plan.dropped()), plan.calls())) / plan.calls();
            warmUp(loop, plan);
            long[] blockNs = timed(loop, plan.blocks(), plan.calls());
            double[] perCallNs = new double[plan.blocks() - plan.dropped()];
            for (int i = 0; i < perCallNs.length; i++) {
                perCallNs[i] = (double) blockNs[plan.dropped() + i] / plan.calls();
            }
            return of(perCallNs, coldNs);
        }

        static CostFigures of(double[] perCallNs, double coldNs) {
            double[] sorted = perCallNs.clone();
            Arrays.sort(sorted);
            return new CostFigures(Series.of(sorted), Histogram.of(sorted), coldNs);
        }

        private static double averageOf(long[] blockNs) {
            double sum = 0;
            for (long ns : blockNs) {
                sum += ns;
            }
            return sum / blockNs.length;
        }

        private static long[] timed(ReadLoop loop, int blocks, int calls) {
            long[] blockNs = new long[blocks];
            long sum = 0;
            for (int i = 0; i < blocks; i++) {
                long before = System.nanoTime();
                sum += loop.block(calls);
                blockNs[i] = System.nanoTime() - before;
            }
            sink = sum;
            return blockNs;
        }

        private static void warmUp(ReadLoop loop, CostPlan plan) {
            long end = System.nanoTime() + plan.warmUpNs();
            long sum = 0;
            while (System.nanoTime() - end < 0) {
                sum += loop.block(plan.calls());
            }
            sink = sum;
        }
    }

    /** Counts steps between consecutive readings, in the clock's own unit. */
    static final class Steps {
        private long reads;
        private long steps;
        private long zero;
        private long backwards;
        private long smallest = Long.MAX_VALUE;
        private long largest;
        private long median;

        void add(long[] values) {
            long[] chunk = new long[values.length - 1];
            for (int i = 0; i < chunk.length; i++) {
                long step = values[i + 1] - values[i];
                chunk[i] = step;
                count(step);
            }
            reads += values.length;
            steps += chunk.length;
            Arrays.sort(chunk);
            median = chunk[(chunk.length - 1) / 2];
        }

        private void count(long step) {
            if (step == 0) {
                zero++;
            } else if (step < 0) {
                backwards++;
            } else {
                smallest = Math.min(smallest, step);
                largest = Math.max(largest, step);
            }
        }

        /** Returns the figures; the median covers only the last array. */
        Resolution figures(double unitNs) {
            return new Resolution(
                    reads,
                    (double) zero / steps,
                    smallest == Long.MAX_VALUE ? 0 : smallest * unitNs,
                    median * unitNs,
                    largest * unitNs,
                    backwards);
        }
    }

    /**
     * Resolution of a clock: steps between consecutive readings of one thread, in nanoseconds.
     *
     * @param reads number of clock readings
     * @param zeroShare share of zero steps, 0..1
     * @param smallestNs smallest positive step; 0 if there was none
     * @param medianNs median step, zero steps included
     * @param largestNs largest step, which includes preemption
     * @param backwards number of negative steps
     */
    record Resolution(
            long reads, double zeroShare, double smallestNs, double medianNs, double largestNs, long backwards) {
        private static final int CHUNK = 65_536;
        private static final long DURATION_NS = TimeUnit.MILLISECONDS.toNanos(50);
        private static final int WARM_UP = 4;

        /**
         * Measures on the calling thread by reading a clock as fast as possible for 50 ms, enough for a few steps of the
         * coarsest clock.
         */
        static Resolution measure(ReadLoop loop, double unitNs) {
            long[] values = new long[CHUNK];
            for (int i = 0; i < WARM_UP; i++) {
                loop.fill(values);
            }
            Steps steps = new Steps();
            long end = System.nanoTime() + DURATION_NS;
            do {
                loop.fill(values);
                steps.add(values);
            } while (System.nanoTime() - end < 0);
            return steps.figures(unitNs);
        }
    }

    /**
     * Ordering of readings across CPUs. A reading must not be smaller than a value that another CPU has published.
     *
     * @param cpus number of CPUs with a reader
     * @param reads number of readings of all CPUs
     * @param handovers readings that followed a value of another CPU
     * @param violations readings smaller than the published value
     * @param worstNs largest violation
     */
    record OrderingFigures(int cpus, long reads, long handovers, long violations, double worstNs) {
        private static final long DURATION_NS = TimeUnit.MILLISECONDS.toNanos(400);
        private static final int ROUNDS = 1_000;

        /**
         * Measures with a reader on every CPU, each with its own loop. All compete to publish the newest value of one clock.
         */
        static OrderingFigures measure(Clock clock, AllowedCpus cpus) {
            AtomicLong newest = new AtomicLong(clock.loop().read());
            List<ReadLoop.Ordering> seen = new ArrayList<>();
            long end = System.nanoTime() + DURATION_NS;
            AllowedCpus.run(cpus.allowed(), cpu -> {
                ReadLoop loop = clock.loop();
                ReadLoop.Ordering ordering = new ReadLoop.Ordering();
                do {
                    loop.race(newest, ROUNDS, ordering);
                } while (System.nanoTime() - end < 0);
                synchronized (seen) {
                    seen.add(ordering);
                }
            });
            return of(seen, clock.unitNs());
        }

        static OrderingFigures of(List<ReadLoop.Ordering> seen, double unitNs) {
            return new OrderingFigures(
                    seen.size(),
                    seen.stream().mapToLong(each -> each.reads).sum(),
                    seen.stream().mapToLong(each -> each.handovers).sum(),
                    seen.stream().mapToLong(each -> each.violations).sum(),
                    seen.stream().mapToLong(each -> each.worst).max().orElse(0) * unitNs);
        }
    }
}
