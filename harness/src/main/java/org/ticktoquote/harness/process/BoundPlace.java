package org.ticktoquote.harness.process;

import java.util.ArrayList;
import java.util.List;

/**
 * This host, but only some of its CPUs.
 *
 * @param cpus as {@code taskset -c} takes them
 */
public record BoundPlace(String cpus) implements Place {
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
