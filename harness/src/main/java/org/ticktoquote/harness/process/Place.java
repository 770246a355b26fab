package org.ticktoquote.harness.process;

import java.util.ArrayList;
import java.util.List;

/** Where a process runs, and what must be executed on this host so that it does; unless it says otherwise, on this one. */
public interface Place {
    /** The host that runs this process: nothing needs to be done to run here. */
    Place HERE = new Place() {};

    /** For people. */
    default String name() {
        return "this host";
    }

    /** Whether it is another host: a process there runs under a {@linkplain ProcessProxyCommand proxy}, which tells its end. */
    default boolean elsewhere() {
        return false;
    }

    /** What is executed here for a process of ours. */
    default List<String> ours(List<String> command) {
        return command;
    }

    /** What is executed here for a user's process, which knows no control lines; its outputs go into the log. */
    default List<String> foreign(List<String> command, String role) {
        return command;
    }

    /**
     * This host, but only some of its CPUs.
     *
     * @param cpus as {@code taskset -c} takes them
     */
    record Bound(String cpus) implements Place {
        /** What binds a process. */
        public static final String PROGRAM = "taskset";

        @Override
        public List<String> ours(List<String> command) {
            return bound(command);
        }

        @Override
        public List<String> foreign(List<String> command, String role) {
            return bound(command);
        }

        private List<String> bound(List<String> command) {
            List<String> whole = new ArrayList<>(List.of(PROGRAM, "-c", cpus));
            whole.addAll(command);
            return whole;
        }
    }
}
