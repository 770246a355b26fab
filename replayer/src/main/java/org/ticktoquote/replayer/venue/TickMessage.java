package org.ticktoquote.replayer.venue;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.fix.Chars;
import org.ticktoquote.core.fix.SendingTime;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;

/**
 * The messages of one subscription: a snapshot (35=W) or an incremental refresh (35=X), made before the moment of the tick and
 * numbered at it. Not thread-safe; does not allocate.
 */
final class TickMessage {
    private static final Chars SNAPSHOT = Chars.of("|35=W");
    private static final Chars UPDATE = Chars.of("|35=X");
    private static final Chars ENTRIES = Chars.of("268=");
    private static final Chars BID = Chars.of("269=0|");
    private static final Chars OFFER = Chars.of("269=1|");
    private static final Chars PRICE = Chars.of("270=");
    private static final Chars SIZE = Chars.of("271=");
    private static final Chars DATE = Chars.of("272=");
    private static final Chars TIME = Chars.of("273=");
    private static final Chars KEY = Chars.of("278=");
    private static final Chars NEW = Chars.of("279=0|");
    private static final Chars CHANGE = Chars.of("279=1|");
    private static final Chars DELETE = Chars.of("279=2|");
    private static final Chars END = Chars.of("|");
    private static final int LONGEST_ENTRY = 200;
    private static final int LONGEST_FRAME = 200;

    private final MessageForm form;
    private final TickSubscription.View view;
    private final int decimals;
    private final Chars begin;
    private final Chars sender;
    private final Chars target;
    private final Chars name;
    private final Chars idTag;
    private final MessageBytes bytes;
    private final SendingTime sendingTime = new SendingTime();
    private final SendingTime entryTime = new SendingTime();
    private Chars type = SNAPSHOT;

    /**
     * Of one market to one application.
     *
     * @param begin {@code 8=FIX.4.4}
     * @param sender CompID of the venue
     * @param target of the application
     */
    TickMessage(
            Chars begin,
            String sender,
            String target,
            String requestId,
            VenueMarket market,
            MessageForm form,
            TickSubscription.View view,
            int sources) {
        this.form = form;
        this.view = view;
        this.decimals = decimals(market.instrument());
        this.begin = begin;
        this.sender = Chars.of("|49=" + sender + "|52=");
        this.target = Chars.of("|56=" + target + "|262=" + requestId + "|");
        this.name = Chars.of(market.name().fields());
        this.idTag = Chars.of(form.idTag() + "=");
        int levels = view.topOnly() ? 1 : sources;
        int entries = 2 * levels * (LONGEST_ENTRY + name.length());
        this.bytes =
                new MessageBytes(LONGEST_FRAME + this.sender.length() + target.length() + 2 * name.length() + entries);
    }

    /** Those of its smallest price step. */
    private static int decimals(Instrument instrument) {
        int decimals = 9;
        long step = instrument.tickSize();
        while (decimals > 0 && step > 0 && step % 10 == 0) {
            decimals--;
            step /= 10;
        }
        return decimals;
    }

    /** Makes a snapshot of a book. */
    void snapshot(VenueMarket.Book book) {
        type = SNAPSHOT;
        begin(book.venueTimeNs);
        bytes.put(name);
        int bids = view.bids() ? shown(book.bids) : 0;
        int offers = view.offers() ? shown(book.offers) : 0;
        entries(bids + offers);
        for (int place = 0; place < bids; place++) {
            level(book, book.bids, book.bids.source(place));
        }
        for (int place = 0; place < offers; place++) {
            level(book, book.offers, book.offers.source(place));
        }
    }

    private int shown(SideLevels side) {
        return view.topOnly() ? Math.min(1, side.count()) : side.count();
    }

    private void level(VenueMarket.Book book, SideLevels side, int source) {
        bytes.put(side.isBid() ? BID : OFFER);
        if (form.increments()) {
            key(side, source);
        }
        values(book, side, source);
    }

    /** Makes an update of the sides that a tick carries; without entries where none of them was asked for. */
    void update(VenueMarket.Book before, VenueMarket.Book after, boolean bid, boolean offer, int source) {
        type = UPDATE;
        boolean bidShown = bid && view.bids();
        boolean offerShown = offer && view.offers();
        if (!bidShown && !offerShown) {
            bytes.begin();
            return;
        }
        begin(after.venueTimeNs);
        int changes = (bidShown ? changes(before.bids, source) : 0) + (offerShown ? changes(before.offers, source) : 0);
        entries(changes);
        if (bidShown) {
            change(after, before.bids, after.bids, source);
        }
        if (offerShown) {
            change(after, before.offers, after.offers, source);
        }
    }

    private boolean wasThere(SideLevels before, int source) {
        return view.topOnly() ? before.count() > 0 : before.price(source) != Price.NONE;
    }

    private int changes(SideLevels before, int source) {
        return form.entryKeys() == MessageForm.EntryKeys.NEW && wasThere(before, source) ? 2 : 1;
    }

    private void change(VenueMarket.Book book, SideLevels before, SideLevels after, int source) {
        boolean there = wasThere(before, source);
        boolean renewed = form.entryKeys() == MessageForm.EntryKeys.NEW;
        if (there && renewed) {
            bytes.put(DELETE);
            key(before, view.topOnly() ? before.source(0) : source);
            bytes.put(name);
        }
        int shown = view.topOnly() ? after.source(0) : source;
        bytes.put(there && !renewed ? CHANGE : NEW);
        bytes.put(after.isBid() ? BID : OFFER);
        key(after, shown);
        bytes.put(name);
        values(book, after, shown);
    }

    /** Steady: one for each level; else one for each price, odd ones for offers. */
    private void key(SideLevels side, int source) {
        long place = form.entryKeys() == MessageForm.EntryKeys.NEW ? side.tickId(source) : view.topOnly() ? 0 : source;
        bytes.put(KEY);
        bytes.putNumber(2 * place + (side.isBid() ? 0 : 1));
        bytes.put(END);
    }

    private void values(VenueMarket.Book book, SideLevels side, int source) {
        bytes.put(PRICE);
        bytes.putPrice(side.price(source), decimals);
        bytes.put(END);
        if (form.sizes() && side.quantity(source) > 0) { // 271=0 would say that there is nothing to be had
            bytes.put(SIZE);
            bytes.putNumber(side.quantity(source));
            bytes.put(END);
        }
        if (form.entryTime() != MessageForm.Moment.NONE) {
            time(book.venueTimeNs);
        }
        if (form.idTag() > 0) {
            bytes.put(idTag);
            bytes.putNumber(book.tickId);
            bytes.put(END);
        }
    }

    private void time(long venueTimeNs) {
        boolean sent = form.entryTime() == MessageForm.Moment.SENT;
        byte[] text = entryTime.at(sent ? System.currentTimeMillis() : TimeUnit.NANOSECONDS.toMillis(venueTimeNs));
        bytes.put(DATE);
        bytes.putTime(text, 0, SendingTime.DATE_LENGTH);
        bytes.put(END);
        bytes.put(TIME);
        bytes.putTime(text, SendingTime.TIME_AT, SendingTime.LENGTH - SendingTime.TIME_AT);
        bytes.put(END);
    }

    private void begin(long venueTimeNs) {
        bytes.begin();
        bytes.put(sender);
        if (form.sendingTime() == MessageForm.Moment.VENUE) {
            bytes.putTime(sendingTime.at(TimeUnit.NANOSECONDS.toMillis(venueTimeNs)), 0, SendingTime.LENGTH);
        } else {
            bytes.leaveTime();
        }
        bytes.put(target);
    }

    private void entries(int count) {
        bytes.put(ENTRIES);
        bytes.putNumber(count);
        bytes.put(END);
    }

    boolean isEmpty() {
        return bytes.length() == 0;
    }

    /** The message with its number, ready to be written. */
    ByteBuffer number(int sequence, long nowMs) {
        return bytes.complete(begin, type, sequence, sendingTime, nowMs);
    }
}
