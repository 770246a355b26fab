package org.ticktoquote.harness.threads.keep;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.host.state.CpuList;
import org.ticktoquote.harness.threads.found.FoundThread;
import org.ticktoquote.harness.threads.found.ProcessFiles;
import org.ticktoquote.harness.threads.found.ThreadStat;
import org.ticktoquote.harness.threads.found.ThreadStatus;
import org.ticktoquote.harness.threads.machine.Topology;
import org.ticktoquote.harness.threads.mask.MaskChange;
import org.ticktoquote.harness.threads.mask.MaskRestorer;
import org.ticktoquote.harness.threads.mask.MaskRestorer.Restored;
import org.ticktoquote.harness.threads.mask.OriginalMasks;
import org.ticktoquote.harness.threads.mask.ThreadMasks;
import org.ticktoquote.harness.threads.plan.Placement;
import org.ticktoquote.harness.threads.plan.ThreadPlanner;

/**
 * Puts the threads of processes where a plan wants them, from outside, keeps them there, and takes down what it saw.
 *
 * <p>Each look finds threads that are new or have another name, gives them their mask and reads it back; of all others it
 * takes the CPU of their last run, and repairs a mask that somebody changed. Nothing is attached to: masks are set by thread
 * id, names and CPUs are read in {@code /proc}. Thread-safe.
 */
public final class ThreadKeeper {
    private static final int MOST_ROUNDS = 10;
    private static final int LOOKS_A_SEARCH = 8;

    private final ThreadPlanner planner;
    private final Topology machine;
    private final Supplier<List<ManagedProcess>> search;
    private final ProcessFiles files;
    private final ThreadMasks masks;
    private final MaskMemory memory;
    private final Map<Long, KeptThread> alive = new TreeMap<>();
    private final Tally tally = new Tally();
    private List<ManagedProcess> processes = List.of();
    private volatile @Nullable ThreadWatch watch;
    private boolean begun;
    private boolean applied;
    private boolean measuring;
    private long looks;

    /**
     * Nothing is touched yet.
     *
     * @param search finds the processes, again and again
     * @param survivor is told the masks of processes that outlive the run, before they change
     */
    public ThreadKeeper(
            ThreadPlanner planner,
            Topology machine,
            Supplier<List<ManagedProcess>> search,
            ProcessFiles files,
            ThreadMasks masks,
            Consumer<OriginalMasks> survivor) {
        this.planner = planner;
        this.machine = machine;
        this.search = search;
        this.files = files;
        this.masks = masks;
        this.memory = new MaskMemory(survivor);
    }

    /**
     * Places every thread that exists.
     *
     * @throws Refusal when the kernel lets none of the application's be placed
     */
    public void apply() {
        placeAll();
        requireApplication();
    }

    /** Looks again and again from now on, on a thread of its own. */
    public void watch() {
        watch = new ThreadWatch(this::look);
    }

    private synchronized void placeAll() {
        begun = true;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            int before = alive.size();
            look();
            if (alive.size() == before) {
                break;
            }
        }
        applied = true;
    }

    private synchronized void requireApplication() {
        List<KeptThread> application = alive.values().stream()
                .filter(kept -> kept.thread().party().underTest())
                .toList();
        String refusals =
                application.stream().map(KeptThread::refusal).distinct().collect(Collectors.joining(", "));
        if (application.stream().allMatch(kept -> !kept.refusal().isEmpty())) {
            throw new Refusal(
                    ExitStatus.ENVIRONMENT,
                    "--threads " + planner.name() + ": no thread of the application can be placed"
                            + (application.isEmpty()
                                    ? ": it has none that can be seen"
                                    : " (" + refusals + "): run as the application's user, or with CAP_SYS_NICE"));
        }
    }

    /** Looks at every thread once. */
    synchronized void look() {
        if (looks++ % LOOKS_A_SEARCH == 0) {
            processes = search.get();
        }
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
        KeptThread kept = alive.remove(tid);
        if (kept != null) {
            kept.end();
            tally.add(kept);
        }
    }

    private void meet(ManagedProcess process, ThreadStat stat, List<FoundThread> toPlace) {
        @Nullable KeptThread kept = alive.get(stat.tid());
        if (kept != null && !kept.thread().is(stat)) {
            end(stat.tid());
            kept = null;
        }
        if (kept == null || !kept.thread().name().equals(stat.name())) {
            toPlace.add(FoundThread.of(process.party(), process.pid(), stat));
        } else if (kept.placement().leftAlone() || !kept.refusal().isEmpty()) {
            sample(kept, stat, false);
        } else {
            check(kept, stat);
        }
    }

    private void check(KeptThread kept, ThreadStat stat) {
        Optional<CpuList> mask = masks.read(stat.tid());
        if (mask.isPresent() && !mask.get().equals(kept.placement().cpus())) {
            kept.changedByOthers(mask.get());
            set(kept);
        } else if (kept.strays(stat)) {
            if (kept.ranSince(stat, status(kept.thread()))) {
                sample(kept, stat, true);
            }
        } else {
            sample(kept, stat, false);
        }
    }

    private void sample(KeptThread kept, ThreadStat stat, boolean outside) {
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
            @Nullable KeptThread known = alive.get(tid);
            @Nullable CpuList mask = before.get(tid);
            if (known != null) {
                known.renamed(placement.thread(), placement);
                set(known);
            } else if (mask != null) {
                KeptThread kept = new KeptThread(placement, mask, owed.getOrDefault(tid, mask), applied);
                alive.put(tid, kept);
                set(kept);
            }
        }
    }

    private void set(KeptThread kept) {
        boolean alone = kept.placement().leftAlone();
        if (alone && kept.after().equals(kept.owed())) {
            return;
        }
        long tid = kept.thread().tid();
        CpuList wanted = alone ? kept.owed() : kept.placement().cpus();
        MaskChange change = masks.set(tid, wanted);
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

    /** From here on the CPUs that threads run on are taken down. */
    public synchronized void measuring() {
        alive.values().forEach(kept -> kept.begins(status(kept.thread())));
        measuring = true;
    }

    /** The measured part is over. */
    public synchronized void measured() {
        if (measuring) {
            look();
            measuring = false;
            for (KeptThread kept : alive.values()) {
                files.status(kept.thread().pid(), kept.thread().tid()).ifPresent(status -> {
                    kept.ends(status);
                    kept.after(status.allowed());
                });
            }
        }
    }

    /** Ends the watch, gives every thread back the mask that it had, and says what became of everyone; empty when nothing was begun. */
    public Optional<ThreadAccount> finish() {
        ThreadWatch watching = watch;
        ThreadAccount.Watch cost = watching == null ? ThreadAccount.Watch.NONE : watching.stop();
        return end(cost);
    }

    private synchronized Optional<ThreadAccount> end(ThreadAccount.Watch cost) {
        if (!begun) {
            return Optional.empty();
        }
        Restored restored = memory.restore(new MaskRestorer(files, masks));
        alive.values().forEach(tally::add);
        alive.clear();
        begun = false;
        return Optional.of(new ThreadAccount(
                ThreadAccount.FORMAT_VERSION,
                planner.name(),
                planner.text(),
                machine.words(),
                tally.shared() ? "managed (shared)" : "managed",
                planner.notes(machine),
                tally.sets(),
                tally.totals(),
                cost,
                restored,
                tally.lines()));
    }
}
