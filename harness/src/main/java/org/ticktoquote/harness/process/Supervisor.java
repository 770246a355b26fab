package org.ticktoquote.harness.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.control.ChildPlan;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.control.ProcessProtocol;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.file.RegularFile;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.host.keep.MaskRestorer.OriginalMasks;
import org.ticktoquote.host.process.JavaCommand;

/**
 * Starts the children of a run, receives their lines, and ends all of them on close.
 *
 * <p>Starts a guardian process first and informs it of every child's group. If the harness dies, even by kill -9, the guardian
 * ends the remaining children. Used by one thread, except {@link #interrupt()}.
 */
public final class Supervisor implements AutoCloseable {
    private static final long STOP_GRACE_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long SLICE_MS = 100;
    private static final String GUARDIAN = GuardianCommand.NAME;

    private final BlockingQueue<Child.Event> events = new LinkedBlockingQueue<>();
    private final List<Child> children = new ArrayList<>();
    private final List<Child> userProcesses = new ArrayList<>();
    private final Map<Child, Runnable> beforeEnd = new HashMap<>();
    private final Set<Child> adopted = new HashSet<>();
    private final RunDirectory directory;
    private final Child guardian;
    private final AtomicBoolean interrupted = new AtomicBoolean();

    /** Starts the guardian. */
    public Supervisor(RunDirectory directory) {
        this.directory = directory;
        List<String> flags = List.of("-Xmx32m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
        List<String> command =
                new JavaCommand(JavaCommand.ownJava(), flags).subcommand(GuardianCommand.NAME, List.of());
        this.guardian =
                Child.t2qProcess(GUARDIAN, ExecutionHost.LOCAL, command, directory.log(GUARDIAN), List.of(events));
    }

    /** Starts a t2q process on this host. */
    public Child start(String role, List<String> command) {
        return start(role, ExecutionHost.LOCAL, command);
    }

    /** Starts a t2q process. */
    public Child start(String role, ExecutionHost place, List<String> command) {
        return watched(Child.t2qProcess(role, place, command, directory.log(role), List.of(events)));
    }

    /**
     * Writes a plan to the run directory, starts a t2q process, and sends it the plan.
     *
     * @param others supervisors of other runs that share the process; they also receive all its lines
     */
    public Child start(String role, ExecutionHost place, List<String> command, ChildPlan plan, Supervisor... others) {
        List<Supervisor> all = Stream.concat(Stream.of(this), Stream.of(others)).toList();
        all.forEach(each -> plan.write(each.directory.path()));
        List<BlockingQueue<Child.Event>> queues =
                all.stream().map(each -> each.events).toList();
        Child child = Child.t2qProcess(role, place, command, directory.log(role), queues);
        child.plan(plan);
        return watched(child);
    }

    /**
     * Adds a child of another supervisor to this run. Only the other supervisor ends it.
     *
     * @param awaitEnd returns when the child has ended
     */
    public void adopt(Child child, Runnable awaitEnd) {
        children.add(child);
        adopted.add(child);
        beforeEnd.put(child, awaitEnd);
    }

    /** Sets an action to run before a child is ended. */
    public void before(Child child, Runnable wait) {
        beforeEnd.put(child, wait);
    }

    /** Starts a user's process. */
    public Child startUserProcess(String role, ExecutionHost place, List<String> command) {
        Child child = Child.userProcess(role, place, command, directory.log(role), events);
        userProcesses.add(child);
        return watched(child);
    }

    private GuardianCommand.WatchedGroup groupOf(Child child) {
        return new GuardianCommand.WatchedGroup(
                child.group().leader(),
                userProcesses.contains(child) && !child.place().isRemote());
    }

    private Child watched(Child child) {
        children.add(child);
        guardian.send(ControlCommand.of(GuardianCommand.WATCH, groupOf(child)));
        return child;
    }

    /** Makes the guardian restore the CPU masks of threads if the harness dies. Called before masks are changed. */
    public void remember(OriginalMasks masks) {
        guardian.send(ControlCommand.of(GuardianCommand.RESTORE, masks));
    }

    public long guardianPid() {
        return guardian.pid();
    }

    /**
     * Makes the current wait of this supervisor, or its next one, end with {@link InterruptedException}. Callable from any
     * thread.
     */
    public void interrupt() {
        interrupted.set(true);
    }

    /** Returns whether an interruption is pending. */
    public boolean isInterrupted() {
        return interrupted.get();
    }

    /**
     * Waits for a status of a child, and passes all other lines of children to the listener.
     *
     * @throws ChildFailure if the child failed, ended, or did not report the status within the limit, or if the
     *     listener throws it
     * @throws InterruptedException after {@link #interrupt()}
     */
    public StatusLine await(Child child, String status, long limitNs, Listener listener)
            throws ChildFailure, InterruptedException {
        return awaitPerhaps(child, status, limitNs, listener)
                .orElseThrow(() -> new ChildFailure(
                        child,
                        Role.describe(child.role()) + " did not report '" + status + "' within "
                                + TimeUnit.NANOSECONDS.toSeconds(limitNs) + " s"));
    }

    /** Waits like {@link #await}; returns empty if the child did not report the status within the limit. */
    public Optional<StatusLine> awaitPerhaps(Child child, String status, long limitNs, Listener listener)
            throws ChildFailure, InterruptedException {
        return Optional.ofNullable(
                poll(event -> event.child() == child && is(event.line(), status), limitNs, listener));
    }

    /** Passes lines of children to the listener for the given time. */
    public void listen(long ns, Listener listener) throws ChildFailure, InterruptedException {
        poll(event -> false, ns, listener);
    }

    private @Nullable StatusLine poll(Predicate<Child.Event> wanted, long limitNs, Listener listener)
            throws ChildFailure, InterruptedException {
        long deadline = System.nanoTime() + limitNs;
        while (true) {
            long left = deadline - System.nanoTime();
            requireNotInterrupted();
            if (left <= 0) {
                return null;
            }
            long slice = Math.min(TimeUnit.MILLISECONDS.toNanos(SLICE_MS), left);
            Child.Event event = events.poll(slice, TimeUnit.NANOSECONDS);
            if (event == null) {
                continue;
            }
            if (wanted.test(event)) {
                return event.line();
            }
            receive(event, listener);
        }
    }

    /** Throws if interrupted, as every wait does. Clears the interruption, so the caller can wait again. */
    public void requireNotInterrupted() throws InterruptedException {
        if (interrupted.getAndSet(false)) {
            throw new InterruptedException("interrupted by the user");
        }
    }

    private void receive(Child.Event event, Listener listener) throws ChildFailure {
        Child child = event.child();
        StatusLine line = event.line();
        if (line == null) {
            if (child != guardian) {
                listener.onEnd(
                        child,
                        failure(child, "ended: " + child.outcome().cause() + mostTellingLine(child.messageLog())));
            }
        } else if (line.status().equals(ProcessProtocol.FAILED)) {
            String cause = line.detailAs(ProcessProtocol.Failed.class).cause();
            child.failed(cause);
            listener.onEnd(child, failure(child, "failed: " + cause));
        } else {
            listener.onLine(child, line);
        }
    }

    private static ChildFailure failure(Child child, String what) {
        return new ChildFailure(child, Role.describe(child.role()) + " " + what);
    }

    /** Returns the first line of t2q at either end of a log, else the last line, in parentheses; empty if there is none. */
    static String mostTellingLine(Path log) {
        try {
            List<String> nonBlank = RegularFile.firstAndLastLines(log).stream()
                    .filter(line -> !line.isBlank())
                    .toList();
            return nonBlank.stream()
                    .filter(line -> line.startsWith("t2q: "))
                    .findFirst()
                    .or(() -> nonBlank.isEmpty() ? Optional.empty() : Optional.of(nonBlank.get(nonBlank.size() - 1)))
                    .map(line -> " (" + line + ")")
                    .orElse("");
        } catch (IOException unreadable) {
            return "";
        }
    }

    private static boolean is(@Nullable StatusLine line, String status) {
        return line != null && line.status().equals(status);
    }

    /** Children in the order of their start, without the guardian. */
    public List<Child> children() {
        return List.copyOf(children);
    }

    /** Ends one child and removes it from the guardian. */
    public void end(Child child) {
        child.end(!userProcesses.contains(child), STOP_GRACE_NS);
        guardian.send(ControlCommand.of(GuardianCommand.FORGET, groupOf(child)));
    }

    /** Ends every child, the last started first, and finally the guardian, even if one cannot be ended. */
    @Override
    public void close() {
        endFirst(children.size());
    }

    private void endFirst(int count) {
        if (count == 0) {
            guardian.dismiss(STOP_GRACE_NS);
            return;
        }
        try {
            endUnlessAdopted(children.get(count - 1));
        } finally {
            endFirst(count - 1);
        }
    }

    private void endUnlessAdopted(Child child) {
        try {
            beforeEnd.getOrDefault(child, () -> {}).run();
        } finally {
            if (!adopted.contains(child)) {
                end(child);
            }
        }
    }

    /** Handles lines and exits of children that the run was not waiting for. */
    public interface Listener {
        /** Called for a line of a child. */
        void onLine(Child child, StatusLine line) throws ChildFailure;

        /** Called if a child ended or failed. Throws the failure if the run cannot continue without the child. */
        void onEnd(Child child, ChildFailure failure) throws ChildFailure;
    }
}
