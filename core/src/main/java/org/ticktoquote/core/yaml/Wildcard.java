package org.ticktoquote.core.yaml;

import java.util.Arrays;
import java.util.Collection;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Texts in which {@code *} stands for anything; small and capital letters are the same. */
public final class Wildcard {
    private Wildcard() {}

    /** Whether one of the patterns is the whole text. */
    public static boolean anyMatches(Collection<String> patterns, String text) {
        return patterns.stream().anyMatch(each -> compile(each).matcher(text).matches());
    }

    private static Pattern compile(String pattern) {
        String expression =
                Arrays.stream(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return Pattern.compile(expression, Pattern.CASE_INSENSITIVE);
    }
}
