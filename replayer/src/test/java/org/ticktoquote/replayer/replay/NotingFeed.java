package org.ticktoquote.replayer.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.marketdata.MessageHeaderDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.feed.SessionOpening;

/** A feed that sends nothing and notes what it was asked to. */
final class NotingFeed implements Feed {
    /** A quote as it would have left. */
    record Sent(long tickId, long venueTimeNs, long atNs, int instrument, int venue, long bid, long ask) {
        boolean hasBid() {
            return bid != Price.NONE;
        }
    }

    final List<Sent> sent = new ArrayList<>();
    final List<SessionOpening> opened = new ArrayList<>();
    final List<Long> ended = new ArrayList<>();
    final List<Long> heartbeatsAtNs = new ArrayList<>();
    final List<Long> heartbeatIds = new ArrayList<>();
    /** Which ticks fail, by tickId. */
    LongPredicate failing = tickId -> false;
    /** What else happens while a tick is sent, by tickId. */
    LongConsumer during = tickId -> {};

    /** What it says that sends have waited. */
    long waitedNs;
    /** When it says that a quote left, by when its send was called. */
    LongUnaryOperator left = calledNs -> calledNs;
    /** Whether it says that the next quote left with the one before it. */
    boolean leftAlready;

    private final NanoClock clock;
    private final QuoteDecoder quote = new QuoteDecoder();
    private long tickId;
    private long venueTimeNs;

    NotingFeed(NanoClock clock) {
        this.clock = clock;
    }

    @Override
    public void prepare(DirectBuffer message, int offset, long id, long venueTime) {
        quote.wrap(message, offset + MessageHeaderDecoder.ENCODED_LENGTH, QuoteDecoder.BLOCK_LENGTH, 1);
        tickId = id;
        venueTimeNs = venueTime;
    }

    @Override
    public boolean send() {
        sent.add(new Sent(
                tickId,
                venueTimeNs,
                clock.nanoTime(),
                quote.instrumentId(),
                quote.venueId(),
                quote.bid(),
                quote.ask()));
        during.accept(tickId);
        return !failing.test(tickId);
    }

    @Override
    public long waitedNs() {
        return waitedNs;
    }

    @Override
    public long leftNs(long calledNs) {
        return left.applyAsLong(calledNs);
    }

    @Override
    public boolean leftAlready() {
        return leftAlready;
    }

    @Override
    public void heartbeat(long nextTickId) {
        heartbeatsAtNs.add(clock.nanoTime());
        heartbeatIds.add(nextTickId);
    }

    @Override
    public void open(SessionOpening opening) {
        opened.add(opening);
    }

    @Override
    public void end(long lastTickId) {
        ended.add(lastTickId);
    }

    @Override
    public String address() {
        return "noting://";
    }

    @Override
    public Map<String, Long> facts() {
        return Map.of();
    }

    @Override
    public boolean connected() {
        return true;
    }

    @Override
    public void abort() {}

    @Override
    public void close() {}
}
