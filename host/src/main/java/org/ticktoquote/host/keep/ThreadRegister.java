package org.ticktoquote.host.keep;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.host.keep.HostProcesses.ManagedProcess;
import org.ticktoquote.host.keep.ThreadAccount.Tally;
import org.ticktoquote.host.keep.ThreadKeeper.ForeignChange;
import org.ticktoquote.host.keep.ThreadMasks.MaskChange;
import org.ticktoquote.host.keep.TrackedThread.AffinityBackup;
import org.ticktoquote.host.machine.Topology;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.placement.Placement;
import org.ticktoquote.host.placement.ThreadPlanner;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStat;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStatus;

/** The threads that are known: met, placed, looked at again, and counted when they end. Not thread-safe. */
final class ThreadRegister {
    /** A thread has its name within these. */
    private static final int GLANCES_WHILE_YOUNG = 10;

    private final ThreadPlanner planner;
    private final Topology machine;
    private final ProcessFiles files;
    private final ThreadMasks masks;
    private final AffinityBackup memory;
    private final ForeignChange foreign;
    private final Map<Long, Integer> taskLinks = new HashMap<>();
    private final Map<Long, Integer> young = new HashMap<>();
    private final Tally tally = new Tally();
    private final Map<Long, TrackedThread> alive = new TreeMap<>();
    private long newestTask;
    private boolean applied;
    private boolean measuring;

    ThreadRegister(
            ThreadPlanner planner,
            Topology machine,
            ProcessFiles files,
            ThreadMasks masks,
            AffinityBackup memory,
            ForeignChange foreign) {
        this.planner = planner;
        this.machine = machine;
        this.files = files;
        this.masks = masks;
        this.memory = memory;
        this.foreign = foreign;
    }

    Collection<TrackedThread> alive() {
        return alive.values();
    }

    /** Who appears from here on is a newcomer. */
    void applied() {
        applied = true;
    }

    /** From here on the CPUs that threads run on are taken down. */
    void measuring() {
        alive.values().forEach(kept -> kept.begins(status(kept.thread())));
        measuring = true;
    }

    boolean measures() {
        return measuring;
    }

    /** The measured part is over. */
    void measured() {
        measuring = false;
        for (TrackedThread kept : alive.values()) {
            files.status(kept.thread().pid(), kept.thread().tid()).ifPresent(status -> {
                kept.ends(status);
                kept.after(status.allowed());
            });
        }
    }

    /** Everyone who was ever there; nobody is known afterwards. */
    Tally tally() {
        alive.values().forEach(tally::add);
        alive.clear();
        return tally;
    }

    /**
     * Places threads that are new, at the cost of one system call where their number did not change. A young thread is looked at
     * again: it gets its name after its birth.
     *
     * @param thorough also where their number is the same: as many may have ended as began
     */
    void glance(List<ManagedProcess> processes, boolean thorough) {
        long newest = thorough ? files.newestTask() : newestTask;
        boolean born = newest != newestTask;
        newestTask = newest;
        for (ManagedProcess process : processes) {
            int links = files.taskLinks(process.pid());
            if (born || links != taskLinks.getOrDefault(process.pid(), 0)) {
                taskLinks.put(process.pid(), links);
                files.threads(process.pid()).stream()
                        .filter(tid -> !alive.containsKey(tid))
                        .forEach(tid -> young.putIfAbsent(tid, GLANCES_WHILE_YOUNG));
            }
            List<FoundThread> toPlace = new ArrayList<>();
            for (long tid : young.keySet()) {
                files.stat(process.pid(), tid).ifPresent(stat -> meet(process, stat, toPlace));
            }
            if (!toPlace.isEmpty()) {
                place(process, toPlace);
            }
        }
        young.replaceAll((tid, left) -> left - 1);
        young.values().removeIf(left -> left <= 0);
    }

    /** Looks at every thread once. */
    void look(List<ManagedProcess> processes) {
        Set<Long> present = new HashSet<>();
        for (ManagedProcess process : processes) {
            List<FoundThread> toPlace = new ArrayList<>();
            for (long tid : files.threads(process.pid())) {
                files.stat(process.pid(), tid).ifPresent(stat -> {
                    present.add(tid);
                    meet(process, stat, toPlace);
                });
            }
            if (!toPlace.isEmpty()) {
                place(process, toPlace);
            }
        }
        List<Long> ended =
                alive.keySet().stream().filter(tid -> !present.contains(tid)).toList();
        ended.forEach(this::end);
    }

    private void end(long tid) {
        TrackedThread kept = alive.remove(tid);
        if (kept != null) {
            kept.end();
            tally.add(kept);
        }
    }

    private void meet(ManagedProcess process, ThreadStat stat, List<FoundThread> toPlace) {
        @Nullable TrackedThread kept = alive.get(stat.tid());
        if (kept != null && !kept.thread().is(stat)) {
            end(stat.tid());
            kept = null;
        }
        if (kept != null) {
            kept.scheduled(stat.scheduling());
        }
        if (kept == null || !kept.thread().name().equals(stat.name())) {
            toPlace.add(FoundThread.of(process.party(), process.pid(), stat));
        } else if (kept.placement().leftAlone() || !kept.refusal().isEmpty()) {
            sample(kept, stat, false);
        } else {
            check(kept, stat);
        }
    }

    private void check(TrackedThread kept, ThreadStat stat) {
        Optional<CpuList> mask = masks.read(stat.tid());
        if (mask.isPresent() && !mask.get().equals(kept.after())) {
            kept.changedByOthers(mask.get());
            if (foreign.restores(kept.thread(), kept.placement().cpus(), mask.get())) {
                set(kept);
            }
        } else if (kept.strays(stat)) {
            sampleStray(kept);
        } else {
            sample(kept, stat, false);
        }
    }

    /**
     * A thread that slept since it was placed shows the CPU of before, and may wake up just now: that it ran is read
     * first, then where.
     */
    private void sampleStray(TrackedThread kept) {
        FoundThread thread = kept.thread();
        ThreadStatus status = status(thread);
        files.stat(thread.pid(), thread.tid()).ifPresent(stat -> {
            if (!kept.strays(stat)) {
                sample(kept, stat, false);
            } else if (kept.ranSince(stat, status)) {
                sample(kept, stat, true);
            }
        });
    }

    private void sample(TrackedThread kept, ThreadStat stat, boolean outside) {
        if (measuring) {
            kept.sample(stat.cpu(), outside);
        }
    }

    private void place(ManagedProcess process, List<FoundThread> toPlace) {
        List<Placement> placements = planner.place(machine, toPlace);
        Map<Long, CpuList> before = new HashMap<>();
        List<Placement> unknown = new ArrayList<>();
        for (Placement placement : placements) {
            long tid = placement.thread().tid();
            if (!alive.containsKey(tid) || alive.get(tid).placement().leftAlone()) {
                masks.read(tid).ifPresent(mask -> before.put(tid, mask));
                unknown.add(placement);
            }
        }
        Map<Long, CpuList> owed = new HashMap<>();
        before.forEach((tid, mask) -> owed.put(tid, memory.owed(process.pid(), mask)));
        memory.remember(process, unknown, before);
        for (Placement placement : placements) {
            long tid = placement.thread().tid();
            @Nullable TrackedThread known = alive.get(tid);
            @Nullable CpuList mask = before.get(tid);
            if (known != null) {
                known.renamed(placement.thread(), placement);
                set(known);
            } else if (mask != null) {
                TrackedThread kept = new TrackedThread(placement, mask, owed.getOrDefault(tid, mask), applied);
                alive.put(tid, kept);
                set(kept);
            }
        }
    }

    private void set(TrackedThread kept) {
        boolean alone = kept.placement().leftAlone();
        if (alone && kept.after().equals(kept.owed())) {
            return;
        }
        long tid = kept.thread().tid();
        CpuList wanted = alone ? kept.owed() : kept.placement().cpus();
        MaskChange change = masks.set(
                tid, wanted, alone ? MaskRestorer.REASON : kept.placement().rule());
        if (change.refused()) {
            kept.refused(change.reason());
            return;
        }
        masks.read(tid).ifPresent(found -> {
            kept.placed(found, status(kept.thread()).switches());
            if (!found.equals(wanted)) {
                kept.refused("the kernel keeps it on " + found);
            }
        });
    }

    private ThreadStatus status(FoundThread thread) {
        return files.status(thread.pid(), thread.tid()).orElse(ThreadStatus.NONE);
    }
}
