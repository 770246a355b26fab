package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The begin of a text file: enough to see what it is.
 *
 * @param entryName of the file within a zip; empty for any other
 * @param lines the first lines that are not blank, behind those to skip
 */
record Preview(String entryName, List<Line> lines) {
    private static final int LINES = 200;

    /** A line and its number, from 1. */
    record Line(long number, String text) {
        /** Rows have numbers in them, header lines hardly ever. */
        boolean looksLikeHeader() {
            return text.chars().noneMatch(c -> c >= '0' && c <= '9');
        }
    }

    static Preview of(Path file, int skippedLines) throws IOException {
        try (TickContent content = TickContent.text(file);
                NumberedLines reader = new NumberedLines(content.stream())) {
            return new Preview(content.entryName(), lines(reader, skippedLines));
        }
    }

    private static List<Line> lines(NumberedLines reader, int skippedLines) throws IOException {
        List<Line> lines = new ArrayList<>();
        while (lines.size() < LINES) {
            String text = reader.nextText();
            if (text == null) {
                break;
            }
            if (reader.number() > skippedLines && !text.isBlank()) {
                lines.add(new Line(reader.number(), text));
            }
        }
        return List.copyOf(lines);
    }
}
