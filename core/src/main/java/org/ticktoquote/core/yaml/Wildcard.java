package org.ticktoquote.core.yaml;

import java.util.Arrays;
import java.util.Collection;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Matches texts with patterns in which {@code *} is any text. Ignores case. */
public final class Wildcard {
    private Wildcard() {}

    /** Returns whether one of the patterns matches the whole text. */
    public static boolean anyMatches(Collection<String> patterns, String text) {
        return patterns.stream().anyMatch(each -> compile(each).matcher(text).matches());
    }

    private static Pattern compile(String pattern) {
        String expression =
                Arrays.stream(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return Pattern.compile(expression, Pattern.CASE_INSENSITIVE);
    }
}
