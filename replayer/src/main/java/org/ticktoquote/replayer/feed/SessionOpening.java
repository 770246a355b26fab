package org.ticktoquote.replayer.feed;

import java.util.List;
import org.ticktoquote.core.run.Instrument;

/**
 * What a receiver learns before the first quote.
 *
 * @param session differs from every other session's
 * @param firstTickId number of the first quote that will follow
 * @param instruments quotes name them by id
 * @param venues a quote's venue id is the place in this list
 */
public record SessionOpening(long session, long firstTickId, List<Instrument> instruments, List<String> venues) {
    public SessionOpening {
        instruments = List.copyOf(instruments);
        venues = List.copyOf(venues);
    }

    /** The same for a receiver that joins later. */
    SessionOpening joinedAt(long nextTickId) {
        return new SessionOpening(session, nextTickId, instruments, venues);
    }
}
