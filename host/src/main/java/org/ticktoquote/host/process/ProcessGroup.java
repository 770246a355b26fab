package org.ticktoquote.host.process;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.linux.LibC;
import org.ticktoquote.host.threads.ProcessFiles;

/**
 * Process group that is signalled as a unit. A child of t2q leads its own group, so that its descendants end with it, and so
 * that Ctrl-C on the terminal reaches the harness alone.
 *
 * @param leader process id of its leader
 */
public record ProcessGroup(long leader) {
    private static final int TERMINATE = 15;
    private static final int KILL = 9;
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Refuses a host on which no group can be ended. */
    public static void requireSignals() {
        try {
            LibC unused = LibC.get();
        } catch (LinkageError e) {
            String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw Problem.ofFault("the C library cannot be called: " + reason)
                    .expected("Linux with glibc, and a directory that permits execution for JNA's library"
                            + " (JAVA_TOOL_OPTIONS=-Djna.tmpdir=DIR)")
                    .exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    /** Sends SIGTERM to the group; returns whether it has a process. */
    public boolean terminate() {
        return signal(TERMINATE);
    }

    /** Sends SIGKILL to the group; returns whether it has a process. */
    public boolean kill() {
        return signal(KILL);
    }

    /** Returns whether the group has a living process. Zombies, which a container without init can keep, do not count. */
    public boolean alive() {
        return signal(0) && !new ProcessFiles().processesOfGroup(leader).isEmpty();
    }

    /** Waits until the group has no living process; returns false at the limit, or if this thread is interrupted. */
    public boolean endsWithin(long limitNs) {
        long beganNs = System.nanoTime();
        while (alive()) {
            if (System.nanoTime() - beganNs >= limitNs || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(POLL_NS);
        }
        return true;
    }

    private boolean signal(int number) {
        if (leader <= 1) {
            throw new IllegalArgumentException("not a process group of ours: " + leader);
        }
        return LibC.get().kill((int) -leader, number) == 0;
    }
}
