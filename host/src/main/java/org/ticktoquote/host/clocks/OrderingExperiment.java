package org.ticktoquote.host.clocks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Lets a reader on every CPU race for the newest value of one clock. */
final class OrderingExperiment {
    private static final long DURATION_NS = TimeUnit.MILLISECONDS.toNanos(400);
    private static final int ROUNDS = 1_000;

    private OrderingExperiment() {}

    /** Measures with a loop of its own for each CPU. */
    static OrderingFigures measure(Clock clock, AllowedCpus cpus) {
        AtomicLong newest = new AtomicLong(clock.loop().read());
        List<ReadLoop.Ordering> seen = new ArrayList<>();
        long end = System.nanoTime() + DURATION_NS;
        PinnedThreads.run(cpus.allowed(), cpu -> {
            ReadLoop loop = clock.loop();
            ReadLoop.Ordering ordering = new ReadLoop.Ordering();
            while (System.nanoTime() - end < 0) {
                loop.race(newest, ROUNDS, ordering);
            }
            synchronized (seen) {
                seen.add(ordering);
            }
        });
        return figures(seen, clock.unitNs());
    }

    static OrderingFigures figures(List<ReadLoop.Ordering> seen, double unitNs) {
        return new OrderingFigures(
                seen.size(),
                seen.stream().mapToLong(each -> each.reads).sum(),
                seen.stream().mapToLong(each -> each.handovers).sum(),
                seen.stream().mapToLong(each -> each.violations).sum(),
                seen.stream().mapToLong(each -> each.worst).max().orElse(0) * unitNs);
    }
}
