package org.ticktoquote.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines for a terminal. Longer texts are wrapped. */
public final class TextLines {
    /** Longest line, in characters, that a terminal shows without wrapping. */
    public static final int LENGTH = 120;

    private static final String INDENT = "  ";

    private final List<String> lines = new ArrayList<>();

    public void blank() {
        lines.add("");
    }

    /**
     * Adds a text, formatted as by {@link String#format}. A text that is too long is wrapped, at blanks where possible.
     * Continuation lines are indented further than the first line.
     */
    public void add(String form, Object... values) {
        String text = String.format(Locale.ROOT, form, values);
        wrap(text, " ".repeat(text.length() - text.stripLeading().length()) + INDENT, LENGTH, lines);
    }

    static void wrap(String text, String indent, int length, List<String> lines) {
        String rest = text;
        while (rest.length() > length) {
            int blank = rest.lastIndexOf(' ', length);
            int at = blank > indent.length() ? blank : length;
            lines.add(rest.substring(0, at));
            rest = indent + rest.substring(at).strip();
        }
        lines.add(rest);
    }

    /** Adds lines as they are. */
    public void addAll(List<String> more) {
        lines.addAll(more);
    }

    public List<String> all() {
        return List.copyOf(lines);
    }
}
