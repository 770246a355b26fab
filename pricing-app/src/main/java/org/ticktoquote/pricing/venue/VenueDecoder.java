package org.ticktoquote.pricing.venue;

import static org.ticktoquote.fix.message.GroupedFields.value;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.marketdata.MarketDataRequest;
import org.ticktoquote.fix.message.GroupedFields;
import org.ticktoquote.fix.message.MessageField;
import org.ticktoquote.pricing.feed.FeedCounters;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import org.ticktoquote.pricing.feed.Tick;
import org.ticktoquote.pricing.pipeline.Input;
import quickfix.field.MDEntryID;
import quickfix.field.MDEntryPx;
import quickfix.field.MDEntryRefID;
import quickfix.field.MDEntrySize;
import quickfix.field.MDEntryType;
import quickfix.field.MDUpdateAction;
import quickfix.field.MsgType;
import quickfix.field.NoMDEntries;
import quickfix.field.QuoteEntryID;
import quickfix.field.SendingTime;
import quickfix.field.Symbol;

/**
 * Component 2 for FIX venues: keeps every venue's book of every pair, and creates a tick for each pair in a message.
 *
 * <p>A tick has both sides of the venue's top. Each entry of the pair can have an id in 299, or in 278 if 299 is
 * absent. The last one that is a decimal number is the tick's id. Without one, this decoder assigns a negative id.
 * Counts a message that cannot be parsed as malformed.
 */
public final class VenueDecoder implements Input<VenueDecoder.VenueMessage> {
    private static final int BOTH_SIDES = 3;
    /** Venues have no feed sessions. */
    private static final long SESSION = 0;

    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,18}");
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("yyyyMMdd-HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter();

    private final List<VenueAddress> venues;
    private final InstrumentDirectory instruments;
    private final Input<Tick> next;
    private final FeedCounters counters;
    /** Books by symbol, of each venue. */
    private final List<Map<String, Book>> books = new ArrayList<>();

    private long unnamed;

    /**
     * Market data of a venue, or the start of its session.
     *
     * @param venue its number, in the order of the addresses
     * @param text 35=W or 35=X as received; empty if the venue has logged on, which invalidates its books
     * @param arrivedNs clock reading directly after the read that delivered it
     */
    public record VenueMessage(int venue, String text, long arrivedNs) {}

    /**
     * A venue's book of one pair. Not thread-safe.
     *
     * <p>With depth 1 each side holds one entry, and only a delete without a side needs its id. Deeper books identify entries
     * by side and MDEntryID (278). An entry of size 0 is not a price.
     */
    private static final class Book {
        private final boolean topOnly;
        private final Map<String, Map<String, Level>> sides =
                Map.of(MarketDataRequest.BID, new HashMap<>(), MarketDataRequest.OFFER, new HashMap<>());

        /** @param quantity 0 if the venue gives none */
        record Level(String id, long price, long quantity) {}

        Book(boolean topOnly) {
            this.topOnly = topOnly;
        }

        void clear() {
            sides.values().forEach(Map::clear);
        }

        /** Adds an entry, or replaces the entry with this id. Ignores sides other than bid and offer. */
        void put(String side, String id, long price, long quantity) {
            Map<String, Level> levels = sides.get(side);
            if (levels != null) {
                Level old = levels.get(name(id));
                levels.put(name(id), new Level(id.isEmpty() && old != null ? old.id() : id, price, quantity));
            }
        }

        /** Removes an entry, from both sides if no side is given and both have the id. */
        void remove(String side, String id) {
            sides.forEach((each, levels) -> {
                if (side.equals(each)) {
                    levels.remove(name(id));
                } else if (side.isEmpty()) {
                    levels.values().removeIf(level -> level.id().equals(id));
                }
            });
        }

        private String name(String id) {
            return topOnly ? "" : id;
        }

        /** Returns the best level of a side, with price {@link Price#NONE} if it is empty. */
        Level best(String side) {
            Level best = new Level("", Price.NONE, 0);
            for (Level level : sides.getOrDefault(side, Map.of()).values()) {
                boolean better = side.equals(MarketDataRequest.BID)
                        ? level.price() > best.price()
                        : level.price() < best.price();
                best = best.price() == Price.NONE || better ? level : best;
            }
            return best;
        }
    }

    public VenueDecoder(
            List<VenueAddress> venues, InstrumentDirectory instruments, Input<Tick> next, FeedCounters counters) {
        this.venues = List.copyOf(venues);
        this.instruments = instruments;
        this.next = next;
        this.counters = counters;
        venues.forEach(venue -> books.add(new HashMap<>()));
    }

    @Override
    public void put(VenueMessage received) {
        if (received.text().isEmpty()) {
            begin(received.venue());
            return;
        }
        try {
            update(received, MessageField.of(received.text()));
        } catch (IllegalArgumentException | DateTimeException unreadable) {
            counters.malformed();
        }
    }

    private void begin(int venue) {
        counters.session();
        books.get(venue).values().forEach(Book::clear);
    }

    private void update(VenueMessage received, List<MessageField> fields) {
        if (fields.stream().anyMatch(field -> field.tag() == 0)) {
            throw new IllegalArgumentException("a field without a tag");
        }
        GroupedFields message = GroupedFields.of(fields, NoMDEntries.FIELD);
        String symbol = value(message.body(), Symbol.FIELD);
        Map<String, String> ids = new LinkedHashMap<>();
        boolean whole = value(message.body(), MsgType.FIELD).equals(MsgType.MARKET_DATA_SNAPSHOT_FULL_REFRESH);
        if (whole) {
            book(received.venue(), symbol).clear();
            ids.put(symbol, "");
        }
        for (Map<Integer, String> entry : message.entries()) {
            symbol = entry.getOrDefault(Symbol.FIELD, symbol);
            apply(book(received.venue(), symbol), entry, whole);
            String id = entry.getOrDefault(QuoteEntryID.FIELD, value(entry, MDEntryID.FIELD));
            ids.merge(symbol, id, (before, newer) -> named(newer) ? newer : before);
        }
        long sentNs = sentNs(value(message.body(), SendingTime.FIELD));
        ids.forEach((each, id) -> tick(received, each, id, sentNs));
    }

    private Book book(int venue, String symbol) {
        return books.get(venue)
                .computeIfAbsent(symbol, unused -> new Book(venues.get(venue).depth() == 1));
    }

    private static void apply(Book book, Map<Integer, String> entry, boolean whole) {
        String side = value(entry, MDEntryType.FIELD);
        String id = value(entry, MDEntryID.FIELD);
        String size = value(entry, MDEntrySize.FIELD);
        long exact = size.isEmpty() ? 0 : Price.parse(size);
        long quantity = exact > 0 ? Math.max(1, exact / Price.SCALE) : 0;
        if (!whole && entry.containsKey(MDEntryRefID.FIELD)) {
            book.remove(side, value(entry, MDEntryRefID.FIELD));
        }
        boolean deleted = !whole && value(entry, MDUpdateAction.FIELD).equals(String.valueOf(MDUpdateAction.DELETE));
        if (deleted || !size.isEmpty() && quantity == 0) {
            book.remove(side, id);
        } else {
            book.put(side, id, Price.parse(value(entry, MDEntryPx.FIELD)), quantity);
        }
    }

    private void tick(VenueMessage received, String symbol, String id, long sentNs) {
        Instrument instrument = instruments.bySymbol(symbol);
        if (instrument == null) {
            counters.malformed();
            return;
        }
        Book book = book(received.venue(), symbol);
        Book.Level bid = book.best(MarketDataRequest.BID);
        Book.Level offer = book.best(MarketDataRequest.OFFER);
        counters.tick();
        next.put(new Tick(
                SESSION,
                named(id) ? Long.parseLong(id) : --unnamed,
                instrument.id(),
                received.venue(),
                sentNs,
                bid.price(),
                offer.price(),
                bid.quantity(),
                offer.quantity(),
                BOTH_SIDES,
                received.arrivedNs()));
    }

    private static boolean named(String id) {
        return DECIMAL.matcher(id).matches();
    }

    private static long sentNs(String text) {
        LocalDateTime sent = LocalDateTime.parse(text, TIME);
        return TimeUnit.SECONDS.toNanos(sent.toEpochSecond(ZoneOffset.UTC)) + sent.getLong(ChronoField.NANO_OF_SECOND);
    }
}
