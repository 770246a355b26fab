package org.ticktoquote.host.state;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;

/** Soft resource limits of this process, which its children inherit. */
public final class ResourceLimits {
    private static final String FILE = "/proc/self/limits";

    private ResourceLimits() {}

    /** Returns the soft limit of a row such as {@code Max open files}: a number, or {@code unlimited}. */
    public static Reading of(Host host, String name) {
        Reading limits = host.file(FILE);
        if (!limits.known()) {
            return limits;
        }
        Matcher row =
                Pattern.compile("(?m)^" + Pattern.quote(name) + "\\s+(\\S+)").matcher(limits.or(""));
        return row.find() ? Reading.of(row.group(1)) : Reading.unknown(FILE + " has no '" + name + "'");
    }
}
