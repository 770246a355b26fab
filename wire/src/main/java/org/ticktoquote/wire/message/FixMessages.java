package org.ticktoquote.wire.message;

import org.agrona.DirectBuffer;
import org.ticktoquote.fix.message.Edge;
import org.ticktoquote.fix.message.FieldReader;
import org.ticktoquote.fix.message.MessageFramer;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamReader;

/**
 * Reads the sound FIX messages of one direction of a connection, each at the time of its last byte. Messages are read again from the
 * next whole one on after a hole. One thread; no allocation for a message.
 */
public abstract class FixMessages implements StreamReader {
    /** MsgType (35): the action that a table must have for it. */
    public static final int TYPE = 35;

    private static final MessageFramer NONE = MessageFramer.ofAnyVersion(Edge.LAST_BYTE);

    protected final FieldReader fields;
    private MessageFramer framer = MessageFramer.ofAnyVersion(Edge.LAST_BYTE);
    private int piece;

    /**
     * Fields of messages.
     *
     * @param fields reads them; of one or several directions
     * @param fromStart whether the begin of the connection is there
     */
    protected FixMessages(FieldReader fields, boolean fromStart) {
        this.fields = fields;
        if (!fromStart) {
            framer.resynchronise();
        }
    }

    /**
     * A message; {@link #fields} gives what follows its type.
     *
     * @param type of one character; 0 for any other
     */
    protected abstract void message(char type, long timeNs);

    /** A piece without a sound message, which is neither the begin of a stream that began before nor behind a hole. */
    protected void unreadable() {}

    /** From here on {@link #fields} gives all of the current message, from BeginString (8) on. */
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
        framer = NONE; // its buffers are not kept for a connection that has ended
    }
}
