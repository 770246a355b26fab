package org.ticktoquote.pricing.venue;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.FeedCounters;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import org.ticktoquote.pricing.feed.Tick;
import org.ticktoquote.pricing.pipeline.Inlet;

/**
 * Component 2 for FIX venues: keeps every venue's book of every pair, and makes a tick of each pair that a message shows.
 *
 * <p>A tick carries both sides of the venue's top. Its id is the last decimal number that 299, or where that is absent
 * 278, of the pair's entries holds; else the tick has a negative number of this decoder's own. A message that cannot be
 * read is counted as malformed.
 */
public final class VenueDecoder implements Inlet<VenueMessage> {
    private static final int TYPE = 35;
    private static final int SENDING_TIME = 52;
    private static final int SYMBOL = 55;
    private static final int ENTRY_TYPE = 269;
    private static final int PRICE = 270;
    private static final int SIZE = 271;
    private static final int ENTRY_ID = 278;
    private static final int UPDATE_ACTION = 279;
    private static final int ENTRY_REFERENCE = 280;
    private static final int QUOTE_ID = 299;
    private static final String SNAPSHOT = "W";
    private static final String DELETE = "2";
    private static final int BOTH_SIDES = 3;
    /** Venues have no sessions of the feed. */
    private static final long SESSION = 0;

    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,18}");
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("yyyyMMdd-HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter();

    private final List<VenueAddress> venues;
    private final InstrumentDirectory instruments;
    private final Inlet<Tick> next;
    private final FeedCounters counters;
    private final Map<Place, VenueBook> books = new HashMap<>();
    private long unnamed;

    private record Place(int venue, String symbol) {}

    public VenueDecoder(
            List<VenueAddress> venues, InstrumentDirectory instruments, Inlet<Tick> next, FeedCounters counters) {
        this.venues = List.copyOf(venues);
        this.instruments = instruments;
        this.next = next;
        this.counters = counters;
    }

    @Override
    public void put(VenueMessage received) {
        if (received.text().isEmpty()) {
            begin(received.venue());
            return;
        }
        try {
            update(received, VenueText.of(received.text()));
        } catch (IllegalArgumentException | DateTimeException unreadable) {
            counters.malformed();
        }
    }

    private void begin(int venue) {
        counters.session();
        books.forEach((place, book) -> {
            if (place.venue() == venue) {
                book.clear();
            }
        });
    }

    private void update(VenueMessage received, VenueText text) {
        String symbol = VenueText.text(text.body(), SYMBOL);
        Map<String, String> ids = new LinkedHashMap<>();
        boolean whole = VenueText.text(text.body(), TYPE).equals(SNAPSHOT);
        if (whole) {
            book(received.venue(), symbol).clear();
            ids.put(symbol, "");
        }
        for (Map<Integer, String> entry : text.entries()) {
            symbol = entry.getOrDefault(SYMBOL, symbol);
            apply(book(received.venue(), symbol), entry, whole);
            String id = entry.getOrDefault(QUOTE_ID, VenueText.text(entry, ENTRY_ID));
            ids.merge(symbol, id, (before, newer) -> named(newer) ? newer : before);
        }
        long sentNs = sentNs(VenueText.text(text.body(), SENDING_TIME));
        ids.forEach((each, id) -> tick(received, each, id, sentNs));
    }

    private VenueBook book(int venue, String symbol) {
        return books.computeIfAbsent(
                new Place(venue, symbol),
                place -> new VenueBook(venues.get(venue).depth() == 1));
    }

    private static void apply(VenueBook book, Map<Integer, String> entry, boolean whole) {
        String side = VenueText.text(entry, ENTRY_TYPE);
        String id = VenueText.text(entry, ENTRY_ID);
        String size = VenueText.text(entry, SIZE);
        long quantity = size.isEmpty() ? 0 : Price.parse(size) / Price.SCALE;
        if (!whole && entry.containsKey(ENTRY_REFERENCE)) {
            book.remove(side, VenueText.text(entry, ENTRY_REFERENCE));
        }
        boolean deleted = !whole && VenueText.text(entry, UPDATE_ACTION).equals(DELETE);
        if (deleted || !size.isEmpty() && quantity == 0) {
            book.remove(side, id);
        } else {
            book.put(side, id, Price.parse(VenueText.text(entry, PRICE)), quantity);
        }
    }

    private void tick(VenueMessage received, String symbol, String id, long sentNs) {
        Instrument instrument = instruments.bySymbol(symbol);
        if (instrument == null) {
            counters.malformed();
            return;
        }
        VenueBook book = book(received.venue(), symbol);
        VenueBook.Level bid = book.best(VenueBook.BID);
        VenueBook.Level offer = book.best(VenueBook.OFFER);
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
