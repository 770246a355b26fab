package org.ticktoquote.core.audit;

import com.sun.jna.LastErrorException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.ticktoquote.core.audit.Audit.AuditHeader;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.file.JsonLines;
import org.ticktoquote.core.hiccup.HiccupMeter;
import org.ticktoquote.core.hiccup.HiccupSummary;
import org.ticktoquote.core.linux.CpuSteal;
import org.ticktoquote.core.linux.KernelText;
import org.ticktoquote.core.linux.KernelText.OpenFile;
import org.ticktoquote.core.linux.LibC;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Monitors its own process with a {@link HiccupMeter}, and writes clocks and counters to {@code audit-ROLE.jsonl} about
 * once a second.
 *
 * <p>Starts two daemon threads, {@code ROLE-hiccups} and {@code ROLE-audit}. After an hour, disk usage grows
 * logarithmically with time. A write failure ends the file but not the process. A run whose file lacks the closing line
 * should not be trusted.
 */
public final class ProcessMonitor implements AutoCloseable {
    private static final String CLOCK_SOURCE = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
    private static final long END_LIMIT_MS = 5_000;

    private final NanoClock clock = System::nanoTime;
    private final KernelText text = new KernelText();
    private final OpenFile clockSource = new OpenFile(CLOCK_SOURCE);
    private final List<CounterSource> sources = new ArrayList<>();
    private final Map<Integer, ConnectionCounters> known = new HashMap<>();
    private final JsonLines writer;
    private final HiccupMeter hiccups;
    private final HistogramText delays = new HistogramText();
    private final Thread thread;
    private volatile Supplier<List<ConnectionCounters>> connections = List::of;
    private volatile boolean running = true;

    private ProcessMonitor(RunDirectory directory, UUID run, String role, List<CounterSource> more) {
        sources.add(new ProcessCounters());
        sources.addAll(more);
        GcLogOwner.sign(directory.gcLog(role), run, role);
        writer = JsonLines.create(directory.audit(role), AuditHeader.of(run, role)); // can fail, so before the threads
        hiccups = HiccupMeter.journalled(role, directory.hiccups(role), run);
        sample(false);
        thread = DaemonThread.start(role + "-audit", this::run);
    }

    /**
     * Starts monitoring.
     *
     * @param run identity of the run, for the files
     * @param more counters in addition to the process's own
     * @throws org.ticktoquote.core.journal.JournalException if the hiccup journal already exists or cannot be created
     * @throws org.ticktoquote.core.command.ProblemException if the audit file already exists or cannot be created
     */
    public static ProcessMonitor start(RunDirectory directory, UUID run, String role, CounterSource... more) {
        return new ProcessMonitor(directory, run, role, List.of(more));
    }

    /**
     * Adds the counters of these connections to all further lines. The supplier is called on the thread that writes the
     * line.
     */
    public void watch(Supplier<List<ConnectionCounters>> sessions) {
        connections = sessions;
    }

    private void run() {
        AuditPace pace = new AuditPace(clock.nanoTime());
        while (running) {
            long leftNs = pace.leftNs(clock.nanoTime());
            if (leftNs > 0) {
                LockSupport.parkNanos(this, leftNs);
            } else {
                sample(false);
                pace.written(clock.nanoTime());
            }
        }
    }

    /** Writes a line now. Called at the beginning and end of a measurement. */
    public void sample() {
        sample(false);
    }

    private synchronized void sample(boolean last) {
        ClockPair now = ClockPair.read(clock, new SystemEpochNanoClock());
        List<ConnectionCounters> changed = changed(last);
        Map<String, Long> counters = new HashMap<>();
        if (!changed.isEmpty()) {
            counters.put(AuditSample.CONNECTIONS_ASKED_NS, Math.max(0, clock.nanoTime()));
        }
        sources.forEach(source -> source.read(counters::put));
        writer.write(
                new AuditSample(now, last, clockSource(), counters, changed, delays.encode(hiccups.takeInterval())));
    }

    private List<ConnectionCounters> changed(boolean all) {
        List<ConnectionCounters> changed = new ArrayList<>();
        for (ConnectionCounters now : connections.get()) {
            ConnectionCounters before = known.put(now.session(), now);
            if (all || before == null || now.differsFrom(before)) {
                changed.add(now);
            }
        }
        return changed;
    }

    private String clockSource() {
        return text.read(clockSource) && text.nextLine() && text.nextWord() ? text.word() : "";
    }

    /** Returns the delays of all scheduled wakes so far. */
    public HiccupSummary hiccups() {
        return hiccups.summary();
    }

    /** Writes the last line and ends both threads. */
    @Override
    public void close() {
        running = false;
        LockSupport.unpark(thread);
        DaemonThread.await(thread, END_LIMIT_MS);
        hiccups.close();
        sample(true);
        writer.close();
        clockSource.close();
    }

    /** Schedule of the lines: one per second at first, half as often after every 3,600 lines. Not thread-safe. */
    static final class AuditPace {
        static final int LINES_PER_PACE = 3_600;

        private long intervalNs = TimeUnit.SECONDS.toNanos(1);
        private long nextNs;
        private int lines;

        AuditPace(long startNs) {
            this.nextNs = startNs + intervalNs;
        }

        long leftNs(long nowNs) {
            return nextNs - nowNs;
        }

        /** Called after a line was written. Skips the times that have passed. */
        void written(long nowNs) {
            lines++;
            if (lines % LINES_PER_PACE == 0) {
                intervalNs *= 2;
            }
            nextNs += Math.max(1, Math.floorDiv(nowNs - nextNs, intervalNs) + 1) * intervalNs;
        }
    }

    /** Counters of this process, and CPU ticks of its host. */
    private static final class ProcessCounters implements CounterSource {
        /** Suffix of the names of MXBeans that count cycles of a concurrent collector. Other MXBeans count its pauses. */
        private static final String CYCLES = "Cycles";

        /** Length of {@code struct rusage} in longs, and the indexes of its fields. */
        private static final int USAGE_LONGS = 18;

        private static final int MAJOR_FAULTS = 9;
        private static final int VOLUNTARY_SWITCHES = 16;
        private static final int INVOLUNTARY_SWITCHES = 17;

        private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();

        private final KernelText text = new KernelText();
        private final OpenFile host = new OpenFile("/proc/stat");
        private final RunDelay delay = new RunDelay("/proc/self/task");
        private final Throttling.Quotas quotas = new Throttling.Quotas("/proc/self/cgroup", Throttling.MOUNT);

        @Override
        public void read(ObjLongConsumer<String> counters) {
            long[] usage = usage();
            counters.accept(AuditSample.VOLUNTARY_SWITCHES, usage[VOLUNTARY_SWITCHES]);
            counters.accept(AuditSample.INVOLUNTARY_SWITCHES, usage[INVOLUNTARY_SWITCHES]);
            counters.accept(AuditSample.MAJOR_FAULTS, usage[MAJOR_FAULTS]);
            counters.accept(AuditSample.CPU_NS, ns(usage[0], usage[1]) + ns(usage[2], usage[3])); // user and system
            counters.accept(AuditSample.RUN_DELAY_NS, delay.read(text));
            CpuSteal ticks = CpuSteal.read(text, host);
            counters.accept(AuditSample.HOST_TICKS, ticks.total());
            counters.accept(AuditSample.IDLE_TICKS, ticks.idle());
            counters.accept(AuditSample.GC_PAUSES, collectorPauses());
            Throttling throttling = quotas.sum(text);
            counters.accept(AuditSample.THROTTLED_PERIODS, throttling.periods());
            counters.accept(AuditSample.THROTTLED_NS, throttling.throttledNs());
        }

        /** Returns the number of GC pauses of this JVM, to check that the GC log has all of them. */
        private static long collectorPauses() {
            long pauses = 0;
            for (GarbageCollectorMXBean collector : COLLECTORS) {
                pauses += collector.getName().endsWith(CYCLES) ? 0 : Math.max(0, collector.getCollectionCount());
            }
            return pauses;
        }

        /** Returns the kernel counters of all threads of this process, from getrusage(2). Zeros if not available. */
        private static long[] usage() {
            long[] values = new long[USAGE_LONGS];
            try {
                LibC.get().getrusage(LibC.RUSAGE_SELF, values);
                return values;
            } catch (LinkageError | LastErrorException notHere) {
                return new long[USAGE_LONGS];
            }
        }

        private static long ns(long seconds, long microseconds) {
            return TimeUnit.SECONDS.toNanos(seconds) + TimeUnit.MICROSECONDS.toNanos(microseconds);
        }
    }
}
