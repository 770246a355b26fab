package org.ticktoquote.pricing.dialect;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.fix.marketdata.RequestedBook;
import org.ticktoquote.fix.message.MessagePart;
import org.ticktoquote.pricing.publish.TierPrice;
import quickfix.field.MDEntryID;
import quickfix.field.QuoteEntryID;
import quickfix.field.QuoteID;

/** Bodies of messages that contain a whole price. */
final class PriceFormats {
    private PriceFormats() {}

    /**
     * Format of a snapshot (35=W), which contains the pair and the requested entries.
     *
     * @param body fields after the pair's name, each with its separator
     * @param entry fields at the end of every entry; {@code {base}} is the base currency. If not empty, a tick id in 299 is
     *     in every entry, not only the first
     * @param timed true if the first entry has date and time (272, 273)
     * @param levels per side, for requests of all levels
     */
    record SnapshotFormat(String body, String entry, boolean timed, int levels) {
        /** Best bid and best ask with their sizes, for any requested depth. */
        static final SnapshotFormat PLAIN = new SnapshotFormat("", "", false, 1);

        static SnapshotFormat ofEntry(String fields) {
            return new SnapshotFormat("", fields, false, 1);
        }

        static SnapshotFormat ofBody(String fields) {
            return new SnapshotFormat(fields, "", false, 1);
        }
    }

    /**
     * Encodes snapshots.
     *
     * @param keyed true if full-book entries have keys (278) and top-of-book entries have no sizes
     * @param echoTag tag of the tick's id: 278 and 299 are in an entry, other tags in the body; 0 for none
     */
    record Snapshot(Naming naming, SnapshotFormat format, boolean keyed, int echoTag) implements TierPrice.PriceFormat {
        private static final DateTimeFormatter DATE_AND_TIME = DateTimeFormatter.ofPattern(
                        "'272='yyyyMMdd'|273='HH:mm:ss.SSS'|'")
                .withZone(ZoneOffset.UTC);

        @Override
        public MessagePart encode(TierPrice price, RequestedBook book) {
            StringBuilder text = new StringBuilder(160);
            text.append(naming.fields(price.priced().instrument())).append(format.body());
            if (echoTag != MDEntryID.FIELD && echoTag != QuoteEntryID.FIELD) {
                echo(text, price, echoTag);
            }
            int levels = book.topOnly() ? 1 : format.levels();
            int sides = (book.bids() ? 1 : 0) + (book.offers() ? 1 : 0);
            text.append("268=").append(sides * levels).append('|');
            if (book.bids()) {
                side(text, price, Side.BID, true, book.topOnly());
            }
            if (book.offers()) {
                side(text, price, Side.ASK, !book.bids(), book.topOnly());
            }
            return MessagePart.of(text.toString());
        }

        private void side(StringBuilder text, TierPrice price, Side side, boolean first, boolean topOnly) {
            int levels = topOnly ? 1 : format.levels();
            for (int i = 0; i < levels; i++) {
                // with several levels, the best one is not first
                entry(text, price, side, (i + levels - 1) % levels, first && i == 0, topOnly);
            }
        }

        private void entry(StringBuilder text, TierPrice price, Side side, int level, boolean first, boolean topOnly) {
            text.append("269=").append(side.entryType()).append('|');
            // within an entry, MDEntryID (278) precedes the price and QuoteEntryID (299) follows it
            if (keyed && !topOnly) {
                text.append("278=")
                        .append(Side.number(price))
                        .append(side.keyDigit(level))
                        .append('|');
            } else if (first && echoTag == MDEntryID.FIELD) {
                echo(text, price, echoTag);
            }
            side.level(text, price, level, !keyed || !topOnly);
            if (first && format.timed()) {
                DATE_AND_TIME.formatTo(Instant.now(), text);
            }
            if ((first || !format.entry().isEmpty()) && echoTag == QuoteEntryID.FIELD) {
                echo(text, price, echoTag);
            }
            String symbol = price.priced().instrument().symbol();
            text.append(format.entry().replace("{base}", symbol.substring(0, Math.max(0, symbol.indexOf('/')))));
        }
    }

    /**
     * Encodes a quote (35=S), or a mass quote (35=i) with one set and one entry. Its id is the tick's id.
     *
     * @param echoTag tag of the tick's id in addition to 117 and 299; 0 for none
     */
    static MessagePart quote(TierPrice price, boolean mass, int echoTag) {
        long id = Side.number(price);
        StringBuilder text = new StringBuilder(160);
        text.append("117=").append(id).append('|');
        if (echoTag != QuoteID.FIELD && !(mass && echoTag == QuoteEntryID.FIELD)) {
            echo(text, price, echoTag);
        }
        if (mass) {
            text.append("296=1|302=1|304=1|295=1|299=").append(id).append('|');
        }
        text.append("55=").append(price.priced().instrument().symbol()).append('|');
        text.append("132=").append(Price.format(price.bid())).append("|133=").append(Price.format(price.ask()));
        text.append('|');
        size(text, 134, price.priced().bidQuantity());
        size(text, 135, price.priced().askQuantity());
        return MessagePart.of(text.toString());
    }

    private static void size(StringBuilder text, int tag, long quantity) {
        if (quantity > 0) { // 0 would withdraw the price
            text.append(tag).append('=').append(quantity).append('|');
        }
    }

    private static void echo(StringBuilder text, TierPrice price, int tag) {
        if (tag != 0 && price.priced().tick().identified()) {
            text.append(tag).append('=').append(price.priced().tick().tickId()).append('|');
        }
    }
}
