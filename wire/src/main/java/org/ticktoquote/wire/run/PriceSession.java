package org.ticktoquote.wire.run;

import java.util.Map;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.fix.message.FieldReader;
import org.ticktoquote.fix.message.MessageFramer;
import org.ticktoquote.fix.message.TagTable;
import org.ticktoquote.fix.tap.ConnectionTap;
import org.ticktoquote.fix.tap.Forward;
import org.ticktoquote.fix.tap.SessionTap;
import org.ticktoquote.wire.message.FixMessages;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamReader;

/**
 * One FIX session on the wire, over its connections: prices go to the journal of its tap, as those of a client of the harness do.
 *
 * <p>A connection that begins while another one lives takes its place: the end of that one is not in the capture. While nothing is
 * heard of the client, nobody knows who ended a session: it was no drop. One thread; no allocation for a price.
 */
final class PriceSession {
    private static final int REQUEST = 1;
    private static final int NAME = 2;
    private static final TagTable TAGS =
            TagTable.of(Map.of(35, FixMessages.TYPE, 262, REQUEST, 131, REQUEST, 55, NAME, 48, NAME));
    private static final Forward NOBODY = new Forward() {};

    final SessionTap tap;
    /** Segments with prices. */
    long reads;
    /** Of which so many are left out, since they came over a connection whose place another one had taken. */
    long readsOfReplaced;
    /** Stretches of its prices that the capture lacks. */
    long holes;
    /** Connections of which the capture lacks bytes of the client. */
    long clientHoles;

    private final Supplier<MessageFramer> framers;
    private final WireClock clock;
    private final Map<String, Integer> pairs;
    private @Nullable ConnectionTap current;

    /**
     * A session of which nothing is read.
     *
     * @param framers of its connections
     * @param clock what is written has the time that it was asked for last
     * @param pairs ids by their names in messages
     */
    PriceSession(SessionTap tap, Supplier<MessageFramer> framers, WireClock clock, Map<String, Integer> pairs) {
        this.tap = tap;
        this.framers = framers;
        this.clock = clock;
        this.pairs = pairs;
    }

    /** Nothing more is read: closes the journal. */
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
            current.abandoned();
            current = null;
        }
    }

    /** Both directions of a connection; it reads the one in which prices come. */
    final class Connection implements StreamReader {
        private final boolean fromStart;
        private @Nullable ConnectionTap own;
        /** Whether anything came of the client. */
        private boolean heard;

        private boolean holed;

        /** @param fromStart whether the begin of the connection is in the capture */
        Connection(boolean fromStart) {
            this.fromStart = fromStart;
        }

        /** Reads the other direction: what was asked for, and who ended the session. */
        StreamReader requests() {
            return new Requests();
        }

        private ConnectionTap connect(long atNs) {
            abandon();
            if (heard) {
                tap.orderUp();
            } else {
                tap.orderDown();
            }
            ConnectionTap connected = tap.connected(NOBODY, framers.get(), !fromStart);
            if (!fromStart) {
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
            if (own != null && own == current) {
                own.missing(length, clock.toRun(timeNs));
            }
        }

        @Override
        public void end(StreamEnd how, long timeNs) {
            if (own != null && own == current) {
                clock.toRun(timeNs);
                if (how == StreamEnd.CUT_OFF || how == StreamEnd.FORGOTTEN) {
                    own.abandoned();
                } else {
                    own.closed(how == StreamEnd.CLOSED ? "closed by the application" : "broken off");
                }
                current = null;
            }
            own = null;
        }

        private final class Requests extends FixMessages {
            Requests() {
                super(new FieldReader(TAGS), fromStart);
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
                if (type == 'V' || type == 'R') {
                    request();
                } else if (type == '5') {
                    leave(timeNs);
                }
            }

            private void request() {
                String request = "";
                int pair = SnapshotRecord.NO_INSTRUMENT;
                int names = 0;
                for (int action = fields.next(); action != FieldReader.END; action = fields.next()) {
                    if (action == REQUEST) {
                        request = fields.text();
                    } else if (action == NAME) {
                        names++;
                        pair = pairs.getOrDefault(fields.text(), SnapshotRecord.NO_INSTRUMENT);
                    }
                }
                tap.requests().add(request, names == 1 ? pair : SnapshotRecord.NO_INSTRUMENT);
            }

            /** The client ends the session: what it misses from then on is its own doing. */
            private void leave(long timeNs) {
                if (own != null && own == current) {
                    clock.toRun(timeNs);
                    tap.orderDown();
                    own.sent();
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
