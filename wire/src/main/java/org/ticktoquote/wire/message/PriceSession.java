package org.ticktoquote.wire.message;

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
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamReader;

/**
 * One FIX session on the wire, over its connections: prices go to the journal of its tap, as those of a client of the harness do.
 *
 * <p>A connection that begins while another one lives takes its place: the end of that one is not in the capture. One thread; no
 * allocation for a price.
 */
public final class PriceSession {
    private static final int TYPE = 1;
    private static final int REQUEST = 2;
    private static final int NAME = 3;
    private static final TagTable TAGS = TagTable.of(Map.of(35, TYPE, 262, REQUEST, 131, REQUEST, 55, NAME, 48, NAME));
    private static final Forward NOBODY = new Forward() {
        @Override
        public void message(DirectBuffer buffer, int start, int end) {}

        @Override
        public void gapFill(long first, long next, boolean possDup) {}

        @Override
        public void end() {}
    };

    private final SessionTap tap;
    private final String beginString;
    private final Edge edge;
    private final LongUnaryOperator toRun;
    private final ToIntFunction<String> instruments;
    private @Nullable ConnectionTap current;
    private int connection = -1;
    private long replaced;
    private long holes;

    /**
     * @param beginString of all its messages
     * @param toRun from the time of day to the scale of the journal
     * @param instruments ids of pairs by their names in messages; {@link SnapshotRecord#NO_INSTRUMENT} for others
     */
    public PriceSession(
            SessionTap tap, String beginString, Edge edge, LongUnaryOperator toRun, ToIntFunction<String> instruments) {
        this.tap = tap;
        this.beginString = beginString;
        this.edge = edge;
        this.toRun = toRun;
        this.instruments = instruments;
    }

    /** Reads the direction of a connection in which prices come. */
    public StreamReader prices(int number, boolean fromStart) {
        return new Prices(number, fromStart);
    }

    /** Reads the other direction: what was asked for, and who ended the session. */
    public StreamReader requests(int number, boolean fromStart) {
        return new Requests(number, fromStart);
    }

    private ConnectionTap connect(int number, boolean fromStart, long atNs) {
        if (current != null) {
            replaced++;
            current.abandoned();
        }
        tap.orderUp();
        ConnectionTap connected = tap.connected(NOBODY, MessageFramer.of(beginString, edge), !fromStart);
        if (!fromStart) {
            connected.missing(0, atNs);
        }
        connection = number;
        current = connected;
        return connected;
    }

    /** Nothing more is read. */
    public void finish() {
        if (current != null) {
            current.abandoned();
            current = null;
        }
    }

    /** Connections that took the place of one whose end is not in the capture. */
    public long replaced() {
        return replaced;
    }

    /** Stretches of its prices that the capture lacks. */
    public long holes() {
        return holes;
    }

    private final class Prices implements StreamReader {
        private final int number;
        private final boolean fromStart;
        private @Nullable ConnectionTap own;

        Prices(int number, boolean fromStart) {
            this.number = number;
            this.fromStart = fromStart;
        }

        @Override
        public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long frame) {
            long atNs = toRun.applyAsLong(timeNs);
            if (own == null) {
                own = connect(number, fromStart, atNs);
            }
            if (own == current) {
                own.read(buffer, offset, length, atNs);
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
            toRun.applyAsLong(timeNs);
            if (how == StreamEnd.CUT_OFF || how == StreamEnd.FORGOTTEN) {
                own.abandoned();
            } else {
                own.closed(how == StreamEnd.CLOSED ? "closed by the application" : "broken off");
            }
            current = null;
        }
    }

    private final class Requests implements StreamReader {
        private final int number;
        private final MessageFramer framer = MessageFramer.ofAnyVersion(Edge.LAST_BYTE);
        private final FieldReader fields = new FieldReader(TAGS);

        Requests(int number, boolean fromStart) {
            this.number = number;
            if (!fromStart) {
                framer.resynchronise();
            }
        }

        @Override
        public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long frame) {
            framer.read(buffer, offset, length, timeNs);
            for (int piece = 0; piece < framer.pieces(); piece++) {
                if (!framer.isGarbage(piece)) {
                    message(piece, timeNs);
                }
            }
        }

        private void message(int piece, long timeNs) {
            fields.wrap(framer.bytes(), framer.body(piece), framer.end(piece) - MessageFramer.TRAILER_LENGTH);
            char type = fields.next() == TYPE ? fields.character() : 0;
            switch (type) {
                case 'V', 'R' -> request();
                case '5' -> left(timeNs);
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
                    request = value();
                } else if (action == NAME) {
                    names++;
                    instrument = instruments.applyAsInt(value());
                }
            }
            tap.requests().add(request, names == 1 ? instrument : SnapshotRecord.NO_INSTRUMENT);
        }

        private String value() {
            return framer.buffer()
                    .getStringWithoutLengthAscii(fields.valueStart(), fields.valueEnd() - fields.valueStart());
        }

        /** The client ends the session: what it misses from then on is its own doing. */
        private void left(long timeNs) {
            if (current != null && connection == number) {
                toRun.applyAsLong(timeNs);
                tap.orderDown();
                current.sent();
            }
        }

        @Override
        public void hole(long length, long timeNs) {
            framer.resynchronise();
        }

        @Override
        public void end(StreamEnd how, long timeNs) {
            if (how == StreamEnd.CLOSED) {
                left(timeNs);
            }
        }
    }
}
