package org.ticktoquote.wire.show;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.fix.message.FieldReader;
import org.ticktoquote.fix.message.TagTable;
import org.ticktoquote.wire.message.FixMessages;
import quickfix.field.BidPx;
import quickfix.field.MDEntryPx;
import quickfix.field.MDEntryType;
import quickfix.field.MDUpdateAction;
import quickfix.field.MsgSeqNum;
import quickfix.field.OfferPx;
import quickfix.field.SecurityID;
import quickfix.field.SenderCompID;
import quickfix.field.Symbol;
import quickfix.field.TargetCompID;

/** Lists the FIX messages and the feed ticks of a capture, each with the time of its last byte. One thread. */
record MessageRows(Rows rows, ListFilter filter) {
    static final String COLUMNS =
            "frame:-7 time:18 stream:7 sender:12 target:12 type:4 number:-8 symbol:8 symbols:-7 bid:-10 ask:-10";

    /** Type shown for a feed tick. */
    private static final String TICK = "tick";

    /** MsgType has its own action, as {@link FixMessages} requires. */
    static final TagTable TAGS = TagTable.of(IntStream.of(8, 34, 35, 48, 49, 55, 56, 132, 133, 269, 270, 279)
            .boxed()
            .collect(Collectors.toMap(tag -> tag, tag -> tag == FixMessages.TYPE ? tag : 1)));

    /** Lists a tick. Called for ticks of all streams, so that copies on another line are detected. */
    void tick(StreamTable.StreamEntry of, QuoteDecoder quote, long timeNs, long frame) {
        if (!filter.hasTime(timeNs) || !filter.hasType(TICK) || !filter.hasStream(of.id)) {
            return;
        }
        int venue = quote.venueId();
        int instrument = quote.instrumentId();
        rows.add(frame, Rows.time(timeNs), of.id, of.venues.getOrDefault(venue, "venue " + venue), null, TICK);
        rows.add(quote.tickId(), of.instruments.getOrDefault(instrument, "instrument " + instrument), 1);
        rows.add(quote.sides().bid() ? Price.format(quote.bid()) : null);
        rows.add(quote.sides().ask() ? Price.format(quote.ask()) : null);
    }

    /**
     * Lists a valid FIX message, with {@code fields} at its type.
     *
     * @param frame number of the frame of its last byte
     */
    void message(StreamTable.StreamEntry of, FieldReader fields, long timeNs, long frame) {
        String type = fields.tag() == FixMessages.TYPE ? fields.text() : "";
        if (!filter.hasTime(timeNs) || !filter.hasType(type)) {
            return;
        }
        Map<Integer, String> first = new HashMap<>();
        Set<String> symbols = new LinkedHashSet<>();
        boolean isDeleted = false;
        char entry = 0;
        long sequence = -1;
        while (fields.next() != FieldReader.END) {
            int tag = fields.tag();
            if (tag == Symbol.FIELD || tag == SecurityID.FIELD && !first.containsKey(Symbol.FIELD)) {
                symbols.add(fields.text());
            }
            sequence = tag == MsgSeqNum.FIELD ? fields.number() : sequence;
            isDeleted = tag == MDUpdateAction.FIELD ? fields.character() == MDUpdateAction.DELETE : isDeleted;
            entry = tag == MDEntryType.FIELD ? isDeleted ? 0 : fields.character() : entry;
            boolean isBid = tag == MDEntryPx.FIELD && entry == MDEntryType.BID;
            boolean isAsk = tag == MDEntryPx.FIELD && entry == MDEntryType.OFFER;
            if (symbols.size() <= 1) { // values of the first pair
                first.putIfAbsent(isBid ? BidPx.FIELD : isAsk ? OfferPx.FIELD : tag, fields.text());
            }
        }
        rows.add(frame, Rows.time(timeNs), of.id, first.get(SenderCompID.FIELD), first.get(TargetCompID.FIELD), type);
        rows.add(sequence < 0 ? null : sequence, symbols.stream().findFirst().orElse(null));
        rows.add(symbols.isEmpty() ? null : symbols.size(), first.get(BidPx.FIELD), first.get(OfferPx.FIELD));
    }
}
