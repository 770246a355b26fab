package org.ticktoquote.host.state;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Files that list all choices with the current one in brackets: {@code always [madvise] never}, {@code none (full)}. */
public final class Choice {
    private static final Pattern CURRENT = Pattern.compile("[\\[(]([^\\])]+)[\\])]");

    private Choice() {}

    /** The choice in brackets; the text itself when there is none. */
    public static String current(String text) {
        Matcher brackets = CURRENT.matcher(text);
        return brackets.find() ? brackets.group(1) : text.trim();
    }
}
