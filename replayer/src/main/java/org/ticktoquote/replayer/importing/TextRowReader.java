package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.price.Price;

/** Rows of text: one line each, fields between delimiters; blank lines are passed over. */
final class TextRowReader implements RowReader {
    private final NumberedLines lines;
    private final TextLayout layout;
    private final PlainRowParser parser;
    private final @Nullable String fileSymbol;
    private String rawSymbol = "";
    private String symbol = "";

    /**
     * Reads from the first line on.
     *
     * @param fileSymbol the instrument of all rows, whatever they call it; null when the rows name theirs
     */
    TextRowReader(NumberedLines lines, TextLayout layout, @Nullable String fileSymbol) {
        this.lines = lines;
        this.layout = layout;
        this.parser = new PlainRowParser(layout, fileSymbol != null);
        this.fileSymbol = fileSymbol;
    }

    @Override
    public @Nullable Row next() throws BadValue, IOException {
        while (true) {
            boolean plain = lines.advance();
            if (plain && lines.number() > layout.skippedLines()) {
                @Nullable Row row = parser.row(lines.number(), lines.bytes(), lines.from(), lines.to());
                if (row != null) {
                    return row;
                }
            }
            @Nullable String line = plain ? lines.text() : lines.next();
            if (line == null) {
                return null;
            }
            if (lines.number() > layout.skippedLines() && !line.isBlank()) {
                return row(line);
            }
        }
    }

    private Row row(String line) throws BadValue {
        List<String> fields = layout.splitter().split(line);
        requireSize(fields, line);
        long bid = price(fields, Column.BID);
        long ask = price(fields, Column.ASK);
        if (bid == Price.NONE && ask == Price.NONE && !layout.mixed()) {
            throw new BadValue("row", line, "has neither bid nor ask", "at least one");
        }
        String instrument = instrument(fields);
        parser.remember(field(fields, Column.SYMBOL), instrument);
        return new Row(
                lines.number(),
                instrument,
                time(fields),
                bid,
                ask,
                quantity(fields, Column.BID_QUANTITY),
                quantity(fields, Column.ASK_QUANTITY));
    }

    private void requireSize(List<String> fields, String line) throws BadValue {
        int needed = layout.places().neededFields();
        if (layout.fields() > 0 ? fields.size() != layout.fields() : fields.size() < needed) {
            String expected = layout.fields() > 0 ? Integer.toString(layout.fields()) : "at least " + needed;
            throw new BadValue("row", line, "has " + fields.size() + " fields", expected);
        }
    }

    private String field(List<String> fields, Column column) {
        int place = layout.places().of(column);
        return place < 0 ? "" : fields.get(place);
    }

    private long time(List<String> fields) throws BadValue {
        String time = field(fields, Column.TIME);
        String dated = layout.places().has(Column.DATE) ? field(fields, Column.DATE) + ' ' + time : time;
        try {
            return layout.time()
                    .epochNs(layout.places().has(Column.OFFSET) ? dated + ' ' + field(fields, Column.OFFSET) : dated);
        } catch (BadValue bad) {
            throw bad.of(layout.places().described(Column.TIME));
        }
    }

    private long price(List<String> fields, Column column) throws BadValue {
        String text = field(fields, column);
        return text.isEmpty() ? Price.NONE : Decimal.price(layout.places().described(column), text, layout.mark());
    }

    private long quantity(List<String> fields, Column column) throws BadValue {
        String text = field(fields, column);
        return text.isEmpty()
                ? Row.UNSAID
                : Decimal.quantity(layout.places().described(column), text, layout.mark(), layout.quantityUnit());
    }

    /** A name for the whole file stands for one instrument, not for a mixture. */
    private String instrument(List<String> fields) throws BadValue {
        if (fileSymbol != null && !layout.places().has(Column.SYMBOL)) {
            return fileSymbol;
        }
        String before = symbol;
        String own = symbol(field(fields, Column.SYMBOL));
        if (fileSymbol == null) {
            return own;
        }
        if (!before.isEmpty() && !own.equals(before)) {
            throw new BadValue(
                    layout.places().described(Column.SYMBOL),
                    own,
                    "is another instrument than " + before + " before it",
                    "one, since " + fileSymbol + " was given for the whole file");
        }
        return fileSymbol;
    }

    private String symbol(String text) throws BadValue {
        if (!text.equals(rawSymbol) || symbol.isEmpty()) {
            symbol = SymbolNames.normal(text)
                    .orElseThrow(() -> new BadValue(
                            layout.places().described(Column.SYMBOL), text, "is no symbol", SymbolNames.EXPECTED));
            rawSymbol = text;
        }
        return symbol;
    }

    @Override
    public long number() {
        return lines.number();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
