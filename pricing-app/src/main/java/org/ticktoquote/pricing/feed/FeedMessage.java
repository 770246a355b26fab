package org.ticktoquote.pricing.feed;

import org.ticktoquote.core.run.Instrument;

/** What the feed says, decoded. */
public sealed interface FeedMessage
        permits Tick, FeedMessage.SessionStarted, FeedMessage.Expected, FeedMessage.InstrumentDefined {
    /** A session begins; its first tick will have this id. */
    record SessionStarted(long session, long firstTickId) implements FeedMessage {}

    /** The id that the next tick of the session will have: from heartbeats and the end of the session. */
    record Expected(long session, long nextTickId) implements FeedMessage {}

    /** An instrument of the feed. */
    record InstrumentDefined(Instrument instrument) implements FeedMessage {}
}
