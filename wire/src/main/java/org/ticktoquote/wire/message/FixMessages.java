package org.ticktoquote.wire.message;

import org.agrona.DirectBuffer;
import org.ticktoquote.fix.message.FieldReader;
import org.ticktoquote.fix.message.MessageFramer;
import org.ticktoquote.fix.message.MessageFramer.TimestampEdge;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamReader;

/**
 * Reads the valid FIX messages of one direction of a connection, each at the time of its last byte. After a hole, reading
 * resumes at the next whole message. One thread. No allocation per message.
 */
public abstract class FixMessages implements StreamReader {
    /** MsgType (35) and the action that a tag table has to map it to. */
    public static final int TYPE = 35;

    private static final MessageFramer NONE = MessageFramer.ofAnyVersion(TimestampEdge.LAST_BYTE);

    protected final FieldReader fields;
    private MessageFramer framer = MessageFramer.ofAnyVersion(TimestampEdge.LAST_BYTE);
    private int piece;

    /**
     * Creates a reader.
     *
     * @param fields field reader that can be shared by several directions
     * @param fromStart true if the start of the connection was captured
     */
    protected FixMessages(FieldReader fields, boolean fromStart) {
        this.fields = fields;
        if (!fromStart) {
            framer.resynchronise();
        }
    }

    /**
     * Handles a message; {@link #fields} continues after its type.
     *
     * @param type single character; 0 for any other type
     */
    protected abstract void message(char type, long timeNs);

    /**
     * Handles bytes that are not a valid message. Not called for the partial message at the start of a stream captured
     * midway or after a hole.
     */
    protected void unreadable() {}

    /** Restarts {@link #fields} at BeginString (8) of the current message. */
    protected final void restart() {
        fields.wrap(framer.bytes(), framer.start(piece), framer.end(piece) - MessageFramer.TRAILER_LENGTH);
    }

    /** Wraps the bytes of the current value. */
    protected final void value(DirectBuffer into) {
        into.wrap(framer.bytes(), fields.valueStart(), fields.valueEnd() - fields.valueStart());
    }

    @Override
    public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long number) {
        framer.read(buffer, offset, length, timeNs);
        for (piece = 0; piece < framer.pieces(); piece++) {
            if (framer.isGarbage(piece)) {
                unreadable();
            } else {
                fields.wrap(framer.bytes(), framer.body(piece), framer.end(piece) - MessageFramer.TRAILER_LENGTH);
                message(fields.next() == TYPE ? fields.character() : 0, framer.timeNs(piece));
            }
        }
    }

    @Override
    public void hole(long length, long timeNs) {
        framer.resynchronise();
    }

    @Override
    public void end(StreamEnd how, long timeNs) {
        framer = NONE; // releases its buffers
    }
}
