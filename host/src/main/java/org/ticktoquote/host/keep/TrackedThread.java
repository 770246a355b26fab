package org.ticktoquote.host.keep;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ticktoquote.host.keep.ThreadReport.ThreadLine;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.placement.ThreadPlanner.Placement;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStat;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStatus;

/** State of one thread in a {@link ThreadRegistry}, from its discovery to its end. Not thread-safe. */
final class TrackedThread {
    FoundThread thread;
    private final boolean newcomer;
    private final CpuList before;
    final CpuList originalMask;
    private final BitSet seen = new BitSet();
    Placement placement;
    CpuList after;
    String refusal = "";
    private boolean corrected;
    boolean ended;
    int changedByOthers;
    private String policy = ThreadStat.UNKNOWN_POLICY;
    private int priority;
    private long switchesAtPlacing;
    ThreadStatus atBegin = ThreadStatus.NONE;
    ThreadStatus atEnd = ThreadStatus.NONE;
    private long samples;
    private long outside;

    /**
     * Creates the state of a newly found thread.
     *
     * @param originalMask mask that it would have without t2q; differs from {@code before} if it inherited a mask of the
     * plan
     * @param newcomer whether it appeared after the plan was applied
     */
    TrackedThread(Placement placement, CpuList before, CpuList originalMask, boolean newcomer) {
        this.thread = placement.thread();
        this.placement = placement;
        this.before = before;
        this.originalMask = originalMask;
        this.after = before;
        this.newcomer = newcomer;
    }

    /** Records the mask read back after a placement, and the thread's context switches at that time. */
    void placed(CpuList found, long switches) {
        corrected |= newcomer && !before.equals(found);
        after = found;
        switchesAtPlacing = switches;
    }

    /** Returns whether its last CPU is not one of its planned CPUs. */
    boolean strays(ThreadStat stat) {
        return !placement.leftAlone() && !placement.cpus().contains(stat.cpu());
    }

    /** Returns whether the thread has run since it was placed. Until then its stat shows the earlier CPU. */
    boolean ranSince(ThreadStat stat, ThreadStatus status) {
        return stat.state() == 'R' || status.switches() > switchesAtPlacing;
    }

    void seen(ThreadStat stat) {
        policy = stat.policy();
        priority = stat.priority();
    }

    /** Counts a sample of the measured part. */
    void sample(int cpu, boolean isOutside) {
        seen.set(cpu);
        samples++;
        outside += isOutside ? 1 : 0;
    }

    /** Returns whether the plan was not in force: the mask was refused or changed by others, or the thread ran elsewhere. */
    boolean unmanaged() {
        return !refusal.isEmpty() || changedByOthers > 0 || outside > 0;
    }

    /** Returns one sentence if the plan was not in force; otherwise empty. */
    String problem() {
        if (!refusal.isEmpty()) {
            return "not placed: " + refusal;
        }
        if (outside > 0) {
            return "ran outside its set in " + outside + " of " + samples + " samples";
        }
        return changedByOthers > 0 ? "its mask was changed by another program, " + changedByOthers + " times" : "";
    }

    ThreadLine line() {
        return new ThreadLine(
                thread.owner().word(),
                thread.pid(),
                thread.tid(),
                thread.name(),
                thread.kind().word(),
                policy,
                priority,
                placement.rule(),
                before.toString(),
                placement.leftAlone() ? ThreadLine.LEFT_ALONE : placement.cpus().toString(),
                after.toString(),
                CpuList.of(seen).toString(),
                samples,
                outside,
                changedByOthers,
                Math.max(0, atEnd.voluntary() - atBegin.voluntary()),
                Math.max(0, atEnd.involuntary() - atBegin.involuntary()),
                newcomer,
                corrected,
                ended,
                problem());
    }

    /** Counts and lists threads. Once {@value #MAX_LISTED} are listed, ended ones are only counted. Not thread-safe. */
    static final class Tally {
        static final int MAX_LISTED = 10_000;

        private final List<ThreadLine> lines = new ArrayList<>();
        private final Map<String, Long> sets = new TreeMap<>();
        private CpuList applicationCpus = CpuList.none();
        private CpuList jvmCpus = CpuList.none();
        private CpuList harnessCpus = CpuList.none();
        private long managed;
        private long leftAlone;
        private long unmanaged;
        private long refused;
        private long outside;
        private long changedByOthers;
        private long newcomers;
        private long corrected;
        private long ended;

        void add(TrackedThread thread) {
            boolean alone = thread.placement.leftAlone();
            CpuList cpus = alone ? thread.originalMask : thread.placement.cpus();
            ThreadOwner party = thread.thread.owner();
            if (party == ThreadOwner.APPLICATION) {
                applicationCpus = applicationCpus.union(cpus);
            } else if (party == ThreadOwner.APPLICATION_JVM) {
                jvmCpus = jvmCpus.union(cpus);
            } else {
                harnessCpus = harnessCpus.union(cpus);
            }
            if (alone) {
                leftAlone++;
            } else {
                managed++;
                sets.merge(cpus.toString(), 1L, Long::sum);
            }
            unmanaged += thread.unmanaged() ? 1 : 0;
            refused += !thread.refusal.isEmpty() ? 1 : 0;
            outside += thread.outside > 0 ? 1 : 0;
            changedByOthers += thread.changedByOthers > 0 ? 1 : 0;
            newcomers += thread.newcomer ? 1 : 0;
            corrected += thread.corrected ? 1 : 0;
            ended += thread.ended ? 1 : 0;
            if (lines.size() < MAX_LISTED || !thread.ended) {
                lines.add(thread.line());
            }
        }

        ThreadReport.Totals totals() {
            return new ThreadReport.Totals(
                    managed, leftAlone, unmanaged, refused, outside, changedByOthers, newcomers, corrected, ended);
        }

        Map<String, Long> sets() {
            return sets;
        }

        /** Returns whether any two of the application, its JVM and the harness share a CPU. */
        boolean shared() {
            return applicationCpus.intersects(jvmCpus)
                    || applicationCpus.intersects(harnessCpus)
                    || jvmCpus.intersects(harnessCpus);
        }

        /** Returns the lines ordered by owner, process and id. */
        List<ThreadLine> lines() {
            List<ThreadLine> sorted = new ArrayList<>(lines);
            sorted.sort(Comparator.comparing(ThreadLine::who)
                    .thenComparing(ThreadLine::pid)
                    .thenComparing(ThreadLine::tid));
            return sorted;
        }
    }
}
