package org.ticktoquote.wire.message;

import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.ticktoquote.core.feed.FeedFrame;
import org.ticktoquote.core.feed.FeedMessages;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.marketdata.InstrumentDefinitionDecoder;
import org.ticktoquote.core.marketdata.MessageHeaderDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.marketdata.VenueDefinitionDecoder;
import org.ticktoquote.fix.message.Edge;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamReader;

/**
 * Ticks of our feed (docs/feed.md) as they are on the wire: in datagrams to one port, or in one direction of a connection.
 *
 * <p>A stream is read from its first frame on, also where it begins in the middle or has a hole. Repeated ticks are left out.
 * One thread; no allocation for a tick.
 */
public final class FeedFlow implements StreamReader, FeedMessages.Handler {
    private static final int MESSAGE_HEADER = MessageHeaderDecoder.ENCODED_LENGTH;
    private static final int SHORTEST = FeedFrame.HEADER + MESSAGE_HEADER;

    /** Ids of a warm-up begin at 10^12; no session is as long as this. */
    private static final long NO_ID_FROM = 100 * TickRecord.WARM_UP_BASE;

    /** Frames, datagrams and stretches of a stream that are none of the feed, or not whole, and ids that are damaged. */
    public long malformed;
    /** The last one that it named; 0 for none. */
    public long session;

    private final Sink sink;
    private final FeedSessions sessions;
    private final Edge edge;
    private final FeedMessages messages = new FeedMessages(this);
    private final ExpandableArrayBuffer kept = new ExpandableArrayBuffer();
    private int keptLength;
    private long keptSinceNs;
    private boolean lost = true;
    private FeedSessions.Window window;
    private long timeNs = Long.MIN_VALUE;
    /** The next id, by the header of a datagram or by what came before in a stream; 0 where it is not known. */
    private long next;
    /** Whether the next id is known from the ticks before alone, as in a stream. */
    private boolean counted;
    /** The next id, if the last one that was taken for damaged is right after all. */
    private long otherwise;

    /** Takes what the feed says. */
    public interface Sink {
        /** A tick, at times that never fall. */
        void tick(QuoteDecoder quote, long timeNs);

        default void instrument(InstrumentDefinitionDecoder definition) {}

        default void venue(VenueDefinitionDecoder definition) {}
    }

    /** @param sessions of all feeds of the capture, so that a tick that two of them bring is one */
    public FeedFlow(Sink sink, FeedSessions sessions, Edge edge) {
        this.sink = sink;
        this.sessions = sessions;
        this.edge = edge;
        this.window = sessions.unnamed();
    }

    /** Whether the bytes are a datagram of the feed. */
    public static boolean isDatagram(DirectBuffer bytes, int offset, int length) {
        int message = offset + FeedMessages.PACKET_HEADER;
        return length >= FeedMessages.PACKET_HEADER + MESSAGE_HEADER && FeedFrame.isMessage(bytes, message);
    }

    /** Index of the first frame of the feed from an index up to before another, or -1. */
    public static int firstFrame(DirectBuffer bytes, int from, int to) {
        for (int at = from; at + SHORTEST <= to; at++) {
            if (FeedFrame.length(bytes, at) > 0 && FeedFrame.isMessage(bytes, at + FeedFrame.HEADER)) {
                return at;
            }
        }
        return -1;
    }

    /** Takes a datagram. */
    public void datagram(DirectBuffer bytes, int offset, int length, long atNs) {
        if (!isDatagram(bytes, offset, length)) {
            malformed++;
            return;
        }
        enter(FeedMessages.session(bytes, offset));
        next = FeedMessages.sequence(bytes, offset);
        counted = false;
        read(bytes, offset + FeedMessages.PACKET_HEADER, offset + length, atNs);
    }

    /** Bytes that overtook others were read no sooner than those. */
    private void read(DirectBuffer bytes, int from, int to, long atNs) {
        timeNs = Math.max(timeNs, atNs);
        if (!messages.read(bytes, from, to)) {
            malformed++;
        }
    }

    @Override
    public void bytes(DirectBuffer buffer, int offset, int length, long atNs, long number) {
        keptSinceNs = keptLength == 0 ? atNs : keptSinceNs;
        kept.putBytes(keptLength, buffer, offset, length);
        keptLength += length;
        int at = 0;
        while (keptLength - at >= SHORTEST) {
            int frame = FeedFrame.length(kept, at);
            if (lost) {
                int first = firstFrame(kept, at, keptLength);
                lost = first < 0;
                at = lost ? keptLength - SHORTEST + 1 : first; // what cannot begin a frame is passed over
            } else if (frame < 0) {
                malformed++;
                lose();
            } else if (at + frame > keptLength) {
                break;
            } else {
                counted = true;
                read(kept, at + FeedFrame.HEADER, at + frame, edge == Edge.FIRST_BYTE ? keptSinceNs : atNs);
                at += frame;
                keptSinceNs = atNs;
            }
        }
        if (at > 0) {
            keptLength -= at;
            kept.putBytes(0, kept, at, keptLength);
        }
    }

    private void lose() {
        lost = true;
        next = 0;
        otherwise = 0;
    }

    @Override
    public void hole(long length, long atNs) {
        keptLength = 0;
        lose();
    }

    @Override
    public void end(StreamEnd how, long atNs) {
        keptLength = 0;
    }

    private void enter(long entered) {
        if (entered != session) {
            session = entered;
            window = sessions.window(entered);
        }
    }

    @Override
    public void quote(QuoteDecoder quote) {
        long id = quote.tickId();
        boolean sound = isSound(id);
        if (counted) {
            sound |= id == otherwise && isId(id);
            otherwise = id + 1;
        }
        if (sound) {
            next = counted || next > 0 ? id + 1 : 0;
            if (window.add(id)) {
                sink.tick(quote, timeNs);
            }
        } else {
            malformed++;
            next += counted ? 1 : 0;
        }
    }

    /** What is damaged is no id that all others would be behind. */
    private boolean isSound(long id) {
        return isId(id) && (next == 0 || id == next);
    }

    private static boolean isId(long id) {
        return id > 0 && id < NO_ID_FROM;
    }

    @Override
    public void sessionStarted(long started, long firstTickId) {
        enter(started);
        if (isId(firstTickId)) {
            window.begin(firstTickId);
            next = firstTickId;
        }
    }

    @Override
    public void sessionEnded(long ended, long nextTickId) {
        if (ended == session) {
            heartbeat(nextTickId);
        }
    }

    @Override
    public void heartbeat(long nextTickId) {
        if (isSound(nextTickId)) {
            window.expect(nextTickId);
        } else {
            malformed++;
        }
    }

    @Override
    public void instrument(InstrumentDefinitionDecoder definition) {
        sink.instrument(definition);
    }

    @Override
    public void venue(VenueDefinitionDecoder definition) {
        sink.venue(definition);
    }
}
