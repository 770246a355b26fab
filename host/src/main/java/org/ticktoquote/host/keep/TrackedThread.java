package org.ticktoquote.host.keep;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ticktoquote.host.keep.ThreadReport.ThreadLine;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.placement.Placement;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles.ThreadScheduling;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStat;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStatus;

/** A thread from its first sight to its end, as {@link ThreadRegistry} follows it. Not thread-safe. */
final class TrackedThread {
    FoundThread thread;
    private final boolean newcomer;
    private final CpuList before;
    final CpuList owed;
    private final BitSet seen = new BitSet();
    Placement placement;
    CpuList after;
    String refusal = "";
    private boolean corrected;
    boolean ended;
    int changedByOthers;
    ThreadScheduling scheduling = ThreadScheduling.UNKNOWN;
    private long switchesAtPlacing;
    ThreadStatus atBegin = ThreadStatus.NONE;
    ThreadStatus atEnd = ThreadStatus.NONE;
    private long samples;
    private long outside;

    /**
     * A thread at its first sight.
     *
     * @param owed the mask that it would have without us: another one than before where it was started under the plan
     * @param newcomer whether it appeared after the plan was applied
     */
    TrackedThread(Placement placement, CpuList before, CpuList owed, boolean newcomer) {
        this.thread = placement.thread();
        this.placement = placement;
        this.before = before;
        this.owed = owed;
        this.after = before;
        this.newcomer = newcomer;
    }

    /** It was given its mask, which was read back. */
    void placed(CpuList found, long switches) {
        corrected |= newcomer && !before.equals(found);
        after = found;
        switchesAtPlacing = switches;
    }

    /** Whether its last CPU is one that the plan keeps it from. */
    boolean strays(ThreadStat stat) {
        return !placement.leftAlone() && !placement.cpus().contains(stat.cpu());
    }

    /** Whether it ran since it was placed; one that slept all the time still shows the CPU of before. */
    boolean ranSince(ThreadStat stat, ThreadStatus status) {
        return stat.state() == 'R' || status.switches() > switchesAtPlacing;
    }

    /** It was seen on a CPU in the measured part. */
    void sample(int cpu, boolean isOutside) {
        seen.set(cpu);
        samples++;
        outside += isOutside ? 1 : 0;
    }

    /** Whether the plan was not in force for it: the kernel refused, somebody changed its mask, or it ran elsewhere. */
    boolean unmanaged() {
        return !refusal.isEmpty() || changedByOthers > 0 || outside > 0;
    }

    /** One sentence where the plan was not in force; else empty. */
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
                scheduling.policy(),
                scheduling.priority(),
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

    /** Threads counted and listed; beyond {@value #MAX_LISTED} that ended they are counted only. Not thread-safe. */
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
            CpuList cpus = alone ? thread.owed : thread.placement.cpus();
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

        /** Whether two of application, its JVM and harness have a CPU in common. */
        boolean shared() {
            return applicationCpus.intersects(jvmCpus)
                    || applicationCpus.intersects(harnessCpus)
                    || jvmCpus.intersects(harnessCpus);
        }

        /** By party, process and id. */
        List<ThreadLine> lines() {
            List<ThreadLine> sorted = new ArrayList<>(lines);
            sorted.sort(Comparator.comparing(ThreadLine::who)
                    .thenComparing(ThreadLine::pid)
                    .thenComparing(ThreadLine::tid));
            return sorted;
        }
    }
}
