package org.ticktoquote.host.keep;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.ticktoquote.host.keep.HostProcesses.ManagedProcess;
import org.ticktoquote.host.keep.MaskRestorer.OriginalMasks;
import org.ticktoquote.host.keep.MaskRestorer.Restored;
import org.ticktoquote.host.keep.MaskRestorer.ThreadMask;
import org.ticktoquote.host.keep.ThreadAccount.ThreadLine;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.placement.Placement;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles.ThreadScheduling;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStat;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStatus;

/** What is known of one thread from its first sight to its end. Not thread-safe. */
final class TrackedThread {
    private FoundThread thread;
    private final boolean newcomer;
    private final CpuList before;
    private final CpuList owed;
    private final BitSet seen = new BitSet();
    private Placement placement;
    private CpuList after;
    private String refusal = "";
    private boolean corrected;
    private boolean ended;
    private int changedByOthers;
    private ThreadScheduling scheduling = ThreadScheduling.UNKNOWN;
    private long switchesAtPlacing;
    private ThreadStatus atBegin = ThreadStatus.NONE;
    private ThreadStatus atEnd = ThreadStatus.NONE;
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

    FoundThread thread() {
        return thread;
    }

    Placement placement() {
        return placement;
    }

    CpuList before() {
        return before;
    }

    CpuList owed() {
        return owed;
    }

    boolean newcomer() {
        return newcomer;
    }

    boolean ended() {
        return ended;
    }

    void end() {
        ended = true;
    }

    /** It has another name now, and with it perhaps another place. */
    void renamed(FoundThread now, Placement place) {
        thread = now;
        placement = place;
    }

    /** It was given its mask, which was read back. */
    void placed(CpuList found, long switches) {
        corrected |= newcomer && !before.equals(found);
        after = found;
        switchesAtPlacing = switches;
    }

    void refused(String reason) {
        refusal = reason;
    }

    String refusal() {
        return refusal;
    }

    /** Somebody else gave it another mask. */
    void changedByOthers(CpuList found) {
        changedByOthers++;
        after = found;
    }

    void after(CpuList found) {
        after = found;
    }

    CpuList after() {
        return after;
    }

    void begins(ThreadStatus status) {
        atBegin = status;
    }

    void ends(ThreadStatus status) {
        atEnd = status;
    }

    /** As it is scheduled now. */
    void scheduled(ThreadScheduling now) {
        scheduling = now;
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

    boolean wasOutside() {
        return outside > 0;
    }

    boolean wasCorrected() {
        return corrected;
    }

    boolean wasChangedByOthers() {
        return changedByOthers > 0;
    }

    /** One sentence where the plan was not in force; else empty. */
    String problem() {
        if (!refusal.isEmpty()) {
            return "not placed: " + refusal;
        }
        if (outside > 0) {
            return "ran outside its set in " + outside + " of " + samples + " looks";
        }
        return changedByOthers > 0 ? "its mask was changed by another program, " + changedByOthers + " times" : "";
    }

    ThreadLine line() {
        return new ThreadLine(
                new ThreadLine.Identity(
                        thread.party().word(),
                        thread.pid(),
                        thread.tid(),
                        thread.name(),
                        thread.kind().word()),
                new ThreadLine.Scheduling(scheduling.policy(), scheduling.priority()),
                new ThreadLine.Mask(
                        placement.rule(),
                        before.toString(),
                        placement.leftAlone()
                                ? ThreadLine.LEFT_ALONE
                                : placement.cpus().toString(),
                        after.toString()),
                new ThreadLine.Measured(
                        CpuList.of(seen).toString(),
                        samples,
                        outside,
                        changedByOthers,
                        Math.max(0, atEnd.voluntary() - atBegin.voluntary()),
                        Math.max(0, atEnd.involuntary() - atBegin.involuntary())),
                newcomer,
                corrected,
                ended,
                problem());
    }

    /**
     * The masks that threads had, reported to a process that survives this one before any is changed. Not thread-safe.
     *
     * <p>A newcomer that was born with a mask of the plan inherited it from its creator: it is owed its process's usual mask.
     */
    static final class AffinityBackup {
        private final Consumer<OriginalMasks> survivor;
        private final Map<Long, OriginalMasks> byProcess = new LinkedHashMap<>();

        AffinityBackup(Consumer<OriginalMasks> survivor) {
            this.survivor = survivor;
        }

        /** The mask that a thread is to have without us, when it has this one now. */
        CpuList owed(long pid, CpuList mask) {
            OriginalMasks known = byProcess.get(pid);
            return known != null && known.planned().contains(mask.toString()) ? CpuList.parse(known.usual()) : mask;
        }

        /** Takes down what placements of threads of one process are about to change. */
        void remember(ManagedProcess process, List<Placement> placements, Map<Long, CpuList> before) {
            if (before.isEmpty()) {
                return;
            }
            OriginalMasks known = byProcess.get(process.pid());
            String usual = known == null ? usual(before) : known.usual();
            List<String> planned = new ArrayList<>(known == null ? List.of() : known.planned());
            List<ThreadMask> threads = new ArrayList<>();
            for (Placement placement : placements) {
                CpuList mask = before.get(placement.thread().tid());
                if (mask != null && !placement.leftAlone()) {
                    threads.add(new ThreadMask(
                            placement.thread().tid(),
                            placement.thread().startTicks(),
                            owed(process.pid(), mask).toString()));
                }
            }
            placements.stream()
                    .filter(placement -> !placement.leftAlone())
                    .map(placement -> placement.cpus().toString())
                    .filter(mask -> !planned.contains(mask))
                    .forEach(planned::add);
            OriginalMasks news = new OriginalMasks(process.pid(), usual, planned, threads);
            byProcess.put(process.pid(), known == null ? news : known.and(news));
            if (process.outlives()) {
                survivor.accept(news);
            }
        }

        /** The mask that most threads have. */
        private static String usual(Map<Long, CpuList> masks) {
            return masks.values().stream()
                    .collect(Collectors.groupingBy(CpuList::toString, Collectors.counting()))
                    .entrySet()
                    .stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse("");
        }

        /** Gives every thread its mask back. */
        Restored restore(MaskRestorer restorer) {
            return byProcess.values().stream().map(restorer::restore).reduce(Restored.NONE, Restored::and);
        }
    }
}
