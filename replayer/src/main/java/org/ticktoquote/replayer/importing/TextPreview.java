package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Start of a text file, for detection.
 *
 * @param entryName name within a zip; otherwise empty
 * @param lines first lines that are not blank, after the lines to skip
 */
record TextPreview(String entryName, List<Line> lines) {
    private static final int LINES = 200;

    /** A line and its number, from 1. */
    record Line(long number, String text) {
        /** Returns true if the line has no digits. Rows have numbers, header lines rarely do. */
        boolean looksLikeHeader() {
            return text.chars().noneMatch(c -> c >= '0' && c <= '9');
        }
    }

    static TextPreview of(Path file, int skippedLines) throws IOException {
        try (TickContent content = TickContent.text(file);
                NumberedLines reader = new NumberedLines(content.stream())) {
            return new TextPreview(content.entryName(), lines(reader, skippedLines));
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
