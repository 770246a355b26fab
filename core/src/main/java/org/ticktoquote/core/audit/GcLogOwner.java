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
 * Owner of a GC log. No JVM flag writes the owner, so each of the three harness processes appends
 * {@code [t2q] replayer of run UUID} to its JVM's open log. HotSpot opens its logs for appending too, so neither writer
 * overwrites the other.
 *
 * @param run identity of the run
 * @param role role of the process that writes the log
 */
public record GcLogOwner(UUID run, String role) {
    private static final Pattern LINE =
            Pattern.compile("\\[t2q] ([a-z-]{1,32}) of run ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\s*");

    /** Appends the line. No effect if the JVM has no such log, or if the log cannot be written. */
    static void sign(Path log, UUID run, String role) {
        if (!Files.isRegularFile(log)) {
            return;
        }
        try {
            Files.writeString(log, "[t2q] " + role + " of run " + run + "\n", StandardOpenOption.APPEND);
        } catch (IOException unsigned) {
            // the reader of the log reports the missing line
        }
    }

    /** Parses a line. Returns empty for any other line. */
    public static Optional<GcLogOwner> of(String line) {
        Matcher matcher = LINE.matcher(line);
        return matcher.matches()
                ? Optional.of(new GcLogOwner(UUID.fromString(matcher.group(2)), matcher.group(1)))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return role + " of run " + run;
    }
}
