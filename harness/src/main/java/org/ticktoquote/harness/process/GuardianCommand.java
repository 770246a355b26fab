package org.ticktoquote.harness.process;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.control.ProcessProtocol;
import org.ticktoquote.host.keep.MaskRestorer;
import org.ticktoquote.host.keep.MaskRestorer.OriginalMasks;
import org.ticktoquote.host.keep.ThreadMasks.LinuxMasks;
import org.ticktoquote.host.process.ChildCommand;
import org.ticktoquote.host.process.ProcessGroup;
import org.ticktoquote.host.threads.ProcessFiles;

/**
 * Guardian process. Outlives a dead harness by seconds, restores the CPU masks of threads and ends the process groups that it
 * watches.
 *
 * <p>Receives {@code watch} and {@code forget} with a {@link WatchedGroup}, {@code restore} with {@link OriginalMasks} of an
 * attached application, and {@code stop} at a normal end. If its input ends without {@code stop}, the harness has died. The
 * guardian then restores masks and sends SIGTERM to a user's application. t2q processes end by themselves, because their input
 * has closed too. After a grace period all groups get SIGKILL.
 */
@picocli.CommandLine.Command(
        name = GuardianCommand.NAME,
        hidden = true,
        description = "Internal: ends what a dead harness left.")
public final class GuardianCommand extends ChildCommand {
    static final String NAME = "guardian";

    /** Command with detail {@link WatchedGroup}. */
    static final String WATCH = "watch";
    /** Command with detail {@link WatchedGroup}. */
    static final String FORGET = "forget";
    /** Command with detail {@link OriginalMasks}. */
    static final String RESTORE = "restore";

    private static final long GRACE_NS = TimeUnit.SECONDS.toNanos(3);
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Set<WatchedGroup> watched = new HashSet<>();
    private final Map<Long, OriginalMasks> masks = new HashMap<>();
    private boolean dismissed;

    /**
     * Process group that must not outlive the harness.
     *
     * @param group process id of its leader
     * @param foreign true for a user's application, which does not end when its input closes
     */
    record WatchedGroup(long group, boolean foreign) {
        ProcessGroup processes() {
            return new ProcessGroup(group);
        }
    }

    @Override
    public void onCommand(ControlCommand command) {
        switch (command.name()) {
            case WATCH -> watched.add(command.detailAs(WatchedGroup.class));
            case FORGET -> watched.remove(command.detailAs(WatchedGroup.class));
            case RESTORE -> {
                OriginalMasks original = command.detailAs(OriginalMasks.class);
                masks.merge(original.pid(), original, OriginalMasks::plus);
            }
            case ProcessProtocol.STOP -> dismissed = true;
            default ->
                throw Problem.ofValue(command.name())
                        .fault("is not a command of the guardian")
                        .exception();
        }
    }

    @Override
    public void onClosed() {
        if (!dismissed) {
            restoreMasks();
            watched.stream()
                    .filter(WatchedGroup::foreign)
                    .forEach(each -> each.processes().terminate());
            awaitEnd();
            watched.forEach(each -> each.processes().kill());
        }
    }

    private void restoreMasks() {
        if (!masks.isEmpty()) {
            MaskRestorer restorer = new MaskRestorer(new ProcessFiles(), new LinuxMasks());
            masks.values().forEach(restorer::restore);
        }
    }

    private void awaitEnd() {
        long deadline = System.nanoTime() + GRACE_NS;
        while (watched.stream().anyMatch(each -> each.processes().alive()) && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(POLL_NS);
        }
    }
}
