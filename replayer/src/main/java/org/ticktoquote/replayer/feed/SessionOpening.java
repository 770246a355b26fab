package org.ticktoquote.replayer.feed;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.recording.RecordedPayloads;

/**
 * What a receiver learns before the first quote.
 *
 * @param session differs from every other session's
 * @param firstTickId number of the first quote that will follow
 * @param instruments quotes name them by id
 * @param venues a quote's venue id is the place in this list
 * @param payloads that the quotes came in; null where the recording has none
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

    /** Of a recording of quotes. */
    public SessionOpening(long session, long firstTickId, List<Instrument> instruments, List<String> venues) {
        this(session, firstTickId, instruments, venues, null);
    }

    /** The same for a receiver that joins later. */
    SessionOpening joinedAt(long nextTickId) {
        return new SessionOpening(session, nextTickId, instruments, venues, payloads);
    }
}
