package org.ticktoquote.wire.run;

import java.util.Map;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.fix.message.FieldReader;
import org.ticktoquote.fix.message.MessageFramer;
import org.ticktoquote.fix.tap.ClientRequests;
import org.ticktoquote.fix.tap.ConnectionTap;
import org.ticktoquote.fix.tap.SessionTap;
import org.ticktoquote.wire.message.FixMessages;
import org.ticktoquote.wire.stream.StreamDirection;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamReader;

/**
 * One captured FIX session over all its connections. Writes its prices to the journal of its tap, like a client of the
 * harness.
 *
 * <p>A connection that begins during another one replaces it, because the end of the other was not captured. Until the
 * client's direction is seen, it is unknown which side ended a session, so the end does not count as a drop. One thread. No
 * allocation per price.
 */
final class PriceSession {
    final SessionTap tap;
    /** Ids of pairs by their names in messages. */
    final Map<String, Integer> pairs;
    /** Segments with prices. */
    long reads;
    /** Segments dropped because their connection had been replaced. */
    long readsOfReplaced;
    /** Gaps in the captured prices. */
    long holes;
    /** Connections with gaps in the captured bytes of the client. */
    long clientHoles;

    private final Supplier<MessageFramer> framers;
    private final WireClock clock;
    private final ClientRequests requests;
    private @Nullable ConnectionTap current;

    /**
     * Creates a session without prices.
     *
     * @param framers creates a framer per connection
     * @param clock clock of the capture; its current time is the time of everything written
     * @param pairs ids of pairs by their names in messages
     */
    PriceSession(SessionTap tap, Supplier<MessageFramer> framers, WireClock clock, Map<String, Integer> pairs) {
        this.tap = tap;
        this.framers = framers;
        this.clock = clock;
        this.pairs = pairs;
        this.requests = new ClientRequests(tap, pairs);
    }

    /** Closes the journal. */
    void close() {
        abandon();
        try {
            tap.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void abandon() {
        if (current != null) {
            requests.clear();
            current.detach();
            current = null;
        }
    }

    /** Both directions of a connection. Reads the direction with the prices. */
    final class Connection implements StreamReader {
        /** True if bytes before the first captured price are missing. */
        private boolean inMidstream;
        /** True if the capture shows that the client opened the connection. */
        private final boolean clientOpened;

        private @Nullable ConnectionTap own;
        /** True once the client's direction was seen. */
        private boolean heard;

        private boolean holed;

        /** @param prices direction with the prices */
        Connection(StreamDirection prices) {
            this.inMidstream = !prices.fromStart();
            this.clientOpened = prices.fromStart() && !prices.forward();
        }

        private ConnectionTap connect(long atNs) {
            abandon();
            tap.orderDown();
            if (heard) {
                tap.orderUp();
            }
            requests.begin(heard && !inMidstream);
            ConnectionTap connected = tap.captured(framers.get());
            if (inMidstream) {
                connected.missing(0, atNs);
            }
            current = connected;
            return connected;
        }

        @Override
        public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long frame) {
            long atNs = clock.toRun(timeNs);
            if (own == null) {
                own = connect(atNs);
            }
            reads++;
            if (own == current) {
                own.read(buffer, offset, length, atNs);
            } else {
                readsOfReplaced++;
            }
        }

        @Override
        public void hole(long length, long timeNs) {
            holes++;
            if (own == null) {
                inMidstream = true;
            } else if (own == current) {
                own.missing(length, clock.toRun(timeNs));
            }
        }

        @Override
        public void end(StreamEnd how, long timeNs) {
            if (own != null && own == current) {
                clock.toRun(timeNs);
                requests.clear();
                if (how == StreamEnd.REPLACED && clientOpened) {
                    leave(timeNs);
                    own.detach();
                } else if (how == StreamEnd.CUT_OFF || how == StreamEnd.FORGOTTEN) {
                    own.detach();
                } else {
                    own.closed(how == StreamEnd.CLOSED ? "closed by the application" : "broken off");
                }
                current = null;
            }
            own = null;
        }

        /** Handles the client's end of the session. Ticks missed from then on are not attributed to the application. */
        private void leave(long timeNs) {
            if (own != null && own == current) {
                clock.toRun(timeNs);
                tap.orderDown();
                own.sent();
            }
        }

        /** Reads the other direction, with requests and the client's end of the session. */
        final class Requests extends FixMessages {
            Requests() {
                super(new FieldReader(ClientRequests.TAGS), !inMidstream);
            }

            @Override
            public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long frame) {
                if (!heard && own != null && own == current) {
                    tap.orderUp();
                }
                heard = true;
                super.bytes(buffer, offset, length, timeNs, frame);
            }

            @Override
            protected void message(char type, long timeNs) {
                boolean isRequest = type == 'V' || type == 'R' || type == 'Z';
                if (isRequest && (own == null || own == current)) {
                    clock.toRun(timeNs);
                    if (own == null) {
                        abandon(); // of an earlier connection, with its requests
                    }
                    requests.read(type, fields);
                } else if (type == '5') {
                    leave(timeNs);
                }
            }

            @Override
            public void hole(long length, long timeNs) {
                super.hole(length, timeNs);
                clientHoles += holed ? 0 : 1;
                holed = true;
            }

            @Override
            public void end(StreamEnd how, long timeNs) {
                super.end(how, timeNs);
                if (how == StreamEnd.CLOSED || how == StreamEnd.RESET) {
                    leave(timeNs);
                }
            }
        }
    }
}
