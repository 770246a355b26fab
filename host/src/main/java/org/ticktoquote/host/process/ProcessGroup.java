package org.ticktoquote.host.process;

import org.ticktoquote.core.linux.LibC;

/**
 * A group of processes that is signalled as one: a child of ours leads its own, so that whatever it starts ends with it,
 * and so that Ctrl-C on the terminal reaches the harness alone.
 *
 * @param leader process id of its leader
 */
public record ProcessGroup(long leader) {
    private static final int TERMINATE = 15;
    private static final int KILL = 9;

    /** Asks every process of the group to end; true when there was one. */
    public boolean terminate() {
        return signal(TERMINATE);
    }

    /** Ends every process of the group; true when there was one. */
    public boolean kill() {
        return signal(KILL);
    }

    /** Whether a process of the group exists. */
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
