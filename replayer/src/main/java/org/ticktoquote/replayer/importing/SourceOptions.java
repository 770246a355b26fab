package org.ticktoquote.replayer.importing;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.wire.run.Selection;
import org.ticktoquote.wire.stamp.StampFormat;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** Options for reading files. */
final class SourceOptions {
    private static final BigDecimal MIN_UNIT = new BigDecimal("0.000001");
    private static final BigDecimal MAX_UNIT = new BigDecimal("1000000000000");

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "Format of all files: lean, bi5, truefx, histdata, dotted, dukascopy, mt5, fix or csv. Default: each file's"
                            + " own, from its name and its first lines.")
    private Optional<String> format = Optional.empty();

    @Option(
            names = "--zone",
            paramLabel = "[VENUE=]ZONE",
            description =
                    "Time zone of the times in the files, such as UTC-05:00 or America/New_York; with VENUE= in the"
                            + " files of that venue only. May be repeated. Default: UTC; of histdata UTC-05:00.")
    private List<String> zones = new ArrayList<>();

    @Option(
            names = "--date",
            paramLabel = "DATE",
            converter = DateText.class,
            description = "Date (yyyy-MM-dd) of files whose names have none.")
    private Optional<LocalDate> date = Optional.empty();

    @Option(
            names = "--symbol",
            paramLabel = "SYMBOL",
            description = "Instrument of files whose names and rows have none.")
    private Optional<String> symbol = Optional.empty();

    @Option(
            names = "--venue",
            paramLabel = "NAME",
            description =
                    "Venue of files whose names have none; in FIX, of all sessions. Default: LEAN, DUKASCOPY, TRUEFX or HISTDATA"
                            + " by format, in FIX the SenderCompID of each session, else UNNAMED.")
    private Optional<String> venue = Optional.empty();

    @Option(
            names = "--decimals",
            paramLabel = "[SYMBOL=]N",
            description =
                    "Decimals of the prices in .bi5 files, of all or of one instrument. May be repeated. Default: 3"
                            + " for metals and for pairs in JPY and HUF, else 5.")
    private List<String> decimals = new ArrayList<>();

    @Option(
            names = "--quantity-unit",
            paramLabel = "N",
            description =
                    "Units of the base currency in one unit of a quantity column. Default: 1, in the format dotted"
                            + " 1000000.")
    private Optional<BigDecimal> quantityUnit = Optional.empty();

    @Option(
            names = "--sort",
            paramLabel = "DURATION",
            converter = DurationText.class,
            defaultValue = "0ms",
            description = "Put rows in order that are at most this late within their file; later ones are bad rows."
                    + " Default: ${DEFAULT-VALUE}.")
    private long sortNs;

    @Option(
            names = "--columns",
            paramLabel = "COLUMN=PLACE,...",
            description =
                    "Formats csv, dukascopy and mt5: the columns time, bid, ask and, where there are, symbol, date,"
                            + " offset, bid-quantity, ask-quantity, by place from 0 or by name in the header line. Default: by"
                            + " the usual names in the header line.")
    private Optional<String> columns = Optional.empty();

    @Option(
            names = "--time-format",
            paramLabel = "FORMAT",
            description = "The same formats: a pattern such as 'yyyy-MM-dd HH:mm:ss.SSS', 'd/M/yyyy h:mm:ss a' or"
                    + " 'yyyyMMddTHHmmssX', or ms-of-day, epoch-s, epoch-ms, epoch-us, epoch-ns. With a column date, of the"
                    + " two joined by a blank. Default: what the rows show.")
    private Optional<String> timeFormat = Optional.empty();

    @Option(
            names = "--delimiter",
            paramLabel = "CHARACTER",
            description = "The same formats: one character, or tab. Default: the one that shows the columns.")
    private Optional<String> delimiter = Optional.empty();

    @Option(
            names = "--decimal-mark",
            paramLabel = "MARK",
            description = "The same formats: point or comma. Default: what the prices show.")
    private Optional<String> decimalMark = Optional.empty();

    @Option(
            names = "--skip-lines",
            paramLabel = "N",
            defaultValue = "0",
            description = "Lines to pass over before the header line, if there is one, or the first row. Default:"
                    + " ${DEFAULT-VALUE}.")
    private int skippedLines;

    @Option(
            names = "--sender",
            paramLabel = "SESSION",
            description =
                    "FIX in captures and logs: take the prices that this side sent, by its SenderCompID (49), or in"
                            + " captures by HOST:PORT or :PORT. May be repeated. Default: every side that sends prices to the"
                            + " application; not the application itself.")
    private List<String> senders = new ArrayList<>();

    @Option(
            names = "--sending-time",
            description =
                    "FIX logs: the time of a tick is the SendingTime (52) of its message. Default: the time before the"
                            + " message in its line, or SendingTime where there is none.")
    private boolean bySendingTime;

    @Option(
            names = "--stamps",
            paramLabel = "FORMAT",
            defaultValue = "auto",
            description = "FIX captures: time stamps of a switch, as for t2q wire. Default: ${DEFAULT-VALUE}.")
    private String stamps = "auto";

    /** Returns all options as one value. Throws a {@link ProblemException} for an invalid one. */
    SourceSettings settings() {
        require(
                quantityUnit.map(SourceOptions::isQuantity).orElse(true),
                Problem.of("--quantity-unit").expected("a number from " + MIN_UNIT + " to " + MAX_UNIT));
        require(
                columns.isEmpty()
                        || format.map(text -> Format.of(text).isNamed()).orElse(true),
                Problem.of("--columns").expected("only with --format csv, dukascopy or mt5, or without --format"));
        require(
                skippedLines >= 0,
                Problem.of("--skip-lines").value(skippedLines).expected("0 or more"));
        return new SourceSettings(
                format.map(Format::of),
                Zones.parse(zones),
                date,
                symbol.map(text -> SymbolNames.required("--symbol", text)),
                venue.map(text -> SymbolNames.requiredVenue("--venue", text)),
                SourceSettings.PriceDecimals.parse(decimals),
                quantityUnit,
                sortNs,
                new SourceSettings.Csv(
                        columns.map(SourceColumns::parse),
                        timeFormat,
                        delimiter.map(SourceOptions::character),
                        decimalMark.map(SourceOptions::mark),
                        skippedLines));
    }

    List<Selection> senders() {
        return senders.stream().map(text -> Selection.of("--sender", text)).toList();
    }

    boolean bySendingTime() {
        return bySendingTime;
    }

    Optional<StampFormat> stamps() {
        return ProblemException.under("--stamps", () -> StampFormat.ordered(stamps));
    }

    private static boolean isQuantity(BigDecimal unit) {
        return unit.compareTo(MIN_UNIT) >= 0 && unit.compareTo(MAX_UNIT) <= 0;
    }

    static final class DateText implements ITypeConverter<LocalDate> {
        @Override
        public LocalDate convert(String text) {
            try {
                return LocalDate.parse(text);
            } catch (DateTimeException e) {
                throw Problem.ofValue(text)
                        .fault("is not a date")
                        .expected("yyyy-MM-dd")
                        .exception(e);
            }
        }
    }

    private static char character(String delimiter) {
        boolean tab = delimiter.equals("tab") || delimiter.equals("\\t");
        require(
                tab || delimiter.length() == 1,
                Problem.of("--delimiter").value(delimiter).expected("one character, or tab"));
        return tab ? '\t' : delimiter.charAt(0);
    }

    private static char mark(String mark) {
        require(
                mark.equals("point") || mark.equals("comma"),
                Problem.of("--decimal-mark").value(mark).expected("point or comma"));
        return mark.equals("comma") ? Decimal.COMMA : Decimal.POINT;
    }

    private static void require(boolean sound, Problem problem) {
        if (!sound) {
            throw problem.exception();
        }
    }
}
