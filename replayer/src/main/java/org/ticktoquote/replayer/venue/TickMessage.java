package org.ticktoquote.replayer.venue;

import static org.ticktoquote.fix.message.MessagePart.SOH;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.marketdata.MarketDataRequest.RequestedBook;
import org.ticktoquote.fix.message.MessageEncoder;
import org.ticktoquote.fix.message.MessagePart;
import org.ticktoquote.fix.message.SendingTime;

/**
 * Encodes the messages of one subscription, snapshots (35=W) or incremental refreshes (35=X), before the tick's time.
 * Numbers a message when it is sent. Not thread-safe. Does not allocate.
 */
final class TickMessage {
    private static final MessagePart SNAPSHOT = MessageEncoder.type("W");
    private static final MessagePart UPDATE = MessageEncoder.type("X");
    private static final MessagePart ENTRIES = MessagePart.of("268=");
    private static final MessagePart BID = MessagePart.of("269=0|");
    private static final MessagePart OFFER = MessagePart.of("269=1|");
    private static final MessagePart PRICE = MessagePart.of("270=");
    private static final MessagePart SIZE = MessagePart.of("271=");
    private static final MessagePart DATE = MessagePart.of("272=");
    private static final MessagePart TIME = MessagePart.of("273=");
    private static final MessagePart KEY = MessagePart.of("278=");
    private static final MessagePart NEW = MessagePart.of("279=0|");
    private static final MessagePart CHANGE = MessagePart.of("279=1|");
    private static final MessagePart DELETE = MessagePart.of("279=2|");
    private static final MessagePart END = MessagePart.of("|");

    private final MessageFormat form;
    private final RequestedBook book;
    private final boolean increments;
    private final int decimals;
    private final MessagePart sender;
    private final MessagePart target;
    private final MessagePart name;
    private final MessagePart idTag;
    private final boolean sized;
    private final MessageEncoder message;
    private final SendingTime sendingTime = new SendingTime();
    private final SendingTime entryTime = new SendingTime();
    private MessagePart type = SNAPSHOT;
    private boolean timed;

    /**
     * Creates an encoder of one market's messages to one application.
     *
     * @param application its CompID
     * @param requestId MDReqID (262)
     * @param increments sends ticks as incremental refreshes
     */
    TickMessage(
            VenueSetup venue,
            String application,
            String requestId,
            VenueMarket market,
            RequestedBook book,
            boolean increments) {
        this.form = venue.form();
        this.book = book;
        this.increments = increments;
        this.decimals = decimals(market.instrument());
        this.sender = MessagePart.literal(SOH + "49=" + venue.name() + SOH + "52=");
        String fields = form.fields().replace('|', SOH);
        this.target = MessagePart.literal(SOH + "56=" + application + SOH + "262=" + requestId + SOH + fields);
        this.name = MessagePart.of(market.name().fields());
        this.idTag = MessagePart.of(form.entries().idTag() + "=");
        this.sized = form.entries().sizes() == MessageFormat.Sizes.ALL
                || form.entries().sizes() == MessageFormat.Sizes.BOOK && !book.topOnly();
        this.message = new MessageEncoder(venue.version().beginString());
    }

    /** Returns the number of decimals of the tick size. */
    private static int decimals(Instrument instrument) {
        int decimals = 9;
        long step = instrument.tickSize();
        while (decimals > 0 && step > 0 && step % 10 == 0) {
            decimals--;
            step /= 10;
        }
        return decimals;
    }

    /** Encodes a snapshot of both sides of a market. */
    void image(VenueBook market) {
        snapshot(market, true, true);
    }

    /**
     * Encodes the changes of a tick as an increment or a snapshot. A snapshot contains both sides unless the venue sends
     * changed sides only. Leaves the message empty if the changes are not part of the subscription.
     */
    void write(VenueBook before, VenueBook after) {
        if (increments) {
            update(before, after);
        } else {
            boolean both = form.ticks().bothSides();
            snapshot(after, both || after.bids.differs(before.bids), both || after.offers.differs(before.offers));
        }
    }

    private void snapshot(VenueBook market, boolean bid, boolean offer) {
        type = SNAPSHOT;
        message.begin();
        int bids = book.bids() && bid ? shown(market.bids) : 0;
        int offers = book.offers() && offer ? shown(market.offers) : 0;
        if (bids + offers == 0) {
            return;
        }
        begin(market);
        message.put(name);
        entries(bids + offers);
        for (int place = 0; place < bids; place++) {
            level(market, market.bids, market.bids.source(place));
        }
        for (int place = 0; place < offers; place++) {
            level(market, market.offers, market.offers.source(place));
        }
    }

    private int shown(VenueBook.Side side) {
        return Math.min(book.topOnly() ? 1 : form.entries().levels(), side.count());
    }

    private void level(VenueBook market, VenueBook.Side side, int source) {
        message.put(side.isBid() ? BID : OFFER);
        if (increments) {
            key(side, source);
        }
        values(market, side, source);
    }

    private void update(VenueBook before, VenueBook after) {
        type = UPDATE;
        message.begin();
        int changes = (book.bids() ? changes(before.bids, after.bids) : 0)
                + (book.offers() ? changes(before.offers, after.offers) : 0);
        if (changes == 0) {
            return;
        }
        begin(after);
        entries(changes);
        if (book.bids()) {
            change(after, before.bids, after.bids);
        }
        if (book.offers()) {
            change(after, before.offers, after.offers);
        }
    }

    private int changes(VenueBook.Side before, VenueBook.Side after) {
        int changes = 0;
        for (int source = 0; source < after.sources(); source++) {
            if (after.differs(before, source)) {
                changes += isKeyOfPrice() && wasThere(before, source) ? 2 : 1;
                if (book.topOnly()) {
                    break;
                }
            }
        }
        return changes;
    }

    private void change(VenueBook market, VenueBook.Side before, VenueBook.Side after) {
        for (int source = 0; source < after.sources(); source++) {
            if (after.differs(before, source)) {
                change(market, before, after, source);
                if (book.topOnly()) {
                    break;
                }
            }
        }
    }

    private boolean wasThere(VenueBook.Side before, int source) {
        return book.topOnly() ? before.count() > 0 : before.price(source) != Price.NONE;
    }

    private boolean isKeyOfPrice() {
        return form.entries().keys() != MessageFormat.EntryKeys.LEVEL;
    }

    private boolean isKeyed() {
        return form.entries().keys() != MessageFormat.EntryKeys.NONE;
    }

    private void change(VenueBook market, VenueBook.Side before, VenueBook.Side after, int source) {
        boolean there = wasThere(before, source);
        boolean renewed = isKeyOfPrice();
        if (there && renewed) {
            delete(before, book.topOnly() ? before.source(0) : source);
        }
        int shown = book.topOnly() ? after.source(0) : source;
        message.put(there && !renewed ? CHANGE : NEW);
        message.put(after.isBid() ? BID : OFFER);
        key(after, shown);
        message.put(name);
        values(market, after, shown);
    }

    /** Omits the side if the entry has a key. */
    private void delete(VenueBook.Side side, int source) {
        message.put(DELETE);
        if (!isKeyed()) {
            message.put(side.isBid() ? BID : OFFER);
        }
        key(side, source);
        message.put(name);
        if (!isKeyed()) {
            price(side, source);
        }
    }

    /** Even keys are bids, odd keys are offers. */
    private void key(VenueBook.Side side, int source) {
        if (!isKeyed()) {
            return;
        }
        long place = isKeyOfPrice() ? side.tickId(source) : book.topOnly() ? 0 : source;
        message.put(KEY);
        message.putNumber(2 * place + (side.isBid() ? 0 : 1));
        message.put(END);
    }

    private void values(VenueBook market, VenueBook.Side side, int source) {
        price(side, source);
        if (sized && side.quantity(source) > 0) { // 271=0 would mean that no quantity is available
            message.put(SIZE);
            message.putNumber(side.quantity(source));
            message.put(END);
        }
        if (timed) {
            time(market);
            timed = !form.times().firstEntryOnly();
        }
        if (form.entries().idTag() > 0) {
            message.put(idTag);
            message.putNumber(market.tickId);
            message.put(END);
        }
    }

    private void price(VenueBook.Side side, int source) {
        message.put(PRICE);
        message.putPrice(side.price(source), decimals);
        message.put(END);
    }

    private void time(VenueBook market) {
        MessageFormat.TimeSource moment = form.times().entryTime();
        message.put(DATE);
        time(moment, market, entryTime, 0, SendingTime.DATE_LENGTH);
        message.put(END);
        message.put(TIME);
        time(moment, market, entryTime, SendingTime.TIME_AT, SendingTime.LENGTH - SendingTime.TIME_AT);
        message.put(END);
    }

    /** Writes part of the text of a time. Reserves space for a sending time, which is filled in at the send. */
    private void time(MessageFormat.TimeSource moment, VenueBook market, SendingTime text, int from, int length) {
        switch (moment) {
            case RECORDED -> message.putTime(text.at(TimeUnit.NANOSECONDS.toMillis(market.venueTimeNs)), from, length);
            case INTENDED -> message.putTime(text.at(market.intendedMs), from, length);
            default -> message.reserveTime(from, length);
        }
    }

    private void begin(VenueBook market) {
        message.put(sender);
        time(form.times().sendingTime(), market, sendingTime, 0, SendingTime.LENGTH);
        message.put(target);
        timed = form.times().entryTime() != MessageFormat.TimeSource.NONE;
    }

    private void entries(int count) {
        message.put(ENTRIES);
        message.putNumber(count);
        message.put(END);
    }

    boolean isEmpty() {
        return message.isEmpty();
    }

    /** Completes the message with its sequence number. */
    ByteBuffer number(int sequence, long nowMs) {
        return message.complete(type, sequence, nowMs);
    }
}
