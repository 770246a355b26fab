package org.ticktoquote.harness.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.core.command.TextTable;

/** Lines for a terminal; what is longer than a line goes on in the next one. */
final class TextLines {
    /** What a terminal shows without wrapping. */
    static final int LENGTH = 120;

    private static final String INDENT = "  ";

    private final List<String> lines = new ArrayList<>();

    void blank() {
        lines.add("");
    }

    /** A text, broken at blanks where it is too long. */
    void add(String form, Object... values) {
        String rest = String.format(Locale.ROOT, form, values);
        while (rest.length() > LENGTH) {
            int blank = rest.lastIndexOf(' ', LENGTH);
            int at = blank > INDENT.length() ? blank : LENGTH;
            lines.add(rest.substring(0, at));
            rest = INDENT + rest.substring(at).strip();
        }
        lines.add(rest);
    }

    void add(TextTable table) {
        lines.addAll(table.lines());
    }

    List<String> all() {
        return List.copyOf(lines);
    }
}
