package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.ticktoquote.core.command.Problem;

/** Understands a text file: its family, and from that its layout, instrument and venue. */
record TextPlan(SourceSettings settings) {
    private static final String LEAN_NAME = "(.*_)?quote(\\.csv)?\\.(csv|zip|gz)";

    TickSource plan(int index, SourceArgument argument) throws IOException {
        Path file = argument.file();
        Preview preview = Preview.of(file, settings.csv().skippedLines());
        FileFacts facts = FileFacts.of(file, preview.entryName());
        TextDetection detection =
                new TextDetection(settings, file, preview, facts.date().or(settings::date));
        Format format = settings.format()
                .or(() -> settings.csv().columns().map(columns -> Format.CSV))
                .or(detection::format)
                .orElseGet(() -> byName(file, preview));
        String venue = argument.venue().or(facts::venue).or(settings::venue).orElse(format.defaultVenue());
        TextReading reading = detection.reading(format, venue);
        TextLayout layout = reading.layout(settings.quantityUnit().orElse(format.quantityUnit()));
        Optional<String> symbol = symbol(argument, facts, layout);
        TickSource.Opener opener = () ->
                new TextRowReader(new NumberedLines(TickContent.text(file).stream()), layout, symbol.orElse(null));
        return new TickSource(
                index, file, format, symbol, venue, settings.sortNs(), Optional.of(reading.options()), opener);
    }

    private static Format byName(Path file, Preview preview) {
        if (file.getFileName().toString().matches(LEAN_NAME)) {
            return Format.LEAN;
        }
        String first = preview.lines().isEmpty()
                ? "it is empty"
                : "first line '" + Shown.text(preview.lines().get(0).text(), 80) + "'";
        throw Problem.of(file)
                .fault("of no known format (" + first + ")")
                .expected("a header line that names time, bid and ask, or --columns, or --format")
                .refusal();
    }

    /** Rows that name their instrument do not need the file's name, and may name several. */
    private Optional<String> symbol(SourceArgument argument, FileFacts facts, TextLayout layout) {
        if (argument.symbol().isPresent() || layout.places().has(Column.SYMBOL)) {
            return argument.symbol();
        }
        return Optional.of(facts.symbol()
                .or(settings::symbol)
                .orElseThrow(() -> SourcePlanner.missing(
                        argument.file(), "instrument", "as in EUR/USD=" + argument.file() + ", or with --symbol")));
    }
}
