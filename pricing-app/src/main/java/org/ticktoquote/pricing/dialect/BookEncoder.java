package org.ticktoquote.pricing.dialect;

import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.message.MessageEncoder;
import org.ticktoquote.fix.message.MessagePart;
import org.ticktoquote.fix.message.SendQueue;
import org.ticktoquote.pricing.publish.Quote;
import org.ticktoquote.pricing.publish.Subscription;
import org.ticktoquote.pricing.publish.TierPrice;
import quickfix.SessionID;

/**
 * Encodes the books of one session. A subscription to all levels gets a snapshot (35=W) and then increments (35=X). A
 * subscription to the top gets only snapshots. No message contains the request's id.
 *
 * <p>An increment deletes the entries last sent to the session (279=2, by 278) on the changed sides and adds new ones
 * (279=0). For a price that is sent again unchanged, it replaces both sides. New entries are encoded once per tier. Follows
 * the thread and allocation rules of {@link PriceEncoder}.
 */
final class BookEncoder extends PriceEncoder {
    private static final MessagePart CHANGES = MessageEncoder.type("X");
    private static final MessagePart COUNT = MessagePart.of("268=");
    private static final MessagePart DELETED = MessagePart.of("279=2|278=");
    private static final MessagePart SEPARATOR = MessagePart.of("|");

    private final Forms forms;
    private final Int2ObjectHashMap<Book> books = new Int2ObjectHashMap<>();

    /** Price formats shared by the sessions of an application. */
    record Forms(
            Naming naming,
            TierPrice.PriceFormat snapshots,
            TierPrice.PriceFormat bids,
            TierPrice.PriceFormat asks,
            MessagePart echo) {
        /** @param echoTag tag of the tick's id; 0 for none */
        static Forms of(Naming naming, TierPrice.PriceFormat snapshots, int echoTag) {
            return new Forms(
                    naming,
                    snapshots,
                    (price, book) -> added(price, Side.BID, naming),
                    (price, book) -> added(price, Side.ASK, naming),
                    MessagePart.of(echoTag == 0 ? "" : echoTag + "="));
        }

        private static MessagePart added(TierPrice price, Side side, Naming naming) {
            StringBuilder text = new StringBuilder(160);
            for (int level = Side.LEVELS - 1; level >= 0; level--) {
                text.append("279=0|278=")
                        .append(Side.number(price))
                        .append(side.keyDigit(level))
                        .append('|')
                        .append(naming.fields(price.priced().instrument()))
                        .append("269=")
                        .append(side.entryType())
                        .append('|');
                side.level(text, price, level, true);
            }
            return MessagePart.of(text.toString());
        }
    }

    /** Entries of a pair that were last sent to a session. */
    private static final class Book {
        private final Entries bids;
        private final Entries asks;
        private @Nullable Subscription subscription;

        Book(Forms forms, Instrument instrument) {
            MessagePart entryEnd = MessagePart.of("|" + forms.naming().fields(instrument));
            bids = new Entries(Side.BID, forms.bids(), entryEnd);
            asks = new Entries(Side.ASK, forms.asks(), entryEnd);
        }

        void set(Subscription to, TierPrice price) {
            subscription = to;
            bids.set(price);
            asks.set(price);
        }
    }

    /** Entries of one side. */
    private static final class Entries {
        private final Side side;
        private final TierPrice.PriceFormat form;
        private final MessagePart entryEnd;
        private long number;
        private long price;
        private long quantity;

        Entries(Side side, TierPrice.PriceFormat form, MessagePart entryEnd) {
            this.side = side;
            this.form = form;
            this.entryEnd = entryEnd;
        }

        boolean differ(TierPrice from) {
            return price != side.price(from) || quantity != side.quantity(from);
        }

        void set(TierPrice to) {
            number = Side.number(to);
            price = side.price(to);
            quantity = side.quantity(to);
        }

        void delete(MessageEncoder message) {
            for (int level = 0; level < Side.LEVELS; level++) {
                message.put(DELETED);
                message.putNumber(number);
                message.putNumber(side.keyDigit(level));
                message.put(entryEnd);
            }
        }

        void add(MessageEncoder message, Quote quote) {
            message.put(quote.price().encoded(form, quote.subscription().book()));
            set(quote.price());
        }
    }

    BookEncoder(SessionID session, String header, Forms forms) {
        super(session, header, "W", NO_TAG, forms.snapshots());
        this.forms = forms;
    }

    @Override
    public void append(SendQueue out, Quote quote, long sequence, long nowMs) {
        if (quote.subscription().book().topOnly()) {
            super.append(out, quote, sequence, nowMs);
            return;
        }
        Book book = book(quote.priced().instrument());
        if (quote.image() || !quote.subscription().equals(book.subscription)) {
            super.append(out, quote, sequence, nowMs);
            book.set(quote.subscription(), quote.price());
        } else {
            change(book, quote);
            end(out, CHANGES, sequence, nowMs);
        }
    }

    private Book book(Instrument instrument) {
        Book known = books.get(instrument.id());
        if (known != null) {
            return known;
        }
        Book book = new Book(forms, instrument);
        books.put(instrument.id(), book);
        return book;
    }

    private void change(Book book, Quote quote) {
        boolean bidMoved = book.bids.differ(quote.price());
        boolean askMoved = book.asks.differ(quote.price());
        boolean bid = bidMoved || !askMoved;
        boolean ask = askMoved || !bidMoved;
        MessageEncoder message = begin(quote.subscription().requestId());
        if (forms.echo().length() > 0 && quote.priced().tick().identified()) {
            message.put(forms.echo());
            message.putNumber(quote.priced().tick().tickId());
            message.put(SEPARATOR);
        }
        message.put(COUNT);
        message.putNumber(bid && ask ? 4L * Side.LEVELS : 2L * Side.LEVELS);
        message.put(SEPARATOR);
        if (bid) {
            book.bids.delete(message);
        }
        if (ask) {
            book.asks.delete(message);
        }
        if (bid) {
            book.bids.add(message, quote);
        }
        if (ask) {
            book.asks.add(message, quote);
        }
    }
}
