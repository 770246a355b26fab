package org.ticktoquote.core.run;

import java.util.List;

/**
 * End of a process of the run.
 *
 * @param role {@code replayer}, {@code fix-clients}, {@code pricing-app}
 * @param command executed command
 * @param pid process id, 0 for an attached application
 * @param end {@code running}, {@code normal}, {@code failed}, {@code killed}, {@code hung}, {@code attached}, or
 *     {@code lost} if the connection to its host ended, so that its own end is unknown
 * @param exitStatus -1 while running
 * @param cause sentence for the user, empty if normal
 * @param endedNs monotonic time of the end, 0 while running
 */
public record ProcessEnd(
        String role, List<String> command, long pid, String end, int exitStatus, String cause, long endedNs) {
    public static final String RUNNING = "running";
    public static final String NORMAL = "normal";
    public static final String FAILED = "failed";
    public static final String KILLED = "killed";
    public static final String HUNG = "hung";
    public static final String ATTACHED = "attached";
    public static final String LOST = "lost";

    public ProcessEnd {
        command = List.copyOf(command);
    }
}
