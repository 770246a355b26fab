package org.ticktoquote.host.state;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;

/** Properties of this process in {@code /proc/self}, which its children inherit: soft resource limits and mounts. */
public final class OwnProcess {
    public static final String MOUNTS = "/proc/self/mounts";

    private static final String LIMITS = "/proc/self/limits";

    private OwnProcess() {}

    /** Returns the soft limit of a row such as {@code Max open files}: a number, or {@code unlimited}. */
    public static Reading limit(Host host, String name) {
        Reading limits = host.file(LIMITS);
        if (!limits.known()) {
            return limits;
        }
        Matcher row =
                Pattern.compile("(?m)^" + Pattern.quote(name) + "\\s+(\\S+)").matcher(limits.or(""));
        return row.find() ? Reading.of(row.group(1)) : Reading.unknown(LIMITS + " has no '" + name + "'");
    }

    /** Returns the type of the file system that contains a path, given the content of {@link #MOUNTS} (fstab(5)). */
    public static Optional<String> fileSystem(String path, String mounts) {
        return mounts.lines()
                .map(line -> line.split(" ", -1))
                .filter(mount -> mount.length > 2 && holds(mount[1], path))
                // a later mount at the same point hides the earlier one
                .reduce((before, mount) -> mount[1].length() >= before[1].length() ? mount : before)
                .map(mount -> mount[2]);
    }

    private static boolean holds(String point, String path) {
        return point.equals("/") || path.equals(point) || path.startsWith(point + "/");
    }
}
