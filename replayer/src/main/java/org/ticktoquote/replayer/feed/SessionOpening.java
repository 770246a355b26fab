package org.ticktoquote.replayer.feed;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.recording.RecordedPayloads;

/**
 * Session details that a receiver is sent before the first quote.
 *
 * @param session unique number
 * @param firstTickId number of the first quote that follows
 * @param instruments by id
 * @param venues by id
 * @param payloads that contained the quotes; null if the recording has none
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

    /** For a recording without payloads. */
    public SessionOpening(long session, long firstTickId, List<Instrument> instruments, List<String> venues) {
        this(session, firstTickId, instruments, venues, null);
    }

    /** Returns the opening for a receiver that joins later. */
    SessionOpening joinedAt(long nextTickId) {
        return new SessionOpening(session, nextTickId, instruments, venues, payloads);
    }
}
