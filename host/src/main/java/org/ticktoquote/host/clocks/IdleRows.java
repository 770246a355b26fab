package org.ticktoquote.host.clocks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.linux.Pinning;
import org.ticktoquote.core.linux.TimerSlack;

/** The readings under every condition: at work, asleep before, beside a busy neighbour, without idle states, cold. */
final class IdleRows {
    private static final long COMPARED_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int MOST_SAMPLES = 1_000;
    private static final int COLD_SAMPLES = 50;
    private static final double MEGABYTE = 1 << 20;

    private final Clock clock;
    private final AllowedCpus cpus;
    private final long longestWaitNs;
    private final ClockTables.Stage stage;
    private final List<IdleRow> rows = new ArrayList<>();

    private IdleRows(Clock clock, AllowedCpus cpus, long longestWaitNs, ClockTables.Stage stage) {
        this.clock = clock;
        this.cpus = cpus;
        this.longestWaitNs = longestWaitNs;
        this.stage = stage;
    }

    /** Measures a clock of nanoseconds on one CPU. */
    static List<IdleRow> measure(Clock nanoClock, AllowedCpus cpus, long longestWaitNs, ClockTables.Stage stage) {
        IdleRows rows = new IdleRows(nanoClock, cpus, longestWaitNs, stage);
        int last = cpus.allowed().get(cpus.allowed().size() - 1);
        try {
            PinnedThreads.run(List.of(last), rows::on);
        } catch (UnsupportedOperationException e) {
            rows.rows.add(IdleRow.missing("on one CPU", String.valueOf(e.getMessage())));
        }
        return List.copyOf(rows.rows);
    }

    private void on(int cpu) {
        TimerSlack.smallest();
        IdleExperiment experiment = new IdleExperiment(clock.loop());
        add(experiment, "at work, no wait", 0, MOST_SAMPLES);
        for (long wait = 1_000; wait <= longestWaitNs; wait *= 10) {
            add(experiment, "asleep for " + text(wait), wait, IdleExperiment.samples(wait, MOST_SAMPLES));
        }
        besideABusyNeighbour(experiment, cpu);
        withoutIdleStates(experiment);
        cold(experiment);
    }

    private static String text(long ns) {
        return DurationText.format(ns).replaceFirst("\\.0+ ", " ");
    }

    private void add(IdleExperiment experiment, String condition, long waitNs, int samples) {
        stage.begin("readings: " + condition);
        rows.add(IdleRow.of(condition, experiment.sample(waitNs, samples, () -> {})));
    }

    private void compared(IdleExperiment experiment, String condition) {
        add(experiment, condition, COMPARED_NS, IdleExperiment.samples(COMPARED_NS, MOST_SAMPLES));
    }

    private void besideABusyNeighbour(IdleExperiment experiment, int cpu) {
        String condition = "asleep for 1 ms, another CPU spinning";
        OptionalInt neighbour = cpus.neighbour(cpu);
        if (neighbour.isEmpty()) {
            rows.add(IdleRow.missing(condition, "there is only one CPU"));
            return;
        }
        int busy = neighbour.getAsInt();
        String where = AllowedCpus.shareACore(cpu, busy) ? " (the same core)" : " (another core)";
        try (Spinner spinner = new Spinner(busy)) {
            compared(experiment, "asleep for 1 ms, CPU " + spinner.cpu() + where + " spinning");
        }
    }

    private void withoutIdleStates(IdleExperiment experiment) {
        String condition = "asleep for 1 ms, " + CpuLatencyRequest.DEVICE + " held at 0";
        try (CpuLatencyRequest request = new CpuLatencyRequest(CpuLatencyRequest.DEVICE)) {
            compared(experiment, condition.replace(CpuLatencyRequest.DEVICE.toString(), request.toString()));
        } catch (IOException refused) {
            rows.add(IdleRow.missing(condition, String.valueOf(refused.getMessage())));
        }
    }

    private void cold(IdleExperiment experiment) {
        CacheSweep sweep = CacheSweep.ofThisMachine();
        String condition = "at work, caches swept with " + Math.round(sweep.bytes() / MEGABYTE) + " MB before";
        stage.begin("readings: " + condition);
        rows.add(IdleRow.of(condition, experiment.sample(0, COLD_SAMPLES, sweep)));
    }

    /** A thread that keeps one CPU busy until it is closed. */
    private static final class Spinner implements AutoCloseable {
        private final CompletableFuture<Void> end = new CompletableFuture<>();
        private final int cpu;
        private volatile boolean stop;

        @SuppressWarnings("unused") // keeps the loop from being empty
        private volatile long turns;

        Spinner(int cpu) {
            this.cpu = cpu;
            Thread thread = new Thread(this::spin, "clocks-spinner");
            thread.setDaemon(true);
            thread.start();
        }

        private void spin() {
            try {
                boolean pinned = Pinning.pin(cpu).isEmpty();
                for (long turn = 0; pinned && !stop; turn++) {
                    turns = turn;
                }
            } finally {
                end.complete(null);
            }
        }

        int cpu() {
            return cpu;
        }

        @Override
        public void close() {
            stop = true;
            end.join();
        }
    }
}
