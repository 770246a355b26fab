package org.ticktoquote.wire.run;

import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.function.ToIntFunction;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.fix.message.Edge;
import org.ticktoquote.fix.message.FieldReader;
import org.ticktoquote.fix.message.MessageFramer;
import org.ticktoquote.fix.message.TagTable;
import org.ticktoquote.fix.tap.ConnectionTap;
import org.ticktoquote.fix.tap.Forward;
import org.ticktoquote.fix.tap.SessionTap;
import org.ticktoquote.wire.message.FixMessages;
import org.ticktoquote.wire.stream.Flow;
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
    private static final Forward NOBODY = new Forward() {
        @Override
        public void message(DirectBuffer buffer, int start, int end) {}

        @Override
        public void gapFill(long first, long next, boolean possDup) {}

        @Override
        public void end() {}
    };

    final SessionTap tap;
    /** Segments with prices. */
    long reads;
    /** Of which so many are left out, since they came over a connection whose place another one had taken. */
    long readsOfReplaced;
    /** Stretches of its prices that the capture lacks. */
    long holes;
    /** Connections of which the capture lacks bytes of the client. */
    long clientHoles;

    private final String beginString;
    private final Edge edge;
    private final LongUnaryOperator toRun;
    private final ToIntFunction<String> instruments;
    private @Nullable ConnectionTap current;
    private int connection = -1;
    private int heard = -1;

    /**
     * A session of which nothing is read.
     *
     * @param beginString of all its messages
     * @param toRun from the time of day to the scale of the journal; what is written then has the time asked for last
     * @param instruments ids of pairs by their names in messages; {@link SnapshotRecord#NO_INSTRUMENT} for others
     */
    PriceSession(
            SessionTap tap, String beginString, Edge edge, LongUnaryOperator toRun, ToIntFunction<String> instruments) {
        this.tap = tap;
        this.beginString = beginString;
        this.edge = edge;
        this.toRun = toRun;
        this.instruments = instruments;
    }

    /** Reads the direction of a connection in which prices come. */
    StreamReader prices(Flow flow) {
        return new Prices(flow);
    }

    /** Reads the other direction: what was asked for, and who ended the session. */
    StreamReader requests(Flow flow) {
        return new Requests(flow);
    }

    private ConnectionTap connect(Flow flow, long atNs) {
        abandon();
        if (heard == flow.number()) {
            tap.orderUp();
        } else {
            tap.orderDown();
        }
        ConnectionTap connected = tap.connected(NOBODY, MessageFramer.of(beginString, edge), !flow.fromStart());
        if (!flow.fromStart()) {
            connected.missing(0, atNs);
        }
        connection = flow.number();
        current = connected;
        return connected;
    }

    private void abandon() {
        if (current != null) {
            current.abandoned();
            current = null;
        }
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

    private final class Prices implements StreamReader {
        private final Flow flow;
        private @Nullable ConnectionTap own;

        Prices(Flow flow) {
            this.flow = flow;
        }

        @Override
        public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long frame) {
            long atNs = toRun.applyAsLong(timeNs);
            if (own == null) {
                own = connect(flow, atNs);
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
                own.missing(length, toRun.applyAsLong(timeNs));
            }
        }

        @Override
        public void end(StreamEnd how, long timeNs) {
            if (own == null || own != current) {
                return;
            }
            long unused = toRun.applyAsLong(timeNs);
            if (how == StreamEnd.CUT_OFF || how == StreamEnd.FORGOTTEN) {
                own.abandoned();
            } else {
                own.closed(how == StreamEnd.CLOSED ? "closed by the application" : "broken off");
            }
            current = null;
        }
    }

    private final class Requests extends FixMessages {
        private final int number;
        private boolean begun;
        private boolean holed;

        Requests(Flow flow) {
            super(TAGS, flow.fromStart());
            this.number = flow.number();
        }

        @Override
        public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long frame) {
            if (!begun) {
                begun = true;
                heard = number;
                if (connection == number) {
                    tap.orderUp();
                }
            }
            super.bytes(buffer, offset, length, timeNs, frame);
        }

        @Override
        protected void message(char type, long timeNs) {
            switch (type) {
                case 'V', 'R' -> request();
                case '5' -> leave(timeNs);
                default -> {
                    // says nothing of prices
                }
            }
        }

        private void request() {
            String request = "";
            int instrument = SnapshotRecord.NO_INSTRUMENT;
            int names = 0;
            for (int action = fields.next(); action != FieldReader.END; action = fields.next()) {
                if (action == REQUEST) {
                    request = fields.text();
                } else if (action == NAME) {
                    names++;
                    instrument = instruments.applyAsInt(fields.text());
                }
            }
            tap.requests().add(request, names == 1 ? instrument : SnapshotRecord.NO_INSTRUMENT);
        }

        /** The client ends the session: what it misses from then on is its own doing. */
        private void leave(long timeNs) {
            if (current != null && connection == number) {
                long unused = toRun.applyAsLong(timeNs);
                tap.orderDown();
                current.sent();
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
            if (how == StreamEnd.CLOSED) {
                leave(timeNs);
            }
        }
    }
}
