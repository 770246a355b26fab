package org.ticktoquote.core.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whose the log of a JVM's collector is. No flag makes a JVM write that for all three of the harness's processes, so each
 * of them adds a line to the log that its JVM has open, {@code [t2q] replayer of run UUID}: both append, and HotSpot opens
 * its logs for appending.
 *
 * @param run the identity of the run
 * @param role of the process
 */
public record CollectorLog(UUID run, String role) {
    private static final Pattern LINE =
            Pattern.compile("\\[t2q] ([a-z-]{1,32}) of run ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\s*");

    /** Adds the line; harmless where the JVM has no such log, and a log that cannot be written is one without it. */
    static void sign(Path log, UUID run, String role) {
        if (!Files.isRegularFile(log)) {
            return;
        }
        try {
            Files.writeString(log, "[t2q] " + role + " of run " + run + "\n", StandardOpenOption.APPEND);
        } catch (IOException unsigned) {
            // whoever reads the log says so
        }
    }

    /** What a line says; empty where it is another one. */
    public static Optional<CollectorLog> of(String line) {
        Matcher matcher = LINE.matcher(line);
        return matcher.matches()
                ? Optional.of(new CollectorLog(UUID.fromString(matcher.group(2)), matcher.group(1)))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return role + " of run " + run;
    }
}
