package org.ticktoquote.host.sampling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.evidence.EvidenceThread;
import org.ticktoquote.core.evidence.ThreadCounts;
import org.ticktoquote.core.linux.KernelText.OpenFile;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.threads.ProcessFiles.ThreadSchedule;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStat;
import org.ticktoquote.host.threads.ProcessFiles.ThreadSwitches;
import org.ticktoquote.host.threads.ThreadKind;

/**
 * Samples what happened to each thread of some processes since the previous look. Events between a thread's last look and
 * its end are lost. Not thread-safe.
 */
final class ThreadSampler implements AutoCloseable {
    /** Threads whose file stays open; files of further threads are opened at each look. */
    private static final int MAX_OPEN_FILES = 512;

    private final ProcessFiles files;
    private final Map<Long, SampledThread> known = new HashMap<>();
    private final List<EvidenceThread> met = new ArrayList<>();
    /** Threads of each process. Listed again when a thread was created on this host, or one of them ended. */
    private final Map<Long, List<Long>> tids = new TreeMap<>();

    private Set<Long> processes = Set.of();
    private long newestListed;
    private boolean ended;
    private int threads;
    private long samples;

    ThreadSampler(ProcessFiles files) {
        this.files = files;
    }

    /** Samples every thread and returns what happened to each since the last call; nothing for new processes. */
    List<ThreadCounts> sample(Set<Long> now) {
        List<ThreadCounts> grown = new ArrayList<>();
        samples++;
        long newest = files.newestTask();
        if (newest == 0 || newest != newestListed || ended || !now.equals(processes)) {
            tids.clear();
            now.forEach(pid -> tids.put(pid, files.threads(pid)));
            newestListed = newest;
        }
        tids.forEach((pid, all) -> all.forEach(tid -> sample(pid, tid).ifPresent(grown::add)));
        ended = known.values().removeIf(this::ended);
        processes = now;
        return grown;
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

    private Optional<ThreadCounts> sample(Long pid, Long tid) {
        @Nullable SampledThread thread = known.get(tid);
        if (thread != null) {
            Optional<ThreadCounts> counts = thread.sample(samples);
            if (thread.seenAt == samples) {
                return counts;
            }
            thread.close();
            known.remove(tid);
        }
        SampledThread fresh = new SampledThread(pid, tid, known.size() < MAX_OPEN_FILES);
        known.put(tid, fresh);
        return fresh.begin(samples, processes.contains(pid));
    }

    private EvidenceThread register(long pid, long tid, String name) {
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
     * Thread as last seen. Each look reads one small file. The files for switches and faults cost ten times as much, so they
     * are read only if the thread waited or ran for a while, or at every tenth look with any activity. Not thread-safe.
     */
    private final class SampledThread implements AutoCloseable {
        private static final long LONG_WAIT_NS = TimeUnit.MICROSECONDS.toNanos(50);
        private static final long LONG_RUN_NS = TimeUnit.MILLISECONDS.toNanos(1);
        private static final int SAMPLES_PER_DETAIL = 10;
        private static final ThreadSchedule NOTHING = new ThreadSchedule(0, 0, 0);

        private final long pid;
        private final long tid;
        private final @Nullable OpenFile open;
        private ThreadSchedule schedule = NOTHING;
        private Details details = new Details(0, new ThreadSwitches(0, 0, 0), 0, 0);
        private @Nullable EvidenceThread thread;
        private long seenAt = -1;
        private long detailedAt;

        /** Values of the larger files. */
        private record Details(long startTicks, ThreadSwitches switches, long minorFaults, long majorFaults) {}

        SampledThread(long pid, long tid, boolean keepOpen) {
            this.pid = pid;
            this.tid = tid;
            this.open = keepOpen ? files.scheduleFile(pid, tid) : null;
        }

        /**
         * Takes the first look.
         *
         * @param newborn whether it started since the previous look, so that all its counts are new; otherwise none are
         */
        Optional<ThreadCounts> begin(long look, boolean newborn) {
            Optional<ThreadSchedule> now = schedule();
            Details none = details;
            @Nullable EvidenceThread met = now.isPresent() ? detail(look) : null;
            if (met == null || now.isEmpty()) {
                return Optional.empty();
            }
            schedule = now.get();
            seenAt = look;
            return newborn ? happened(counts(met, NOTHING, schedule, none, details)) : Optional.empty();
        }

        /** Takes a further look. The thread stays unseen if it has ended or its id was reused. */
        Optional<ThreadCounts> sample(long look) {
            Optional<ThreadSchedule> found = schedule();
            @Nullable EvidenceThread met = thread;
            if (found.isEmpty() || met == null) {
                return Optional.empty();
            }
            ThreadSchedule now = found.get();
            ThreadSchedule before = schedule;
            if (now.equals(before)) {
                seenAt = look;
                return Optional.empty();
            }
            Details old = details;
            if (look - detailedAt >= SAMPLES_PER_DETAIL
                    || now.waitNs() - before.waitNs() >= LONG_WAIT_NS
                    || now.cpuNs() - before.cpuNs() >= LONG_RUN_NS) {
                met = detail(look);
            }
            if (met == null || old.startTicks() != details.startTicks()) {
                return Optional.empty();
            }
            schedule = now;
            seenAt = look;
            return happened(counts(met, before, now, old, details));
        }

        private Optional<ThreadSchedule> schedule() {
            return open == null ? files.schedule(pid, tid) : files.schedule(open);
        }

        /** Reads the larger files; null if the thread has ended. */
        private @Nullable EvidenceThread detail(long look) {
            Optional<ThreadStat> stat = files.stat(pid, tid);
            Optional<ThreadSwitches> switches = files.switches(pid, tid);
            if (stat.isEmpty() || switches.isEmpty()) {
                return null;
            }
            ThreadStat now = stat.get();
            EvidenceThread before = thread;
            EvidenceThread met =
                    before != null && before.name().equals(now.name()) ? before : register(pid, tid, now.name());
            thread = met;
            details = new Details(now.startTicks(), switches.get(), now.minorFaults(), now.majorFaults());
            detailedAt = look;
            return met;
        }

        private static ThreadCounts counts(
                EvidenceThread thread, ThreadSchedule from, ThreadSchedule to, Details old, Details now) {
            boolean migrates = now.switches().migrations() != ThreadSwitches.UNKNOWN;
            return new ThreadCounts(
                    thread.index(),
                    delta(from.waitNs(), to.waitNs()),
                    delta(from.cpuNs(), to.cpuNs()),
                    delta(old.switches().voluntary(), now.switches().voluntary()),
                    delta(old.switches().involuntary(), now.switches().involuntary()),
                    migrates ? delta(old.switches().migrations(), now.switches().migrations()) : ThreadSwitches.UNKNOWN,
                    delta(old.minorFaults(), now.minorFaults()),
                    delta(old.majorFaults(), now.majorFaults()));
        }

        private static Optional<ThreadCounts> happened(ThreadCounts counts) {
            boolean nothing = counts.waitNs() == 0
                    && counts.cpuNs() == 0
                    && counts.voluntary() == 0
                    && counts.involuntary() == 0
                    && counts.migrations() <= 0
                    && counts.minorFaults() == 0
                    && counts.majorFaults() == 0;
            return nothing ? Optional.empty() : Optional.of(counts);
        }

        private static long delta(long from, long to) {
            return Math.max(0, to - from);
        }

        @Override
        public void close() {
            if (open != null) {
                open.close();
            }
        }
    }
}
