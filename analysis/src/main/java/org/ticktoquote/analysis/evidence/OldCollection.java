package org.ticktoquote.analysis.evidence;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses stop-the-world collections from log lines of HotSpot 8, which are stamped at the start:
 * {@code [GC (Allocation Failure) 65536K->10748K(251392K), 0.0123456 secs]}, with or without details and times. Ignores
 * concurrent phases.
 */
final class OldCollection {
    private static final Pattern MESSAGE = Pattern.compile(
            "\\[((?:Full )?GC(?:--)?(?! concurrent)(?: [a-z]+)?(?: \\((?:[^()]|\\(\\)){1,60}\\)){0,4}).*, (\\d{1,6}"
                    + LogDecimal.POINT
                    + "\\d{1,9}) secs](?: \\[Times: .*)?\\s*");
    private static final int NS_DIGITS_OF_A_SECOND = 9;

    private OldCollection() {}

    /** Returns the stop reported by a message written at its start. */
    static Optional<JvmStop> beginning(String message, long beginNs) {
        if (!message.startsWith("[")) {
            return Optional.empty();
        }
        Matcher collection = MESSAGE.matcher(message);
        if (!collection.matches()) {
            return Optional.empty();
        }
        long lengthNs = LogDecimal.scaled(collection.group(2), NS_DIGITS_OF_A_SECOND);
        return Optional.of(new JvmStop(beginNs, beginNs + lengthNs, 0, collection.group(1), ""));
    }
}
