package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.replayer.importing.SourceColumns.Column;

/** Reads rows of text, one per line, with delimited fields. Skips blank lines. */
final class TextRowReader implements Row.Reader {
    private static final int PRICE_DECIMALS = 9;
    private static final int MAX_UNIT_DECIMALS = 9;
    private static final int MAX_SYMBOLS = 512;
    private static final String LEAN_NAME = "(.*_)?quote(\\.csv)?\\.(csv|zip|gz|zst)";
    private static final Set<String> ABSENT = Set.of("NULL", "\\N", "NA");
    private final NumberedLines lines;
    private final TextLayout layout;
    private final SourceColumns.Places places;
    private final TimeText time;
    private final int timePlace;
    private final int bidPlace;
    private final int askPlace;
    private final int bidQuantityPlace;
    private final int askQuantityPlace;
    private final int symbolPlace;
    private final boolean joined;
    private final Fields fields;
    private final @Nullable String fileSymbol;
    private final int unitDecimals;
    private final Map<String, String> symbols = new HashMap<>();
    private byte[] rawSymbol = {};
    private String symbol = "";
    private long lastNs;
    private long nulls;
    private long rounded;

    /**
     * Creates a reader at the first line.
     *
     * @param fileSymbol instrument of all rows, overriding the rows; null if the rows name their own
     */
    TextRowReader(NumberedLines lines, TextLayout layout, @Nullable String fileSymbol) {
        this.lines = lines;
        this.layout = layout;
        this.places = layout.places();
        this.time = layout.time();
        this.timePlace = places.of(Column.TIME);
        this.bidPlace = places.of(Column.BID);
        this.askPlace = places.of(Column.ASK);
        this.bidQuantityPlace = places.of(Column.BID_QUANTITY);
        this.askQuantityPlace = places.of(Column.ASK_QUANTITY);
        this.symbolPlace = places.of(Column.SYMBOL);
        this.joined = places.has(Column.DATE) || places.has(Column.OFFSET);
        this.fields = new Fields(layout.delimiter());
        this.fileSymbol = fileSymbol;
        this.unitDecimals = power(layout.quantityUnit());
    }

    /** Creates a file's source. Detects the format of the text, and from that its layout, instrument and venue. */
    static TickSource plan(int index, SourcePlanner.Argument argument, SourceSettings settings) throws IOException {
        Path file = argument.file();
        TextPreview preview = TextPreview.of(file, settings.csv().skippedLines());
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
        Optional<String> symbol = symbol(argument, facts, layout, settings);
        FileAccess.Access<Row.Reader> opener = () ->
                new TextRowReader(new NumberedLines(TickContent.text(file).stream()), layout, symbol.orElse(null));
        return new TickSource(index, file, format, symbol, venue, settings.sortNs(), Optional.of(layout), opener);
    }

    private static Format byName(Path file, TextPreview preview) {
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
    private static Optional<String> symbol(
            SourcePlanner.Argument argument, FileNameFacts facts, TextLayout layout, SourceSettings settings) {
        if (argument.symbol().isPresent() || layout.places().has(Column.SYMBOL)) {
            return argument.symbol();
        }
        return Optional.of(facts.symbol()
                .or(settings::symbol)
                .orElseThrow(() -> SourcePlanner.missing(
                        argument.file(), "instrument", "as in EUR/USD=" + argument.file() + ", or with --symbol")));
    }

    /** Returns the exponent of a power of ten, -1 for other numbers. */
    private static int power(BigDecimal unit) {
        for (int i = 0; i <= MAX_UNIT_DECIMALS; i++) {
            if (unit.compareTo(BigDecimal.ONE.movePointRight(i)) == 0) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public @Nullable Row next() throws BadValue, IOException {
        while (lines.advance()) {
            if (lines.number() > layout.skippedLines() && !lines.isBlank()) {
                fields.split(lines.bytes(), lines.from(), lines.to());
                return row();
            }
        }
        return null;
    }

    private Row row() throws BadValue {
        requireSize();
        long bid = price(Column.BID, bidPlace);
        long ask = price(Column.ASK, askPlace);
        if (bid == Price.NONE && ask == Price.NONE) {
            return empty();
        }
        String instrument = instrument();
        lastNs = time();
        return new Row(
                lines.number(),
                instrument,
                lastNs,
                bid,
                ask,
                quantity(Column.BID_QUANTITY, bidQuantityPlace),
                quantity(Column.ASK_QUANTITY, askQuantityPlace));
    }

    /** Returns a row that is no quote. If its time is absent or has another form, it is that of the quote before it. */
    private Row empty() throws BadValue {
        if (!layout.mixed()) {
            throw new BadValue("row", lines.text(), "has neither bid nor ask", "at least one");
        }
        long timeNs;
        try {
            timeNs = time();
        } catch (BadValue none) {
            timeNs = lastNs;
        }
        return new Row(lines.number(), symbol, timeNs, Price.NONE, Price.NONE, Row.NO_QUANTITY, Row.NO_QUANTITY);
    }

    private void requireSize() throws BadValue {
        int count = fields.count();
        int needed = places.neededFields();
        if (layout.fields() > 0 ? count != layout.fields() : count < needed) {
            String expected = layout.fields() > 0 ? Integer.toString(layout.fields()) : "at least " + needed;
            throw new BadValue("row", lines.text(), "has " + count + " fields", expected);
        }
    }

    private String field(Column column) {
        int place = places.of(column);
        return place < 0 ? "" : fields.text(place);
    }

    private long time() throws BadValue {
        try {
            if (timePlace >= 0 && !joined) {
                return fields.epochNs(timePlace, time);
            }
            String ofDay = field(Column.TIME);
            String dated = places.has(Column.DATE) ? field(Column.DATE) + ' ' + ofDay : ofDay;
            return time.epochNs(places.has(Column.OFFSET) ? dated + ' ' + field(Column.OFFSET) : dated);
        } catch (BadValue bad) {
            throw bad.of(places.described(Column.TIME));
        }
    }

    private long price(Column column, int place) throws BadValue {
        if (place < 0 || fields.isEmpty(place)) {
            return Price.NONE;
        }
        long plain = fields.scaled(place, PRICE_DECIMALS, layout.mark());
        if (plain > 0) {
            return plain;
        }
        if (isNull(place)) {
            return Price.NONE;
        }
        return Decimal.price(places.described(column), fields.text(place), layout.mark());
    }

    private long quantity(Column column, int place) throws BadValue {
        if (place < 0 || fields.isEmpty(place)) {
            return Row.NO_QUANTITY;
        }
        long plain = unitDecimals < 0 ? Decimal.UNKNOWN : fields.scaled(place, unitDecimals, layout.mark());
        if (plain != Decimal.UNKNOWN) {
            return plain;
        }
        if (isNull(place)) {
            return Row.NO_QUANTITY;
        }
        BigDecimal units =
                Decimal.quantity(places.described(column), fields.text(place), layout.mark(), layout.quantityUnit());
        BigDecimal whole = units.setScale(0, RoundingMode.HALF_UP);
        boolean exact = unitDecimals > 0 || whole.compareTo(units) == 0; // of larger units, only noise is lost
        rounded += exact ? 0 : 1;
        return whole.longValue();
    }

    /** Returns true for the words of databases and programs for an absent value, and counts them. */
    private boolean isNull(int place) {
        String text = fields.text(place);
        boolean absent = ABSENT.contains(text.toUpperCase(Locale.ROOT));
        nulls += absent ? 1 : 0;
        return absent;
    }

    /** Returns the row's instrument. Refuses rows of different instruments under a symbol given for the whole file. */
    private String instrument() throws BadValue {
        int place = symbolPlace;
        if (fileSymbol != null && place < 0) {
            return fileSymbol;
        }
        if (symbol.isEmpty() || !fields.is(place, rawSymbol)) {
            String own = symbol(fields.text(place));
            if (fileSymbol != null && !symbol.isEmpty() && !own.equals(symbol)) {
                throw new BadValue(
                        places.described(Column.SYMBOL),
                        own,
                        "is not " + symbol + ", the symbol of the rows before",
                        "the same in all rows, since " + fileSymbol + " was given for the whole file");
            }
            symbol = own;
            rawSymbol = fields.copy(place);
        }
        return fileSymbol == null ? symbol : fileSymbol;
    }

    private String symbol(String text) throws BadValue {
        @Nullable String known = symbols.get(text);
        if (known == null) {
            known = SymbolNames.normal(text)
                    .orElseThrow(() -> new BadValue(
                            places.described(Column.SYMBOL), text, "is not a symbol", SymbolNames.EXPECTED));
            if (symbols.size() < MAX_SYMBOLS) {
                symbols.put(text, known);
            }
        }
        return known;
    }

    @Override
    public long number() {
        return lines.number();
    }

    @Override
    public long nulls() {
        return nulls;
    }

    @Override
    public long rounded() {
        return rounded;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
