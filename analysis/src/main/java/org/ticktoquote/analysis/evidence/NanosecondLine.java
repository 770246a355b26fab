package org.ticktoquote.analysis.evidence;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Line of a unified JVM log that begins with the decorations {@code timenanos,uptimenanos}, followed by any others.
 *
 * @param stampNs time at which the line was written
 * @param writer process or thread that wrote it, which distinguishes two JVMs in one file; 0 if not given
 * @param message text after the decorations
 */
record NanosecondLine(long stampNs, long writer, String message) {
    private static final Pattern LINE =
            Pattern.compile("^\\[(\\d{1,18})ns]\\[\\d{1,18}ns](?:\\[(\\d{1,18})])?(?:\\[[^\\[\\]]*]){0,8} (.*)$");

    static Optional<NanosecondLine> of(String line) {
        Matcher found = LINE.matcher(line);
        if (!found.matches()) {
            return Optional.empty();
        }
        @Nullable String writer = found.group(2);
        return Optional.of(new NanosecondLine(
                Long.parseLong(found.group(1)), writer == null ? 0 : Long.parseLong(writer), found.group(3)));
    }
}
