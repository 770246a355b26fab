package org.ticktoquote.pricing.feed;

import org.ticktoquote.pricing.feed.Decoder.FeedMessage;
import org.ticktoquote.pricing.pipeline.Input;

/**
 * Component 3: passes on every tick once and in sequence, and defines the instruments.
 *
 * <p>Discards a tick whose id is not newer than the last one. Counts missing ids as a gap and continues. A new session
 * starts a new sequence. If its start was lost, the sequence starts with the first id received.
 */
public final class Sequencer implements Input<FeedMessage> {
    private final Input<Tick> next;
    private final InstrumentDirectory instruments;
    private final FeedCounters counters;
    private boolean inSession;
    private long session;
    private long expected;

    public Sequencer(Input<Tick> next, InstrumentDirectory instruments, FeedCounters counters) {
        this.next = next;
        this.instruments = instruments;
        this.counters = counters;
    }

    @Override
    public void put(FeedMessage message) {
        if (message instanceof Tick tick) {
            instruments.definitionsOver();
            tick(tick);
        } else if (message instanceof FeedMessage.Position position) {
            enter(position.session(), position.nextTickId());
            if (!position.start()) {
                instruments.definitionsOver();
                advance(position.nextTickId());
            }
        } else if (message instanceof FeedMessage.InstrumentDefined defined) {
            instruments.define(defined.instrument());
        }
    }

    private void tick(Tick tick) {
        enter(tick.session(), tick.tickId());
        if (tick.tickId() < expected) {
            counters.duplicate();
            return;
        }
        advance(tick.tickId());
        expected = tick.tickId() + 1;
        counters.tick();
        next.put(tick);
    }

    private void enter(long named, long firstTickId) {
        if (!inSession || named != session) {
            inSession = true;
            session = named;
            expected = firstTickId;
            counters.session();
        }
    }

    private void advance(long nextTickId) {
        if (nextTickId > expected) {
            counters.gap(nextTickId - expected);
            expected = nextTickId;
        }
    }
}
