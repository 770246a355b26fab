package org.ticktoquote.host.sampling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.evidence.EvidenceThread;
import org.ticktoquote.core.evidence.ThreadCounts;
import org.ticktoquote.core.file.JsonBuffer;
import org.ticktoquote.core.linux.KernelText;
import org.ticktoquote.core.linux.KernelText.OpenFile;
import org.ticktoquote.core.linux.NumberedEntries;
import org.ticktoquote.host.state.StatLine;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.threads.ProcessFiles.ThreadSchedule;
import org.ticktoquote.host.threads.ThreadKind;

/**
 * Samples the activity of each thread of some processes since the previous sample. Activity between a thread's last sample
 * and its end is lost. Not thread-safe.
 */
final class ThreadSampler implements AutoCloseable {
    /** Threads whose {@code schedstat} stays open; files of further threads are opened for each sample. */
    private static final int MAX_OPEN_FILES = 512;
    /** Threads whose larger files stay open from their second use on. */
    private static final int MAX_OPEN_DETAILS = 64;

    private final ProcessFiles files;
    private final KernelText text = new KernelText();
    private final StatLine stat = new StatLine(text);
    private final Long2ObjectHashMap<SampledThread> known = new Long2ObjectHashMap<>();
    private final List<EvidenceThread> met = new ArrayList<>();
    private List<Tasks> processes = List.of();
    private List<Long> pids = List.of();
    private long newestListed;
    private boolean ended;
    private int threads;
    private int openDetails;
    private long samples;
    private long longestWaitNs;

    /** Threads of a process. Listed again when a thread was created on this host, or one of them ended. */
    private static final class Tasks {
        private final long pid;
        private final NumberedEntries tids = new NumberedEntries();
        private boolean sampled;

        Tasks(long pid) {
            this.pid = pid;
        }
    }

    ThreadSampler(ProcessFiles files) {
        this.files = files;
    }

    /**
     * Samples every thread and adds its {@link ThreadCounts} if it was active since the last call. Adds nothing for new
     * processes.
     */
    void sample(List<Long> now, JsonBuffer counts) {
        samples++;
        longestWaitNs = 0;
        long newest = files.newestTask();
        boolean others = !now.equals(pids);
        if (others) {
            List<Tasks> before = processes;
            processes = now.stream()
                    .map(pid -> before.stream()
                            .filter(tasks -> tasks.pid == pid)
                            .findFirst()
                            .orElseGet(() -> new Tasks(pid)))
                    .toList();
            pids = List.copyOf(now);
        }
        boolean list = newest == 0 || newest != newestListed || ended || others;
        newestListed = newest;
        for (int i = 0; i < processes.size(); i++) {
            Tasks tasks = processes.get(i);
            if (list) {
                tasks.tids.list(files.tasks(tasks.pid));
            }
            for (int j = 0; j < tasks.tids.size(); j++) {
                sample(tasks, tasks.tids.number(j), counts);
            }
            tasks.sampled = true;
        }
        ended = known.values().removeIf(this::ended);
    }

    private boolean ended(SampledThread thread) {
        boolean gone = thread.seenAt != samples;
        if (gone) {
            thread.close();
        }
        return gone;
    }

    /** Returns the threads first seen or renamed since the last call. */
    List<EvidenceThread> newThreads() {
        List<EvidenceThread> all = List.copyOf(met);
        met.clear();
        return all;
    }

    /** Returns the longest wait of an application thread, JVM threads excluded, between the last two samples. */
    long longestWaitNs() {
        return longestWaitNs;
    }

    private void sample(Tasks process, long tid, JsonBuffer counts) {
        @Nullable SampledThread thread = known.get(tid);
        if (thread != null) {
            thread.sample(counts);
            if (thread.seenAt == samples) {
                return;
            }
            thread.close();
        }
        SampledThread fresh = new SampledThread(process.pid, tid, known.size() < MAX_OPEN_FILES);
        known.put(tid, fresh);
        fresh.begin(process.sampled, counts);
    }

    private EvidenceThread register(long pid, long tid) {
        String name = stat.name();
        EvidenceThread thread = new EvidenceThread(
                threads++, pid, tid, name, ThreadKind.ofName(name).word());
        met.add(thread);
        return thread;
    }

    @Override
    public void close() {
        known.values().forEach(SampledThread::close);
        known.clear();
    }

    /**
     * Thread as last seen. Each sample reads one small file. The files for switches and faults cost ten times as much. They
     * are read if the thread waited 50 us, ran 1 ms, or was active and had no detailed read in the last ten samples. Not
     * thread-safe.
     */
    private final class SampledThread implements AutoCloseable {
        private static final long LONG_WAIT_NS = TimeUnit.MICROSECONDS.toNanos(50);
        private static final long LONG_RUN_NS = TimeUnit.MILLISECONDS.toNanos(1);
        private static final int SAMPLES_PER_DETAIL = 10;

        private static final int VOLUNTARY = 0;
        private static final int INVOLUNTARY = 1;
        private static final int MIGRATIONS = 2;
        private static final int MINOR_FAULTS = 3;
        private static final int MAJOR_FAULTS = 4;
        private static final int DETAILS = 5;
        private static final long UNKNOWN = -1;

        private final long pid;
        private final long tid;
        private final boolean staysOpen;
        private final OpenFile scheduleFile;
        private final OpenFile statFile;
        /** {@code sched}, or {@code status} on kernels without it. */
        private OpenFile switchesFile;

        private final ThreadSchedule schedule = new ThreadSchedule();
        private @Nullable EvidenceThread thread;
        private boolean detailsStayOpen;
        private long startTicks;
        private long[] details = new long[DETAILS];
        private long[] earlierDetails = new long[DETAILS];
        private long seenAt = -1;
        private long detailedAt;

        SampledThread(long pid, long tid, boolean staysOpen) {
            this.pid = pid;
            this.tid = tid;
            this.staysOpen = staysOpen;
            this.scheduleFile = files.file(pid, tid, "schedstat");
            this.statFile = files.file(pid, tid, "stat");
            this.switchesFile = files.file(pid, tid, "sched");
        }

        /**
         * Takes the first sample.
         *
         * @param newborn whether it started since the previous sample; if so all its counts are new, otherwise none
         */
        void begin(boolean newborn, JsonBuffer counts) {
            if (readSchedule() && readDetails()) {
                seenAt = samples;
                if (newborn) {
                    add(counts, schedule.waitNs(), schedule.cpuNs(), true);
                }
            }
        }

        /** Takes a further sample. The thread stays unseen if it has ended or its id was reused. */
        void sample(JsonBuffer counts) {
            long waitNs = schedule.waitNs();
            long cpuNs = schedule.cpuNs();
            long turns = schedule.turns();
            if (!readSchedule()) {
                return;
            }
            if (waitNs == schedule.waitNs() && cpuNs == schedule.cpuNs() && turns == schedule.turns()) {
                seenAt = samples;
                return;
            }
            long waitedNs = Math.max(0, schedule.waitNs() - waitNs);
            long ranNs = Math.max(0, schedule.cpuNs() - cpuNs);
            long started = startTicks;
            boolean detailed =
                    samples - detailedAt >= SAMPLES_PER_DETAIL || waitedNs >= LONG_WAIT_NS || ranNs >= LONG_RUN_NS;
            if (!detailed || readDetails() && started == startTicks) {
                seenAt = samples;
                add(counts, waitedNs, ranNs, detailed);
            }
        }

        private boolean readSchedule() {
            boolean read = files.read(scheduleFile, schedule);
            if (!staysOpen) {
                scheduleFile.close();
            }
            return read;
        }

        /** Reads the larger files; false if the thread has ended. */
        private boolean readDetails() {
            if (!detailsStayOpen && thread != null && openDetails < MAX_OPEN_DETAILS) {
                detailsStayOpen = true;
                openDetails++;
            }
            long[] old = earlierDetails;
            earlierDetails = details;
            details = old;
            boolean read = readSwitches()
                    && text.read(statFile)
                    && stat.parse()
                    && !stat.dead()
                    && stat.has(StatLine.PRIORITY);
            if (read) {
                startTicks = stat.number(StatLine.START_TICKS);
                details[MINOR_FAULTS] = stat.number(StatLine.MINOR_FAULTS);
                details[MAJOR_FAULTS] = stat.number(StatLine.MAJOR_FAULTS);
                detailedAt = samples;
                EvidenceThread before = thread;
                boolean same = before != null
                        && (stat.nameIs(before.name()) || stat.name().equals(before.name()));
                thread = same ? before : register(pid, tid);
            }
            if (!detailsStayOpen) {
                closeDetails();
            }
            return read;
        }

        /** Reads the context switches, and the migrations if the kernel reports them. */
        private boolean readSwitches() {
            Arrays.fill(details, UNKNOWN);
            if (parseSwitches() && details[VOLUNTARY] != UNKNOWN && details[INVOLUNTARY] != UNKNOWN) {
                return true;
            }
            switchesFile.close();
            switchesFile = files.file(pid, tid, "status");
            boolean read = parseSwitches();
            details[VOLUNTARY] = Math.max(0, details[VOLUNTARY]);
            details[INVOLUNTARY] = Math.max(0, details[INVOLUNTARY]);
            return read;
        }

        private boolean parseSwitches() {
            boolean read = text.read(switchesFile);
            while (text.nextLine()) {
                if (!text.nextWord(':')) {
                    continue;
                }
                if (text.wordIs("nr_voluntary_switches") || text.wordIs("voluntary_ctxt_switches")) {
                    details[VOLUNTARY] = value();
                } else if (text.wordIs("nr_involuntary_switches") || text.wordIs("nonvoluntary_ctxt_switches")) {
                    details[INVOLUNTARY] = value();
                } else if (text.wordIs("se.nr_migrations") || text.wordIs("nr_migrations")) {
                    details[MIGRATIONS] = value();
                }
            }
            return read;
        }

        private long value() {
            return text.nextWord(':') ? text.number() : UNKNOWN;
        }

        private void add(JsonBuffer counts, long waitedNs, long ranNs, boolean detailed) {
            EvidenceThread known = Objects.requireNonNull(thread);
            long happened = waitedNs + ranNs;
            for (int detail = 0; detail < DETAILS; detail++) {
                happened += Math.max(0, delta(detail, detailed));
            }
            if (happened > 0) {
                counts.begin('[').number(known.index()).number(waitedNs).number(ranNs);
                for (int detail = 0; detail < DETAILS; detail++) {
                    counts.number(delta(detail, detailed));
                }
                counts.end(']');
            }
            if (known.kind().equals(EvidenceThread.OTHER)) {
                longestWaitNs = Math.max(longestWaitNs, waitedNs);
            }
        }

        private long delta(int detail, boolean detailed) {
            return detail == MIGRATIONS && details[detail] == UNKNOWN
                    ? UNKNOWN
                    : detailed ? Math.max(0, details[detail] - earlierDetails[detail]) : 0;
        }

        private void closeDetails() {
            statFile.close();
            switchesFile.close();
        }

        @Override
        public void close() {
            scheduleFile.close();
            closeDetails();
            openDetails -= detailsStayOpen ? 1 : 0;
        }
    }
}
