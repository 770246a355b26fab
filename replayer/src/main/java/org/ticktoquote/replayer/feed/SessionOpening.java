package org.ticktoquote.replayer.feed;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.recording.RecordedPayloads;

/**
 * Session details sent to a receiver before the first quote.
 *
 * @param session unique number
 * @param firstTickId number of the first quote that follows
 * @param instruments instruments ordered by id
 * @param venues venues ordered by id
 * @param payloads payloads from which the quotes were decoded; null if the recording has none
 */
public record SessionOpening(
        long session,
        long firstTickId,
        List<Instrument> instruments,
        List<String> venues,
        @Nullable RecordedPayloads payloads) {
    public SessionOpening {
        instruments = List.copyOf(instruments);
        venues = List.copyOf(venues);
    }

    /** Creates the opening of a recording without payloads. */
    public SessionOpening(long session, long firstTickId, List<Instrument> instruments, List<String> venues) {
        this(session, firstTickId, instruments, venues, null);
    }

    /** Returns the opening for a receiver that joins later. */
    SessionOpening joinedAt(long nextTickId) {
        return new SessionOpening(session, nextTickId, instruments, venues, payloads);
    }
}
