package org.ticktoquote.analysis.report;

import java.util.regex.Pattern;

/** Microseconds as a page writes them, {@code 45.0 µs}; terminals and files that programs read have {@code us}. */
public final class MicroSign {
    private static final Pattern ASCII = Pattern.compile("(?<=[0-9])([ \\u00a0])us\\b");

    private MicroSign() {}

    /** The same text with the sign behind every number of microseconds. */
    public static String in(String text) {
        return ASCII.matcher(text).replaceAll("$1µs");
    }
}
