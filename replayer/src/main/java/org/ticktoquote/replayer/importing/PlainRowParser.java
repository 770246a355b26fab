package org.ticktoquote.replayer.importing;

import static org.ticktoquote.replayer.importing.PlainFields.UNKNOWN;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.price.Price;

/**
 * Rows of a text file without a String on the way, for lines that have nothing unusual. Of any other it says nothing: {@link
 * TextRowReader} then reads the same line in full, and says what is wrong with it. Not thread-safe.
 */
final class PlainRowParser {
    private static final int PRICE_DECIMALS = 9;
    private static final int MOST_UNIT_DECIMALS = 9;

    private final TextLayout layout;
    private final PlainFields fields;
    private final int time;
    private final int bid;
    private final int ask;
    private final int bidQuantity;
    private final int askQuantity;
    private final int symbol;
    private final int highest;
    private final boolean able;
    /** The unit of a quantity as a power of ten. */
    private final int unitDecimals;

    private final KnownSymbols symbols;
    private String onlyInstrument = "";

    /**
     * Reads rows of a layout.
     *
     * @param single whether all rows are of one instrument, whatever they call it
     */
    PlainRowParser(TextLayout layout, boolean single) {
        Places places = layout.places();
        this.layout = layout;
        this.fields = new PlainFields(layout.splitter().delimiter());
        this.time = places.of(Column.TIME);
        this.bid = places.of(Column.BID);
        this.ask = places.of(Column.ASK);
        this.bidQuantity = places.of(Column.BID_QUANTITY);
        this.askQuantity = places.of(Column.ASK_QUANTITY);
        this.symbol = places.of(Column.SYMBOL);
        this.highest = places.neededFields();
        this.able = !places.has(Column.DATE) && !places.has(Column.OFFSET) && time >= 0;
        this.unitDecimals = power(layout.quantityUnit());
        this.symbols = new KnownSymbols(single);
    }

    private static int power(BigDecimal unit) {
        for (int i = 0; i <= MOST_UNIT_DECIMALS; i++) {
            if (unit.compareTo(BigDecimal.ONE.movePointRight(i)) == 0) {
                return i;
            }
        }
        return -1;
    }

    /** What the symbol column of a row held, and the instrument that every row has where it holds the same again. */
    void remember(String raw, String named) {
        if (symbol < 0) {
            onlyInstrument = named;
        } else {
            symbols.add(raw, named);
        }
    }

    /** The row of a line, null where it takes a closer look. */
    @Nullable
    Row row(long number, byte[] line, int from, int to) {
        if (!able || !fields.split(line, from, to) || !sized()) {
            return null;
        }
        @Nullable String instrument = symbol < 0 ? onlyInstrument : fields.instrument(symbol, symbols);
        if (instrument == null || instrument.isEmpty()) {
            return null;
        }
        long bidPrice = price(bid);
        long askPrice = price(ask);
        long bidSize = quantity(bidQuantity);
        long askSize = quantity(askQuantity);
        if (bidPrice == 0 || askPrice == 0 || bidSize == UNKNOWN || askSize == UNKNOWN) {
            return null;
        }
        if (bidPrice == Price.NONE && askPrice == Price.NONE) {
            return null;
        }
        long epochNs = fields.epochNs(time, layout.time());
        return epochNs == UNKNOWN ? null : new Row(number, instrument, epochNs, bidPrice, askPrice, bidSize, askSize);
    }

    private boolean sized() {
        return layout.fields() > 0 ? fields.count() == layout.fields() : fields.count() >= highest;
    }

    /** NONE where there is none, 0 where it takes a closer look. */
    private long price(int place) {
        if (place < 0 || fields.isEmpty(place)) {
            return Price.NONE;
        }
        return Math.max(0, fields.scaled(place, PRICE_DECIMALS, layout.mark()));
    }

    private long quantity(int place) {
        if (place < 0 || fields.isEmpty(place)) {
            return Row.UNSAID;
        }
        return unitDecimals < 0 ? UNKNOWN : fields.scaled(place, unitDecimals, layout.mark());
    }
}
