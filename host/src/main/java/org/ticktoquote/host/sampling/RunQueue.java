package org.ticktoquote.host.sampling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.core.evidence.Pressure;

/**
 * How many threads of a host run or are ready to, on all its CPUs: the fourth field of {@code /proc/loadavg} (proc(5)). That
 * is the same number as {@code procs_running} of {@code /proc/stat}, without the counts of all interrupts.
 */
final class RunQueue {
    private static final Pattern LENGTH = Pattern.compile("\\S+ \\S+ \\S+ (\\d{1,9})/\\d+ \\d+\\s*");

    private final Path file;

    /** @param proc where the kernel shows it */
    RunQueue(Path proc) {
        this.file = proc.resolve("loadavg");
    }

    /** At this moment, the thread that asks among them; {@link Pressure#UNKNOWN} where the kernel does not say. */
    long length() {
        try {
            Matcher found = LENGTH.matcher(Files.readString(file));
            return found.matches() ? Long.parseLong(found.group(1)) : Pressure.UNKNOWN;
        } catch (IOException absent) {
            return Pressure.UNKNOWN;
        }
    }
}
