package org.ticktoquote.host.keep;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.host.keep.HostProcesses.ManagedProcess;
import org.ticktoquote.host.keep.MaskRestorer.AffinityBackup;
import org.ticktoquote.host.keep.MaskRestorer.OriginalMasks;
import org.ticktoquote.host.keep.MaskRestorer.Restored;
import org.ticktoquote.host.keep.TrackedThread.Tally;
import org.ticktoquote.host.machine.Topology;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.placement.ThreadPlanner;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles;

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
    private static final long GLANCE_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long GLANCE_SHARE = 66;
    private static final long GLANCE_SAVED_S = 120;
    private static final int GLANCES_A_PART = 50;
    private static final int PARTS = 10;
    private static final int GLANCES_A_CHECK = 5;
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final ThreadPlanner planner;
    private final Topology machine;
    private final HostProcesses search;
    private final ProcessFiles files;
    private final ThreadMasks masks;
    private final AffinityBackup memory;
    private final ThreadRegister register;
    private List<ManagedProcess> processes = List.of();
    private volatile @Nullable ThreadWatch watch;
    private boolean begun;
    private long looks;
    private long glances;

    /**
     * Nothing is touched yet.
     *
     * @param search whose threads; groups are looked through again and again
     * @param survivor receives the masks of processes that outlive the run, before they change
     * @param events receives what befalls known threads
     */
    public ThreadKeeper(
            ThreadPlanner planner,
            Topology machine,
            HostProcesses search,
            ProcessFiles files,
            ThreadMasks masks,
            Consumer<OriginalMasks> survivor,
            ThreadEvents events) {
        this.planner = planner;
        this.machine = machine;
        this.search = search;
        this.files = files;
        this.masks = masks;
        this.memory = new AffinityBackup(survivor);
        this.register = new ThreadRegister(planner, machine, files, masks, memory, events);
    }

    /**
     * Places every thread that exists, and looks after all that appear from now on.
     *
     * @throws Refusal when the kernel lets none of the application's be placed
     */
    public void place() {
        apply();
        watch = new ThreadWatch("harness-threads", PAUSE_NS, this::look);
    }

    /** The same, but new threads are placed within milliseconds, at 1.5 % of a CPU in the long run, and the others looked at rarely. */
    public void placeAtOnce() {
        apply();
        watch = new ThreadWatch("t2q-threads", GLANCE_PAUSE_NS, this::glance, GLANCE_SHARE, GLANCE_SAVED_S);
    }

    synchronized void glance() {
        register.glance(processes, ++glances % GLANCES_A_CHECK == 0);
        if (glances % GLANCES_A_PART == 0) {
            register.lookAtPart(processes, PARTS);
        }
    }

    /** Throws the exception that ended the watch, if one did: new threads are not placed any more. */
    public void requireWatching() {
        ThreadWatch watching = watch;
        if (watching != null) {
            watching.requireRunning();
        }
    }

    /** Ends the watch; all masks stay as they are. */
    public ThreadAccount.Watch leave() {
        ThreadWatch watching = watch;
        return watching == null ? ThreadAccount.Watch.NONE : watching.stop();
    }

    /** Places every thread that exists. */
    void apply() {
        placeAll();
        if (search.withApplication()) {
            requirePlaced();
        }
    }

    private synchronized void placeAll() {
        begun = true;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            int before = register.alive().size();
            look();
            if (register.alive().size() == before) {
                break;
            }
        }
        register.applied();
    }

    /** Looks at every thread once. */
    private synchronized void requirePlaced() {
        register.requireApplication();
    }

    synchronized void look() {
        if (looks++ % LOOKS_A_SEARCH == 0) {
            processes = search.find(files);
        }
        register.look(processes);
    }

    /** From here on the CPUs that threads run on are taken down. */
    public synchronized void measuring() {
        register.measuring();
    }

    /** The measured part is over. */
    public synchronized void measured() {
        if (register.measures()) {
            look();
            register.measured();
        }
    }

    /** Gives every thread back the mask that it had, and says what became of everyone; empty when nothing was begun. */
    public Optional<ThreadAccount> finish() {
        return end(leave());
    }

    private synchronized Optional<ThreadAccount> end(ThreadAccount.Watch cost) {
        if (!begun) {
            return Optional.empty();
        }
        Restored restored = memory.restore(new MaskRestorer(files, masks));
        Tally tally = register.tally();
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

    /** Receives what befalls known threads. */
    public interface ThreadEvents {
        /** Always sets the mask of the plan again. */
        ThreadEvents SET_AGAIN = (thread, expected, found) -> true;

        /** Another process changed a mask. Returns whether the thread gets its mask of the plan again. */
        boolean maskChanged(FoundThread thread, CpuList expected, CpuList found);

        /** A thread is no longer seen. */
        default void ended(FoundThread thread) {}
    }
}
