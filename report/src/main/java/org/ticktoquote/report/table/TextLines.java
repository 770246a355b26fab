package org.ticktoquote.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines for a terminal; what is longer than a line goes on in the next one. */
public final class TextLines {
    /** What a terminal shows without wrapping. */
    public static final int LENGTH = 120;

    private static final String INDENT = "  ";

    private final List<String> lines = new ArrayList<>();

    public void blank() {
        lines.add("");
    }

    /** Adds a text, broken at blanks where it is too long; what goes on is indented further than its first line. */
    public void add(String form, Object... values) {
        String rest = String.format(Locale.ROOT, form, values);
        String indent = " ".repeat(rest.length() - rest.stripLeading().length()) + INDENT;
        while (rest.length() > LENGTH) {
            int blank = rest.lastIndexOf(' ', LENGTH);
            int at = blank > indent.length() ? blank : LENGTH;
            lines.add(rest.substring(0, at));
            rest = indent + rest.substring(at).strip();
        }
        lines.add(rest);
    }

    /** A table, its columns below each other where they do not fit a line. */
    public void add(Table table) {
        lines.addAll(TextTable.lines(table, LENGTH));
    }

    public List<String> all() {
        return List.copyOf(lines);
    }
}
