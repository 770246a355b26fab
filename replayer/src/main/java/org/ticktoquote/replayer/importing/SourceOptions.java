package org.ticktoquote.replayer.importing;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.wire.run.Selection;
import org.ticktoquote.wire.stamp.StampFormat;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** Options for reading files. */
@OptionGroup(
        value = "Input files",
        common = {"--format", "--zone", "--symbol", "--venue", "--columns", "--time-format", "--sender"})
final class SourceOptions {
    private static final BigDecimal MIN_UNIT = new BigDecimal("0.000001");
    private static final BigDecimal MAX_UNIT = new BigDecimal("1000000000000");

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "format of all files: lean, bi5, truefx, histdata, dotted, "
                    + "dukascopy, mt5, fix or csv (default: detected for each file)")
    private Optional<String> format = Optional.empty();

    @Option(
            names = "--zone",
            paramLabel = "[VENUE=]ZONE",
            description = "time zone of the files, or of one venue's files, such as UTC-05:00 or "
                    + "America/New_York; repeatable (default: UTC, for histdata UTC-05:00)")
    private List<String> zones = new ArrayList<>();

    @Option(
            names = "--date",
            paramLabel = "DATE",
            converter = DateText.class,
            description = "date (yyyy-MM-dd) of files without a date in their name")
    private Optional<LocalDate> date = Optional.empty();

    @Option(
            names = "--symbol",
            paramLabel = "SYMBOL",
            description = "symbol of files without a symbol in their name or rows")
    private Optional<String> symbol = Optional.empty();

    @Option(
            names = "--venue",
            paramLabel = "NAME",
            description = "venue of files without a venue in their name, or of all FIX sessions (default: LEAN, "
                    + "DUKASCOPY, TRUEFX or HISTDATA by format, SenderCompID in FIX, else UNNAMED)")
    private Optional<String> venue = Optional.empty();

    @Option(
            names = "--decimals",
            paramLabel = "[SYMBOL=]N",
            description = "decimals of the prices in .bi5 files, or for one symbol; "
                    + "repeatable (default: 3 for metals, JPY and HUF pairs, else 5)")
    private List<String> decimals = new ArrayList<>();

    @Option(
            names = "--quantity-unit",
            paramLabel = "N",
            description = "unit of quantity columns, in units of the base currency "
                    + "(default: 1, for dotted and dukascopy 1000000)")
    private Optional<BigDecimal> quantityUnit = Optional.empty();

    @Option(
            names = "--sort",
            paramLabel = "DURATION",
            converter = DurationText.class,
            defaultValue = "0ms",
            description = "largest delay of out-of-order rows to sort within a file; "
                    + "later rows are bad (default: ${DEFAULT-VALUE})")
    private long sortNs;

    @Option(
            names = "--columns",
            paramLabel = "COLUMN=PLACE,...",
            description =
                    "csv, dukascopy and mt5: positions (from 0) or header names of the columns time, bid, ask, symbol, "
                            + "date, offset, bid-quantity and ask-quantity (default: by common names in the header line)")
    private Optional<String> columns = Optional.empty();

    @Option(
            names = "--time-format",
            paramLabel = "FORMAT",
            description = "same formats: a pattern such as 'yyyy-MM-dd HH:mm:ss.SSS' or 'd/M/yyyy "
                    + "h:mm:ss a', or ms-of-day, epoch-s, epoch-ms, epoch-us, epoch-ns; if there is a date "
                    + "column, it describes both, joined by a blank (default: detected)")
    private Optional<String> timeFormat = Optional.empty();

    @Option(
            names = "--delimiter",
            paramLabel = "CHARACTER",
            description = "same formats: one character, or tab (default: detected)")
    private Optional<String> delimiter = Optional.empty();

    @Option(
            names = "--decimal-mark",
            paramLabel = "MARK",
            description = "same formats: point or comma (default: detected)")
    private Optional<String> decimalMark = Optional.empty();

    @Option(
            names = "--skip-lines",
            paramLabel = "N",
            defaultValue = "0",
            description = "lines to skip before the header line or first row (default: ${DEFAULT-VALUE})")
    private int skippedLines;

    @Option(
            names = "--sender",
            paramLabel = "SESSION",
            description = "FIX: sender of the prices to take, by SenderCompID (49), or in captures HOST:PORT or "
                    + ":PORT; repeatable (default: all senders of prices except the application)")
    private List<String> senders = new ArrayList<>();

    @Option(
            names = "--sending-time",
            description = "FIX logs: use SendingTime (52) (default: the time before the message, else SendingTime)")
    private boolean bySendingTime;

    @Option(
            names = "--stamps",
            paramLabel = "FORMAT",
            defaultValue = "auto",
            description = "FIX captures: timestamps of a switch, as for t2q wire (default: ${DEFAULT-VALUE})")
    private String stamps = "auto";

    /** Returns all options as one value. Throws a {@link ProblemException} for an invalid option. */
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
