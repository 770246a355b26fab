package org.ticktoquote.replayer.venue;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.message.Chars;
import org.ticktoquote.fix.message.SendingTime;

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
    private final boolean sized;
    private final MessageBytes bytes;
    private final SendingTime sendingTime = new SendingTime();
    private final SendingTime entryTime = new SendingTime();
    private final SendingTime leaving = new SendingTime();
    private Chars type = SNAPSHOT;
    private boolean timed;

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
        this.target = Chars.of("|56=" + target + "|262=" + requestId + "|" + form.fields());
        this.name = Chars.of(market.name().fields());
        this.idTag = Chars.of(form.entries().idTag() + "=");
        this.sized = form.entries().sizes() == MessageForm.Sizes.ALL
                || form.entries().sizes() == MessageForm.Sizes.BOOK && !view.topOnly();
        int entries = 4 * (view.topOnly() ? 1 : sources);
        int longest = LONGEST_FRAME + this.sender.length() + this.target.length() + name.length();
        this.bytes = new MessageBytes(longest + entries * (LONGEST_ENTRY + name.length()), 1 + 2 * entries);
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

    /** Makes a snapshot of both sides of a book. */
    void snapshot(VenueMarket.Book book) {
        snapshot(book, true, true);
    }

    /** Makes a snapshot of the sides that have changed, where the venue repeats no other; without entries where there is none. */
    void snapshot(VenueMarket.Book before, VenueMarket.Book after) {
        boolean both = form.ticks().bothSides();
        snapshot(after, both || after.bids.differs(before.bids), both || after.offers.differs(before.offers));
    }

    private void snapshot(VenueMarket.Book book, boolean bid, boolean offer) {
        type = SNAPSHOT;
        int bids = view.bids() && bid ? shown(book.bids) : 0;
        int offers = view.offers() && offer ? shown(book.offers) : 0;
        if (bids + offers == 0) {
            bytes.begin();
            return;
        }
        begin(book);
        bytes.put(name);
        entries(bids + offers);
        for (int place = 0; place < bids; place++) {
            level(book, book.bids, book.bids.source(place));
        }
        for (int place = 0; place < offers; place++) {
            level(book, book.offers, book.offers.source(place));
        }
    }

    private int shown(SideLevels side) {
        return Math.min(view.topOnly() ? 1 : form.entries().levels(), side.count());
    }

    private void level(VenueMarket.Book book, SideLevels side, int source) {
        bytes.put(side.isBid() ? BID : OFFER);
        if (view.increments()) {
            key(side, source);
        }
        values(book, side, source);
    }

    /** Makes an update of the sides that have changed; without entries where none of them was asked for. */
    void update(VenueMarket.Book before, VenueMarket.Book after) {
        type = UPDATE;
        int changes = (view.bids() ? changes(before.bids, after.bids) : 0)
                + (view.offers() ? changes(before.offers, after.offers) : 0);
        if (changes == 0) {
            bytes.begin();
            return;
        }
        begin(after);
        entries(changes);
        if (view.bids()) {
            change(after, before.bids, after.bids);
        }
        if (view.offers()) {
            change(after, before.offers, after.offers);
        }
    }

    private int changes(SideLevels before, SideLevels after) {
        int changes = 0;
        for (int source = 0; source < after.sources(); source++) {
            if (after.differs(before, source)) {
                changes += isKeyOfPrice() && wasThere(before, source) ? 2 : 1;
                if (view.topOnly()) {
                    break;
                }
            }
        }
        return changes;
    }

    private void change(VenueMarket.Book book, SideLevels before, SideLevels after) {
        for (int source = 0; source < after.sources(); source++) {
            if (after.differs(before, source)) {
                change(book, before, after, source);
                if (view.topOnly()) {
                    break;
                }
            }
        }
    }

    private boolean wasThere(SideLevels before, int source) {
        return view.topOnly() ? before.count() > 0 : before.price(source) != Price.NONE;
    }

    private boolean isKeyOfPrice() {
        return form.entries().keys() != MessageForm.EntryKeys.LEVEL;
    }

    private boolean isKeyed() {
        return form.entries().keys() != MessageForm.EntryKeys.NONE;
    }

    private void change(VenueMarket.Book book, SideLevels before, SideLevels after, int source) {
        boolean there = wasThere(before, source);
        boolean renewed = isKeyOfPrice();
        if (there && renewed) {
            delete(before, view.topOnly() ? before.source(0) : source);
        }
        int shown = view.topOnly() ? after.source(0) : source;
        bytes.put(there && !renewed ? CHANGE : NEW);
        bytes.put(after.isBid() ? BID : OFFER);
        key(after, shown);
        bytes.put(name);
        values(book, after, shown);
    }

    /** Where it has a key it says no side. */
    private void delete(SideLevels side, int source) {
        bytes.put(DELETE);
        if (!isKeyed()) {
            bytes.put(side.isBid() ? BID : OFFER);
        }
        key(side, source);
        bytes.put(name);
        if (!isKeyed()) {
            price(side, source);
        }
    }

    /** Odd ones are of offers. */
    private void key(SideLevels side, int source) {
        if (!isKeyed()) {
            return;
        }
        long place = isKeyOfPrice() ? side.tickId(source) : view.topOnly() ? 0 : source;
        bytes.put(KEY);
        bytes.putNumber(2 * place + (side.isBid() ? 0 : 1));
        bytes.put(END);
    }

    private void values(VenueMarket.Book book, SideLevels side, int source) {
        price(side, source);
        if (sized && side.quantity(source) > 0) { // 271=0 would say that there is nothing to be had
            bytes.put(SIZE);
            bytes.putNumber(side.quantity(source));
            bytes.put(END);
        }
        if (timed) {
            time(book);
            timed = !form.times().firstEntryOnly();
        }
        if (form.entries().idTag() > 0) {
            bytes.put(idTag);
            bytes.putNumber(book.tickId);
            bytes.put(END);
        }
    }

    private void price(SideLevels side, int source) {
        bytes.put(PRICE);
        bytes.putPrice(side.price(source), decimals);
        bytes.put(END);
    }

    private void time(VenueMarket.Book book) {
        MessageForm.Moment moment = form.times().entryTime();
        bytes.put(DATE);
        time(moment, book, entryTime, 0, SendingTime.DATE_LENGTH);
        bytes.put(END);
        bytes.put(TIME);
        time(moment, book, entryTime, SendingTime.TIME_AT, SendingTime.LENGTH - SendingTime.TIME_AT);
        bytes.put(END);
    }

    /** A part of the text of a time; what is not known before the message leaves is left out until then. */
    private void time(MessageForm.Moment moment, VenueMarket.Book book, SendingTime text, int from, int length) {
        switch (moment) {
            case RECORDED -> bytes.putTime(text.at(TimeUnit.NANOSECONDS.toMillis(book.venueTimeNs)), from, length);
            case INTENDED -> bytes.putTime(text.at(book.intendedMs), from, length);
            default -> bytes.leaveTime(from, length);
        }
    }

    private void begin(VenueMarket.Book book) {
        bytes.begin();
        bytes.put(sender);
        time(form.times().sendingTime(), book, sendingTime, 0, SendingTime.LENGTH);
        bytes.put(target);
        timed = form.times().entryTime() != MessageForm.Moment.NONE;
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
        return bytes.complete(begin, type, sequence, leaving.at(nowMs));
    }
}
