package org.ticktoquote.replayer.feed;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.marketdata.HeartbeatEncoder;
import org.ticktoquote.core.marketdata.InstrumentDefinitionEncoder;
import org.ticktoquote.core.marketdata.MessageHeaderEncoder;
import org.ticktoquote.core.marketdata.SessionEndEncoder;
import org.ticktoquote.core.marketdata.SessionStartEncoder;
import org.ticktoquote.core.marketdata.VenueDefinitionEncoder;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.recording.QuoteMessage;

/**
 * Encodes the built-in feed's SBE messages, each a message header and a block, with a transport's framing. Single-threaded.
 * Ticks and heartbeats allocate nothing.
 */
final class SbeEncoder implements TickEncoder {
    private static final int MAX_MESSAGE_LENGTH = 64;
    /** SBE 1.0 little-endian. */
    private static final short SOFH_ENCODING = (short) 0xEB50;
    /** Repeats the last packet because UDP does not retransmit and no later packet would reveal its loss. */
    private static final int END_COPIES = 3;

    /** Framing of messages on a transport. */
    enum Framing {
        /** No framing, because the transport preserves message boundaries. */
        NONE(0, 0),
        /** A Simple Open Framing Header before each message: 4 bytes of length, big-endian, and 2 of encoding. */
        STREAM(6, 8192),
        /**
         * The schema's composite {@code packetHeader} before the messages of a datagram. The datagram fits into an Ethernet
         * frame and leaves room for tunnel headers.
         * <pre>
         *  0 int64  session
         *  8 int64  sequence: tickId of the first quote in the packet, or of the next quote if the packet has none
         * 16 uint16 number of quotes; other messages are not counted
         * 18 uint16 reserved, 0
         * </pre>
         */
        DATAGRAM(20, 1400);

        private final int header;
        private final int room;

        Framing(int header, int room) {
            this.header = header;
            this.room = room;
        }
    }

    private final Framing framing;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[MAX_MESSAGE_LENGTH]);
    private final UnsafeBuffer frames;
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final SessionStartEncoder start = new SessionStartEncoder();
    private final SessionEndEncoder end = new SessionEndEncoder();
    private final HeartbeatEncoder heartbeat = new HeartbeatEncoder();
    private final InstrumentDefinitionEncoder instrument = new InstrumentDefinitionEncoder();
    private final VenueDefinitionEncoder venue = new VenueDefinitionEncoder();
    private int length;
    private long session;
    private long sequence;

    SbeEncoder(Framing framing) {
        this.framing = framing;
        this.frames = new UnsafeBuffer(new byte[Math.max(MAX_MESSAGE_LENGTH, framing.room)]);
    }

    @Override
    public String protocol() {
        return "sbe";
    }

    @Override
    public int tick(FeedTick tick, MutableDirectBuffer to) {
        sequence = tick.id();
        putHeader(to, 0, QuoteMessage.LENGTH, 1);
        tick.copyTo(to, framing.header);
        return framing.header + QuoteMessage.LENGTH;
    }

    private void putHeader(MutableDirectBuffer to, int at, int messageLength, int ticks) {
        switch (framing) {
            case STREAM -> {
                to.putInt(at, framing.header + messageLength, BIG_ENDIAN);
                to.putShort(at + Integer.BYTES, SOFH_ENCODING, BIG_ENDIAN);
            }
            case DATAGRAM -> {
                to.putLong(at, session, LITTLE_ENDIAN);
                to.putLong(at + Long.BYTES, sequence, LITTLE_ENDIAN);
                to.putInt(at + 2 * Long.BYTES, ticks, LITTLE_ENDIAN);
            }
            case NONE -> {
                // the transport preserves message boundaries
            }
        }
    }

    @Override
    public void opening(SessionOpening opening, MessageSink sink) {
        session = opening.session();
        sequence = opening.firstTickId();
        start.wrapAndApplyHeader(message, 0, header).session(session).firstTickId(sequence);
        add(start.encodedLength(), sink);
        opening.instruments().forEach(each -> definition(each, sink));
        for (int id = 0; id < opening.venues().size(); id++) {
            venue.wrapAndApplyHeader(message, 0, header)
                    .venueId((short) id)
                    .name(opening.venues().get(id));
            add(venue.encodedLength(), sink);
        }
        flush(sink);
    }

    private void definition(Instrument of, MessageSink sink) {
        instrument
                .wrapAndApplyHeader(message, 0, header)
                .pip(of.pip())
                .tickSize(of.tickSize())
                .instrumentId(of.id())
                .symbol(of.symbol());
        add(instrument.encodedLength(), sink);
    }

    @Override
    public void heartbeat(long nextTickId, MessageSink sink) {
        sequence = nextTickId;
        heartbeat.wrapAndApplyHeader(message, 0, header).nextTickId(nextTickId);
        add(heartbeat.encodedLength(), sink);
        flush(sink);
    }

    @Override
    public void end(long lastTickId, MessageSink sink) {
        sequence = lastTickId + 1;
        for (int i = 0; i < (framing == Framing.DATAGRAM ? END_COPIES : 1); i++) {
            end.wrapAndApplyHeader(message, 0, header).session(session).lastTickId(lastTickId);
            add(end.encodedLength(), sink);
            flush(sink);
        }
    }

    /** Appends the message to the pending frame, which is flushed first if it is full. */
    private void add(int blockLength, MessageSink sink) {
        int size = MessageHeaderEncoder.ENCODED_LENGTH + blockLength;
        int before = framing == Framing.STREAM || length == 0 ? framing.header : 0;
        if (length + before + size > framing.room) {
            flush(sink);
            before = framing.header;
        }
        if (before > 0) {
            putHeader(frames, length, size, 0);
        }
        frames.putBytes(length + before, message, 0, size);
        length += before + size;
    }

    private void flush(MessageSink sink) {
        if (length > 0) {
            sink.accept(frames, 0, length);
        }
        length = 0;
    }
}
