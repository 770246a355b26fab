package org.ticktoquote.fix.message;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.fix.message.MessageFramer.TimestampEdge;

/**
 * Splits the bytes of a connection into messages as strings, for engines that take strings. Leaves out bytes that are not a
 * message, and messages with a wrong length of {@linkplain DataFields data}. Masks separators inside data. One thread at a
 * time.
 */
public final class MessageSplitter {
    private final MessageFramer framer = MessageFramer.ofAnyVersion(TimestampEdge.LAST_BYTE);
    private final UnsafeBuffer source = new UnsafeBuffer(0, 0);
    private long leftOut;
    private String fault = "";

    /**
     * Takes the bytes of one read and passes on the messages that end in it.
     *
     * @return false after a message of more than {@value MessageFramer#MAX_LENGTH} bytes, because no further message can be
     *     found
     */
    public boolean read(ByteBuffer read, Consumer<String> messages) {
        fault = "";
        source.wrap(read);
        framer.read(source, read.position(), read.remaining(), 0);
        for (int piece = 0; piece < framer.pieces(); piece++) {
            int start = framer.start(piece);
            int length = framer.end(piece) - start;
            String wrong = framer.isGarbage(piece)
                    ? framer.whyGarbage(piece)
                    : DataFields.maskSeparators(framer.bytes(), start, start + length);
            if (wrong.isEmpty()) {
                messages.accept(new String(framer.bytes(), start, length, StandardCharsets.ISO_8859_1));
            } else {
                fault = fault.isEmpty() ? wrong : fault;
                leftOut += length;
            }
        }
        return !framer.tooLong();
    }

    /** Returns the first fault of the last read, or empty. */
    public String fault() {
        return fault;
    }

    /** Returns the number of bytes left out so far. */
    public long leftOut() {
        return leftOut;
    }
}
