package org.ticktoquote.distribution;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Text in roff's man macros, built from plain text. */
final class Roff {
    private final StringBuilder text = new StringBuilder();

    void title(String name, String date, String source) {
        text.append(".TH \"%s\" 1 \"%s\" \"%s\" \"t2q manual\"\n"
                .formatted(escaped(name.toUpperCase(Locale.ROOT)), date, escaped(source)));
        text.append(".nh\n.ad l\n");
    }

    void section(String heading) {
        text.append(".SH \"").append(escaped(heading.toUpperCase(Locale.ROOT))).append("\"\n");
    }

    void line(String line) {
        text.append(guarded(line)).append('\n');
    }

    /** Adds lines with their breaks and indentation. */
    void verbatim(List<String> lines) {
        text.append(".nf\n");
        lines.forEach(this::line);
        text.append(".fi\n");
    }

    /** Adds an entry: names in bold, followed by their value, and the meaning below. */
    void entry(List<String> names, String value, String meaning) {
        String bold =
                names.stream().map(name -> "\\fB" + escaped(name) + "\\fR").collect(Collectors.joining(", "));
        text.append(".TP\n").append(bold).append(escaped(value)).append('\n');
        line(meaning.isBlank() ? "-" : meaning);
    }

    String text() {
        return text.toString();
    }

    /** Escapes a dot or a quote at the start of a line, which would be a request. */
    private static String guarded(String line) {
        return line.startsWith(".") || line.startsWith("'") ? "\\&" + escaped(line) : escaped(line);
    }

    private static String escaped(String plain) {
        return plain.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
    }
}
