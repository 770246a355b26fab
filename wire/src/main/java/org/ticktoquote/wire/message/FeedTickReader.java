package org.ticktoquote.wire.message;

import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.ticktoquote.core.feed.FeedMessages;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.marketdata.InstrumentDefinitionDecoder;
import org.ticktoquote.core.marketdata.MessageHeaderDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.marketdata.VenueDefinitionDecoder;
import org.ticktoquote.fix.message.MessageFramer.TimestampEdge;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamReader;

/**
 * Reads ticks of t2q's own feed (docs/feed.md) from captured datagrams to one port or from one direction of a connection.
 *
 * <p>A stream is read from its first complete frame on, also if captured midway or after a hole. Repeated ticks are dropped.
 * One thread. No allocation per tick.
 */
public final class FeedTickReader implements StreamReader, FeedMessages.Handler {
    private static final int MESSAGE_HEADER = MessageHeaderDecoder.ENCODED_LENGTH;
    private static final int HEADER = FeedMessages.FRAME_HEADER;
    private static final int MIN_LENGTH = HEADER + MESSAGE_HEADER;

    /** Ids from here on count as damaged: ids of a warm-up begin at 10^12, and no session has this many ticks. */
    private static final long NO_ID_FROM = 100 * TickRecord.WARM_UP_BASE;

    /** Damaged ids, and frames, datagrams and stream sections that are incomplete or not of the feed. */
    public long malformed;
    /** Last session announced by the feed; 0 for none. */
    public long session;

    private final Sink sink;
    private final FeedSessions sessions;
    private final TimestampEdge edge;
    private final FeedMessages messages = new FeedMessages(this);
    private final ExpandableArrayBuffer kept = new ExpandableArrayBuffer();
    private int keptLength;
    private long keptSinceNs;
    private boolean lost = true;
    private FeedSessions.Window window;
    private long timeNs = Long.MIN_VALUE;
    /** Time of the last tick; 0 for none. */
    private long tickNs;
    /** Next id, from the header of a datagram or from the previous tick of a stream; 0 if unknown. */
    private long next;
    /** True if the next id is known from previous ticks only, as in a stream. */
    private boolean counted;
    /** Next id if the last id considered damaged is correct after all. */
    private long otherwise;

    /** Receives the content of the feed. */
    public interface Sink {
        /** @param timeNs time of the tick, never earlier than the previous tick's */
        void tick(QuoteDecoder quote, long timeNs);

        default void instrument(InstrumentDefinitionDecoder definition) {}

        default void venue(VenueDefinitionDecoder definition) {}
    }

    /** @param sessions shared by all feeds of the capture, so that a tick carried by two feeds counts once */
    public FeedTickReader(Sink sink, FeedSessions sessions, TimestampEdge edge) {
        this.sink = sink;
        this.sessions = sessions;
        this.edge = edge;
        this.window = sessions.unnamed();
    }

    /** Returns whether the bytes are a datagram of the feed. */
    public static boolean isDatagram(DirectBuffer bytes, int offset, int length) {
        int message = offset + FeedMessages.PACKET_HEADER;
        return length >= FeedMessages.PACKET_HEADER + MESSAGE_HEADER && FeedMessages.isMessage(bytes, message);
    }

    /** Returns the index of the first frame of the feed in [from, to), or -1. */
    public static int firstFrame(DirectBuffer bytes, int from, int to) {
        for (int at = from; at + MIN_LENGTH <= to; at++) {
            if (FeedMessages.frameLength(bytes, at) > 0 && FeedMessages.isMessage(bytes, at + HEADER)) {
                return at;
            }
        }
        return -1;
    }

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

    /** Reads messages. Their time never falls below the time of earlier bytes. */
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
        while (keptLength - at >= MIN_LENGTH) {
            int frame = FeedMessages.frameLength(kept, at);
            if (lost) {
                int first = firstFrame(kept, at, keptLength);
                lost = first < 0;
                at = lost ? keptLength - MIN_LENGTH + 1 : first; // skip bytes that cannot begin a frame
            } else if (frame < 0) {
                malformed++;
                lose();
            } else if (at + frame > keptLength) {
                break;
            } else {
                counted = true;
                read(kept, at + HEADER, at + frame, edge == TimestampEdge.FIRST_BYTE ? keptSinceNs : atNs);
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
            if (window.add(id, timeNs, tickNs)) {
                tickNs = timeNs;
                sink.tick(quote, timeNs);
            }
        } else {
            malformed++;
            next += counted ? 1 : 0;
        }
    }

    /** Rejects damaged ids, so that one damaged high id does not make all others appear late. */
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
