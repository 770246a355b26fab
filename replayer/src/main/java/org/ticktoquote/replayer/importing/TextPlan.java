package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.replayer.importing.SourceColumns.Column;

/** Creates the source of a text file. Detects its format, and from that its layout, instrument and venue. */
record TextPlan(SourceSettings settings) {
    private static final String LEAN_NAME = "(.*_)?quote(\\.csv)?\\.(csv|zip|gz|zst)";

    TickSource plan(int index, SourcePlanner.Argument argument) throws IOException {
        Path file = argument.file();
        Preview preview = Preview.of(file, settings.csv().skippedLines());
        FileNameFacts facts = FileNameFacts.of(file, preview.entryName());
        TextDetection detection =
                new TextDetection(settings, file, preview, facts.date().or(settings::date));
        Format format = settings.format()
                .or(() -> settings.csv().columns().map(columns -> Format.CSV))
                .or(detection::format)
                .orElseGet(() -> byName(file, preview));
        String venue = argument.venue().or(facts::venue).or(settings::venue).orElse(format.defaultVenue());
        TextLayout layout = detection.layout(format, venue);
        TimeText unused = layout.time(); // refuses an invalid format
        Optional<String> symbol = symbol(argument, facts, layout);
        FileAccess.Access<Row.Reader> opener = () ->
                new TextRowReader(new NumberedLines(TickContent.text(file).stream()), layout, symbol.orElse(null));
        return new TickSource(index, file, format, symbol, venue, settings.sortNs(), Optional.of(layout), opener);
    }

    private static Format byName(Path file, Preview preview) {
        if (file.getFileName().toString().matches(LEAN_NAME)) {
            return Format.LEAN;
        }
        String first = preview.lines().isEmpty()
                ? "it is empty"
                : "first line '" + Printable.text(preview.lines().get(0).text(), 80) + "'";
        throw Problem.of(file)
                .fault("of no known format (" + first + ")")
                .expected("a header line that names time, bid and ask, or --columns, or --format")
                .exception();
    }

    /** Returns the symbol of all rows; empty if a column names the symbol of each row. */
    private Optional<String> symbol(SourcePlanner.Argument argument, FileNameFacts facts, TextLayout layout) {
        if (argument.symbol().isPresent() || layout.places().has(Column.SYMBOL)) {
            return argument.symbol();
        }
        return Optional.of(facts.symbol()
                .or(settings::symbol)
                .orElseThrow(() -> SourcePlanner.missing(
                        argument.file(), "instrument", "as in EUR/USD=" + argument.file() + ", or with --symbol")));
    }

    /**
     * Start of a text file, for detection.
     *
     * @param entryName name within a zip; otherwise empty
     * @param lines first lines that are not blank, after the lines to skip
     */
    record Preview(String entryName, List<Line> lines) {
        private static final int LINES = 200;

        /** A line and its number, from 1. */
        record Line(long number, String text) {
            /** Returns true if the line has no digits. Rows have numbers, header lines rarely do. */
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
}
