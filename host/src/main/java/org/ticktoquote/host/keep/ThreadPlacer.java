package org.ticktoquote.host.keep;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.host.keep.HostProcesses.ManagedProcess;
import org.ticktoquote.host.keep.MaskRestorer.AffinityBackup;
import org.ticktoquote.host.keep.MaskRestorer.OriginalMasks;
import org.ticktoquote.host.keep.MaskRestorer.Restored;
import org.ticktoquote.host.keep.TrackedThread.Tally;
import org.ticktoquote.host.machine.UsableCpus;
import org.ticktoquote.host.placement.ThreadPlanner;
import org.ticktoquote.host.threads.ProcessFiles;

/**
 * Applies a plan to the threads of other processes, keeps them in place, and records the CPUs that they run on.
 *
 * <p>Each poll finds new and renamed threads, sets their masks and verifies them. For other threads it records the CPU of
 * their last run and checks for masks changed by other processes. Does not attach to any process: sets masks by thread id
 * and reads names and CPUs from {@code /proc}. Thread-safe.
 */
public final class ThreadPlacer {
    private static final int MAX_ROUNDS = 10;
    private static final int POLLS_PER_SEARCH = 8;
    private static final long SCAN_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long SCAN_SHARE = 66;
    private static final long SCAN_SAVED_S = 120;
    private static final int SCANS_PER_PART = 50;
    private static final int PARTS = 10;
    private static final int SCANS_PER_CHECK = 5;
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final ThreadPlanner planner;
    private final UsableCpus machine;
    private final HostProcesses search;
    private final ProcessFiles files;
    private final ThreadMasks masks;
    private final AffinityBackup memory;
    private final ThreadRegistry registry;
    private List<ManagedProcess> processes = List.of();
    private volatile @Nullable ThreadWatch watch;
    private boolean begun;
    private long polls;
    private long scans;

    /**
     * Creates a placer. Changes no masks yet.
     *
     * @param search processes whose threads to place; groups are searched repeatedly
     * @param survivor receives the original masks of processes that outlive the run, before they change
     */
    public ThreadPlacer(
            ThreadPlanner planner,
            UsableCpus machine,
            HostProcesses search,
            ProcessFiles files,
            ThreadMasks masks,
            Consumer<OriginalMasks> survivor) {
        this.planner = planner;
        this.machine = machine;
        this.search = search;
        this.files = files;
        this.masks = masks;
        this.memory = new AffinityBackup(survivor);
        this.registry = new ThreadRegistry(planner, machine, files, masks, memory);
    }

    /**
     * Places all existing threads and starts to watch for new ones.
     *
     * @throws ProblemException if no thread of the application could be placed
     */
    public void place() {
        apply();
        watch = new ThreadWatch("harness-threads", PAUSE_NS, this::poll);
    }

    /**
     * Places all existing threads like {@link #place}, but scans for new threads about every 20 ms and polls the others
     * rarely. Uses at most 1.5 % of a CPU on average.
     */
    public void placeAndScan() {
        apply();
        watch = new ThreadWatch("t2q-threads", SCAN_PAUSE_NS, this::scanNew, SCAN_SHARE, SCAN_SAVED_S);
    }

    synchronized void scanNew() {
        registry.scanNew(processes, ++scans % SCANS_PER_CHECK == 0);
        if (scans % SCANS_PER_PART == 0) {
            registry.pollPart(processes, PARTS);
        }
    }

    /** Throws the exception that ended the watch, if any. New threads are not placed after that exception. */
    public void requireWatching() {
        ThreadWatch watching = watch;
        if (watching != null) {
            watching.requireRunning();
        }
    }

    /** Ends the watch without changing masks. */
    public ThreadReport.WatchCost stop() {
        ThreadWatch watching = watch;
        return watching == null ? ThreadReport.WatchCost.NONE : watching.stop();
    }

    void apply() {
        placeAll();
        if (search.withApplication()) {
            requirePlaced();
        }
    }

    private synchronized void placeAll() {
        begun = true;
        for (int round = 0; round < MAX_ROUNDS; round++) {
            int before = registry.alive().size();
            poll();
            if (registry.alive().size() == before) {
                break;
            }
        }
        registry.markApplied();
    }

    private synchronized void requirePlaced() {
        registry.requireApplication();
    }

    synchronized void poll() {
        if (polls++ % POLLS_PER_SEARCH == 0) {
            processes = search.find(files);
        }
        registry.poll(processes);
    }

    /** Starts recording the CPUs that threads run on. */
    public synchronized void startMeasuring() {
        registry.startMeasuring();
    }

    public synchronized void stopMeasuring() {
        if (registry.isMeasuring()) {
            poll();
            registry.stopMeasuring();
        }
    }

    /** Restores every thread's mask and returns the report; empty if threads were never placed. */
    public Optional<ThreadReport> restore() {
        return end(stop());
    }

    private synchronized Optional<ThreadReport> end(ThreadReport.WatchCost cost) {
        if (!begun) {
            return Optional.empty();
        }
        Restored restored = memory.restore(new MaskRestorer(files, masks));
        Tally tally = registry.tally();
        begun = false;
        return Optional.of(new ThreadReport(
                ThreadReport.FORMAT_VERSION,
                planner.name(),
                planner.text(),
                machine.description(),
                tally.shared() ? "managed (shared)" : "managed",
                planner.notes(machine),
                tally.sets(),
                tally.totals(),
                cost,
                restored,
                tally.lines()));
    }
}
