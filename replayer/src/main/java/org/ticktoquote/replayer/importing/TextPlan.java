package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.core.command.Problem;

/** Understands a text file: its family, and from that its layout, instrument and venue. */
record TextPlan(SourceSettings settings) {
    private static final FieldSplitter COMMA = new FieldSplitter(',');

    TickSource plan(int index, SourceArgument argument) throws IOException {
        Path file = argument.file();
        Preview preview = Preview.of(file, settings.csv().skippedLines());
        Format format = settings.format()
                .or(() -> settings.csv().columns().map(columns -> Format.CSV))
                .orElseGet(() -> detected(file, preview));
        FileFacts facts = FileFacts.of(file, preview.entryName());
        String venue = argument.venue().or(facts::venue).or(settings::venue).orElse(format.defaultVenue());
        TextLayout layout =
                layout(file, preview, format, facts, settings.zones().clock(venue, format));
        Optional<String> symbol = symbol(argument, facts, layout);
        TickSource.Opener opener = () ->
                new TextRowReader(new NumberedLines(TickContent.text(file).stream()), layout, symbol.orElse(null));
        return new TickSource(index, file, format, symbol, venue, settings.sortNs(), opener);
    }

    private static Format detected(Path file, Preview preview) {
        List<Preview.Line> lines = preview.lines();
        Optional<Format> byRow = lines.stream()
                .map(Preview.Line::text)
                .map(Format::ofLine)
                .flatMap(Optional::stream)
                .findFirst();
        boolean leanName = file.getFileName().toString().matches("(.*_)?quote(\\.csv)?\\.(csv|zip|gz)");
        if (byRow.isPresent() || leanName) {
            return byRow.orElse(Format.LEAN);
        }
        String first = lines.isEmpty()
                ? "it is empty"
                : "first line '" + Shown.text(lines.get(0).text(), 80) + "'";
        throw Problem.of(file)
                .fault("of no known format (" + first + ")")
                .expected("--columns, or --format")
                .refusal();
    }

    private TextLayout layout(Path file, Preview preview, Format format, FileFacts facts, WallClock clock) {
        FieldSplitter splitter =
                format == Format.CSV ? new FieldSplitter(settings.csv().delimiter()) : COMMA;
        SourceColumns columns = format == Format.CSV ? mapped(file) : SourceColumns.parse(format.columns());
        Optional<Preview.Line> header = preview.lines().stream()
                .limit(1)
                .filter(line -> columns.byName() || line.looksLikeHeader())
                .findFirst();
        List<String> names = header.map(line -> splitter.split(line.text())).orElse(List.of());
        return new TextLayout(
                splitter,
                header.map(Preview.Line::number).orElse((long) settings.csv().skippedLines()),
                format.fields(),
                (format == Format.CSV ? columns : columns.sidesAsIn(names)).resolve(names),
                time(file, format == Format.CSV ? settings.csv().timeFormat() : format.timeFormat(), facts, clock),
                settings.quantityUnit().orElse(format.quantityUnit()));
    }

    private SourceColumns mapped(Path file) {
        return settings.csv()
                .columns()
                .orElseThrow(() -> Problem.of(file)
                        .fault("the format csv needs --columns")
                        .expected("as in --columns time=0,bid=1,ask=2")
                        .refusal());
    }

    private TimeText time(Path file, String format, FileFacts facts, WallClock clock) {
        if (format.equals(TimeText.MS_OF_DAY)) {
            LocalDate date = facts.date()
                    .or(settings::date)
                    .orElseThrow(() -> SourcePlanner.missing(file, "date", "with --date yyyy-MM-dd"));
            return TimeText.msOfDay(date, clock);
        }
        return TimeText.sinceEpoch(format).orElseGet(() -> new TimePattern(format, clock));
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
