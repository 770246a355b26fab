package org.ticktoquote.host.process;

import org.ticktoquote.core.linux.LibC;

/**
 * Process group that is signalled as a unit. A child of t2q leads its own group, so that its descendants end with it, and so
 * that Ctrl-C on the terminal reaches the harness alone.
 *
 * @param leader process id of its leader
 */
public record ProcessGroup(long leader) {
    private static final int TERMINATE = 15;
    private static final int KILL = 9;

    /** Sends SIGTERM to the group; returns whether it has a process. */
    public boolean terminate() {
        return signal(TERMINATE);
    }

    /** Sends SIGKILL to the group; returns whether it has a process. */
    public boolean kill() {
        return signal(KILL);
    }

    /** Returns whether the group has a process. */
    public boolean alive() {
        return signal(0);
    }

    private boolean signal(int number) {
        if (leader <= 1) {
            throw new IllegalArgumentException("not a process group of ours: " + leader);
        }
        return LibC.get().kill((int) -leader, number) == 0;
    }
}
