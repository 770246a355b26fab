package org.ticktoquote.pricing.dialect;

import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.message.Chars;
import org.ticktoquote.fix.message.OutBuffer;
import org.ticktoquote.pricing.publish.PriceForm;
import org.ticktoquote.pricing.publish.Quote;
import org.ticktoquote.pricing.publish.Subscription;
import org.ticktoquote.pricing.publish.TierPrice;

/**
 * Books, of one session: a snapshot (35=W), then changes (35=X), where all levels were asked for; snapshots without sizes
 * where only the top was.
 *
 * <p>A change takes away the entries (279=2, by 278) of the sides that moved and brings new ones (279=0); of a price that is
 * sent again, those of both. What is new is encoded once for the tier; what goes is of the session, since it is what the
 * session was sent last. One thread at a time; no allocation but for a price that no session of the tier has encoded.
 */
final class BookChanges implements PriceEncoder {
    private static final Chars CHANGES = MessageFrame.type("X");
    private static final Chars COUNT = Chars.of("268=");
    private static final Chars SEPARATOR = Chars.of("|");
    private static final int MOST_OF_ENTRY = 64;

    private final MessageFrame frame;
    private final Shared shared;
    private final PriceEncoder snapshots;
    private final Chars begin;
    private final Scratch own = new Scratch((1 + 2 * Side.LEVELS) * MOST_OF_ENTRY);
    private final Int2ObjectHashMap<Book> books = new Int2ObjectHashMap<>();

    /** What the sessions of an application have in common. */
    private record Shared(
            Naming naming,
            SnapshotPrices snapshots,
            PriceForm bids,
            PriceForm asks,
            @Nullable Chars echo) {
        Book book(Instrument instrument) {
            Chars entryEnd = Chars.of("|" + naming.fields(instrument));
            return new Book(new BookSide(Side.BID, bids, entryEnd), new BookSide(Side.ASK, asks, entryEnd));
        }
    }

    /** What a session was sent of one pair. */
    private static final class Book {
        private final BookSide bid;
        private final BookSide ask;
        private @Nullable Subscription subscription;

        Book(BookSide bid, BookSide ask) {
            this.bid = bid;
            this.ask = ask;
        }

        void set(Subscription to, TierPrice price) {
            subscription = to;
            bid.set(price);
            ask.set(price);
        }
    }

    private BookChanges(MessageFrame frame, Shared shared) {
        this.frame = frame;
        this.shared = shared;
        this.snapshots = PriceMessages.unnamed(frame, shared.snapshots());
        this.begin = Chars.of(frame.target());
    }

    /** Pairs by a naming; neither snapshots nor changes name their request. */
    static PriceStyle by(Naming naming) {
        SnapshotLook top = SnapshotLook.PLAIN.named(naming).withoutSizes();
        SnapshotLook depth = SnapshotLook.PLAIN.named(naming).withKeys().withLevels(Side.LEVELS);
        return echoTag -> {
            Shared shared = new Shared(
                    naming,
                    new SnapshotPrices(top, depth, echoTag),
                    price -> brought(price, Side.BID, naming),
                    price -> brought(price, Side.ASK, naming),
                    echoTag == 0 ? null : Chars.of(echoTag + "="));
            return frame -> new BookChanges(frame, shared);
        };
    }

    private static Chars brought(TierPrice price, Side side, Naming naming) {
        StringBuilder text = new StringBuilder(160);
        for (int level = Side.LEVELS - 1; level >= 0; level--) {
            text.append("279=0|278=")
                    .append(Side.number(price))
                    .append(side.keyDigit(level))
                    .append('|');
            text.append(naming.fields(price.priced().instrument()));
            text.append("269=").append(side.entryType()).append('|');
            side.level(text, price, level, true);
        }
        return Chars.of(text.toString());
    }

    @Override
    public void append(OutBuffer out, Quote quote, long sequence, long nowMs) {
        if (!quote.subscription().wanted().depth()) {
            snapshots.append(out, quote, sequence, nowMs);
            return;
        }
        Book book = book(quote.priced().instrument());
        if (quote.image() || !quote.subscription().equals(book.subscription)) {
            snapshots.append(out, quote, sequence, nowMs);
            book.set(quote.subscription(), quote.price());
        } else {
            change(book, quote.price());
            frame.end(out, sequence, nowMs);
        }
    }

    private Book book(Instrument instrument) {
        Book known = books.get(instrument.id());
        if (known != null) {
            return known;
        }
        Book book = shared.book(instrument);
        books.put(instrument.id(), book);
        return book;
    }

    private void change(Book book, TierPrice price) {
        boolean bidMoved = book.bid.moved(price);
        boolean askMoved = book.ask.moved(price);
        boolean bid = bidMoved || !askMoved;
        boolean ask = askMoved || !bidMoved;
        own.clear();
        echo(price);
        own.put(COUNT);
        own.putNumber(bid && ask ? 4L * Side.LEVELS : 2L * Side.LEVELS);
        own.put(SEPARATOR);
        if (bid) {
            book.bid.take(own);
        }
        if (ask) {
            book.ask.take(own);
        }
        frame.begin(CHANGES);
        frame.add(begin);
        frame.add(own.bytes(), own.length(), own.sum());
        if (bid) {
            book.bid.bring(frame, price);
        }
        if (ask) {
            book.ask.bring(frame, price);
        }
    }

    private void echo(TierPrice price) {
        if (shared.echo() != null && price.priced().tick().identified()) {
            own.put(shared.echo());
            own.putNumber(price.priced().tick().tickId());
            own.put(SEPARATOR);
        }
    }
}
