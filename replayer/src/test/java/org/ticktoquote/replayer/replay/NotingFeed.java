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

/** Feed that records calls and sends nothing. */
final class NotingFeed implements Feed {
    /** Recorded quote. */
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
    /** Selects the ticks that fail, by tickId. */
    LongPredicate failing = tickId -> false;
    /** Runs during each send, by tickId. */
    LongConsumer during = tickId -> {};

    /** Reported wait time of all sends. */
    long waitedNs;
    /** Returns the reported departure of a quote by the time of the call. */
    LongUnaryOperator left = calledNs -> calledNs;
    /** Whether the next quote is reported as sent with the previous one. */
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
