package org.ticktoquote.host.keep;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.host.keep.HostProcesses.ManagedProcess;
import org.ticktoquote.host.keep.MaskRestorer.AffinityBackup;
import org.ticktoquote.host.keep.ThreadMasks.MaskChange;
import org.ticktoquote.host.keep.TrackedThread.Tally;
import org.ticktoquote.host.machine.UsableCpus;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.placement.ThreadPlanner;
import org.ticktoquote.host.placement.ThreadPlanner.Placement;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStat;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStatus;

/** Registry of the threads found so far. Places new threads, checks placed ones and tallies ended ones. Not thread-safe. */
final class ThreadRegistry {
    /** Scans after which a new thread has its final name. It is checked in the 1st, 2nd, 4th, 8th and 16th scan. */
    private static final int SCANS_WHILE_YOUNG = 16;

    /** Maximum number of new ids to look up one by one. Beyond it, each process's threads are listed. */
    private static final int FEW_IDS = 64;

    private final ThreadPlanner planner;
    private final UsableCpus machine;
    private final ProcessFiles files;
    private final ThreadMasks masks;
    private final AffinityBackup memory;
    private final Map<Long, Integer> taskLinks = new HashMap<>();
    private final Map<Long, Integer> young = new HashMap<>();
    private final Tally tally = new Tally();
    private final NavigableMap<Long, TrackedThread> alive = new TreeMap<>();
    private long polledAt;
    private long newestTask;
    private long earlierTask;
    private boolean applied;
    private boolean measuring;

    ThreadRegistry(
            ThreadPlanner planner, UsableCpus machine, ProcessFiles files, ThreadMasks masks, AffinityBackup memory) {
        this.planner = planner;
        this.machine = machine;
        this.files = files;
        this.masks = masks;
        this.memory = memory;
    }

    Collection<TrackedThread> alive() {
        return alive.values();
    }

    /** Throws a {@code ProblemException} if no thread of the application could be placed. */
    void requireApplication() {
        List<TrackedThread> application = alive.values().stream()
                .filter(kept -> kept.thread.owner().underTest())
                .toList();
        String refusals =
                application.stream().map(kept -> kept.refusal).distinct().collect(Collectors.joining(", "));
        if (application.stream().allMatch(kept -> !kept.refusal.isEmpty())) {
            throw Problem.ofFault(planner.name() + ": no thread of the application can be placed"
                            + (application.isEmpty()
                                    ? ": none is visible"
                                    : " (" + refusals + "): run as the application's user, or with CAP_SYS_NICE"))
                    .exception(ExitStatus.ENVIRONMENT);
        }
    }

    /** Marks threads found from now on as newcomers. */
    void markApplied() {
        applied = true;
    }

    /** Starts recording the CPUs that threads run on. */
    void startMeasuring() {
        alive.values().forEach(kept -> kept.atBegin = status(kept.thread));
        measuring = true;
    }

    boolean isMeasuring() {
        return measuring;
    }

    /** Stops recording and reads the final status of all live threads. */
    void stopMeasuring() {
        measuring = false;
        for (TrackedThread kept : alive.values()) {
            files.status(kept.thread.pid(), kept.thread.tid()).ifPresent(status -> {
                kept.atEnd = status;
                kept.after = status.allowed();
            });
        }
    }

    /** Returns the tally of all threads found, ended or alive, and clears the registry. */
    Tally tally() {
        alive.values().forEach(tally::add);
        alive.clear();
        return tally;
    }

    /**
     * Places new threads. Reads a single small file if no thread was created on this host and the scan is not thorough.
     * Checks young threads again because a thread gets its name after its creation.
     *
     * @param thorough true to also detect new threads by the thread count, in case the kernel does not report new ids
     */
    void scanNew(List<ManagedProcess> processes, boolean thorough) {
        long newest = files.newestTask();
        young.replaceAll((tid, glances) -> glances + 1);
        for (ManagedProcess process : processes) {
            findNew(process, newest, thorough);
            List<FoundThread> toPlace = new ArrayList<>();
            young.forEach((tid, glances) -> {
                if (Integer.bitCount(glances) == 1) {
                    files.stat(process.pid(), tid)
                            .filter(stat -> !isKnown(stat))
                            .ifPresent(stat -> register(process, stat, toPlace));
                }
            });
            place(process, toPlace);
        }
        earlierTask = newestTask;
        newestTask = newest;
        young.values().removeIf(glances -> glances >= SCANS_WHILE_YOUNG);
    }

    /** Looks up all ids since the scan before the last one, because a thread becomes visible shortly after it gets its id. */
    private void findNew(ManagedProcess process, long newest, boolean thorough) {
        boolean list = newest < earlierTask || newest > earlierTask + FEW_IDS;
        if (newest == 0 || thorough) {
            int links = files.taskLinks(process.pid());
            list |= !Objects.equals(taskLinks.put(process.pid(), links), links);
        }
        if (list) {
            files.threads(process.pid()).forEach(this::addNew);
        } else {
            LongStream.rangeClosed(earlierTask + 1, newest)
                    .filter(tid -> files.hasThread(process.pid(), tid))
                    .forEach(this::addNew);
        }
    }

    private void addNew(long tid) {
        if (!alive.containsKey(tid)) {
            young.putIfAbsent(tid, 1);
        }
    }

    private boolean isKnown(ThreadStat stat) {
        @Nullable TrackedThread kept = alive.get(stat.tid());
        return kept != null && kept.thread.is(stat) && kept.thread.name().equals(stat.name());
    }

    /** Checks every thread once; places new threads and removes ended ones. */
    void poll(List<ManagedProcess> processes) {
        Set<Long> present = new HashSet<>();
        for (ManagedProcess process : processes) {
            List<FoundThread> toPlace = new ArrayList<>();
            for (long tid : files.threads(process.pid())) {
                files.stat(process.pid(), tid).ifPresent(stat -> {
                    present.add(tid);
                    register(process, stat, toPlace);
                });
            }
            place(process, toPlace);
        }
        alive.keySet().stream().filter(tid -> !present.contains(tid)).toList().forEach(this::end);
    }

    /**
     * Checks some of the known threads, because checking all takes too long. One pass over all threads
     * takes at most {@code parts} calls.
     */
    void pollPart(List<ManagedProcess> processes, int parts) {
        List<FoundThread> part = alive.tailMap(polledAt, false).values().stream()
                .limit(alive.size() / parts + 1)
                .map(kept -> kept.thread)
                .toList();
        polledAt = part.isEmpty() ? 0 : part.get(part.size() - 1).tid();
        for (ManagedProcess process : processes) {
            List<FoundThread> toPlace = new ArrayList<>();
            part.stream()
                    .filter(thread -> thread.pid() == process.pid())
                    .forEach(thread -> files.stat(process.pid(), thread.tid())
                            .ifPresentOrElse(stat -> register(process, stat, toPlace), () -> end(thread.tid())));
            place(process, toPlace);
        }
    }

    private void end(long tid) {
        TrackedThread kept = alive.remove(tid);
        if (kept != null) {
            kept.ended = true;
            memory.forget(kept.thread.pid(), tid);
            masks.ended(kept.thread);
            tally.add(kept);
        }
    }

    private void register(ManagedProcess process, ThreadStat stat, List<FoundThread> toPlace) {
        @Nullable TrackedThread kept = alive.get(stat.tid());
        if (kept != null && !kept.thread.is(stat)) {
            end(stat.tid());
            kept = null;
        }
        if (kept != null) {
            kept.seen(stat);
        }
        if (kept == null || !kept.thread.name().equals(stat.name())) {
            toPlace.add(FoundThread.of(process.owner(), process.pid(), stat));
        } else if (kept.placement.leftAlone() || !kept.refusal.isEmpty()) {
            sample(kept, stat, false);
        } else {
            check(kept, stat);
        }
    }

    private void check(TrackedThread kept, ThreadStat stat) {
        Optional<CpuList> mask = masks.read(stat.tid());
        if (mask.isPresent() && !mask.get().equals(kept.after)) {
            kept.changedByOthers++;
            kept.after = mask.get();
            if (masks.maskChanged(kept.thread, kept.placement.cpus(), mask.get())) {
                set(kept);
            }
        } else if (kept.strays(stat)) {
            sampleStray(kept);
        } else {
            sample(kept, stat, false);
        }
    }

    /**
     * Counts a stray only if the thread has run since it was placed: until then its stat shows the earlier CPU. Reads the
     * switches before the CPU because the thread can wake up in between.
     */
    private void sampleStray(TrackedThread kept) {
        FoundThread thread = kept.thread;
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
        if (toPlace.isEmpty()) {
            return;
        }
        List<Placement> placements = planner.place(machine, toPlace);
        Map<Long, CpuList> before = new HashMap<>();
        for (Placement placement : placements) {
            long tid = placement.thread().tid();
            if (!alive.containsKey(tid) || alive.get(tid).placement.leftAlone()) {
                masks.read(tid).ifPresent(mask -> before.put(tid, mask));
            }
        }
        Map<Long, CpuList> originalMasks = new HashMap<>();
        before.forEach((tid, mask) -> originalMasks.put(tid, memory.originalMask(process.pid(), mask)));
        memory.remember(process, placements, before);
        for (Placement placement : placements) {
            long tid = placement.thread().tid();
            @Nullable TrackedThread known = alive.get(tid);
            @Nullable CpuList mask = before.get(tid);
            if (known != null) {
                known.thread = placement.thread(); // renamed, so the plan can place it elsewhere
                known.placement = placement;
                set(known);
            } else if (mask != null) {
                TrackedThread kept = new TrackedThread(placement, mask, originalMasks.getOrDefault(tid, mask), applied);
                alive.put(tid, kept);
                set(kept);
            }
        }
    }

    private void set(TrackedThread kept) {
        boolean alone = kept.placement.leftAlone();
        if (alone && kept.after.equals(kept.originalMask)) {
            return;
        }
        long tid = kept.thread.tid();
        CpuList wanted = alone ? kept.originalMask : kept.placement.cpus();
        MaskChange change = masks.set(tid, wanted, alone ? MaskRestorer.REASON : kept.placement.rule());
        if (change.refused()) {
            kept.refusal = change.reason();
            return;
        }
        masks.read(tid).ifPresent(found -> {
            kept.placed(found, status(kept.thread).switches());
            if (!found.equals(wanted)) {
                kept.refusal = "the kernel keeps it on " + found;
            }
        });
    }

    private ThreadStatus status(FoundThread thread) {
        return files.status(thread.pid(), thread.tid()).orElse(ThreadStatus.NONE);
    }
}
