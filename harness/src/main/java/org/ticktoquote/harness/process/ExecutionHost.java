package org.ticktoquote.harness.process;

import java.util.ArrayList;
import java.util.List;

/** Host of a process, with the commands that start processes on it. Defaults to this host. */
public interface ExecutionHost {
    /** This host. */
    ExecutionHost LOCAL = new ExecutionHost() {};

    /** Name for users. */
    default String name() {
        return "this host";
    }

    /**
     * Returns whether this is another host. Processes there run under a {@linkplain ProcessProxyCommand proxy}, which
     * reports their end.
     */
    default boolean isRemote() {
        return false;
    }

    /** Returns the local command that starts a t2q process on the host. */
    default List<String> t2qCommand(List<String> command) {
        return command;
    }

    /**
     * Returns the local command that starts a user's process on the host, without control lines and with both outputs in the
     * log.
     */
    default List<String> userCommand(List<String> command, String role) {
        return command;
    }

    /**
     * A subset of this host's CPUs.
     *
     * @param cpus list of CPUs, as {@code taskset -c} takes it
     */
    record CpuBound(String cpus) implements ExecutionHost {
        public static final String PROGRAM = "taskset";

        @Override
        public List<String> t2qCommand(List<String> command) {
            return bound(command);
        }

        @Override
        public List<String> userCommand(List<String> command, String role) {
            return bound(command);
        }

        private List<String> bound(List<String> command) {
            List<String> whole = new ArrayList<>(List.of(PROGRAM, "-c", cpus));
            whole.addAll(command);
            return whole;
        }
    }
}
