package org.ticktoquote.replayer.feed;

import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.marketdata.HeartbeatEncoder;
import org.ticktoquote.core.marketdata.InstrumentDefinitionEncoder;
import org.ticktoquote.core.marketdata.MessageHeaderEncoder;
import org.ticktoquote.core.marketdata.SessionEndEncoder;
import org.ticktoquote.core.marketdata.SessionStartEncoder;
import org.ticktoquote.core.marketdata.VenueDefinitionEncoder;
import org.ticktoquote.core.run.Instrument;

/** Encodes every message but the quotes, one at a time, into a buffer of its own; a heartbeat without allocation. */
final class SessionMessages {
    private static final int LONGEST = 64;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LONGEST]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final SessionStartEncoder start = new SessionStartEncoder();
    private final SessionEndEncoder end = new SessionEndEncoder();
    private final HeartbeatEncoder heartbeat = new HeartbeatEncoder();
    private final InstrumentDefinitionEncoder instrument = new InstrumentDefinitionEncoder();
    private final VenueDefinitionEncoder venue = new VenueDefinitionEncoder();

    /** The start of a session, all instruments and all venues. */
    void opening(SessionOpening opening, MessageSink sink) {
        start.wrapAndApplyHeader(buffer, 0, header).session(opening.session()).firstTickId(opening.firstTickId());
        pass(start.encodedLength(), sink);
        opening.instruments().forEach(each -> definition(each, sink));
        for (int id = 0; id < opening.venues().size(); id++) {
            venue.wrapAndApplyHeader(buffer, 0, header)
                    .venueId((short) id)
                    .name(opening.venues().get(id));
            pass(venue.encodedLength(), sink);
        }
    }

    private void definition(Instrument of, MessageSink sink) {
        instrument
                .wrapAndApplyHeader(buffer, 0, header)
                .pip(of.pip())
                .tickSize(of.tickSize())
                .instrumentId(of.id())
                .symbol(of.symbol());
        pass(instrument.encodedLength(), sink);
    }

    void heartbeat(long nextTickId, MessageSink sink) {
        heartbeat.wrapAndApplyHeader(buffer, 0, header).nextTickId(nextTickId);
        pass(heartbeat.encodedLength(), sink);
    }

    void end(long session, long lastTickId, MessageSink sink) {
        end.wrapAndApplyHeader(buffer, 0, header).session(session).lastTickId(lastTickId);
        pass(end.encodedLength(), sink);
    }

    private void pass(int blockLength, MessageSink sink) {
        sink.accept(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + blockLength);
    }
}
