package org.ticktoquote.fix.message;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects the bytes of a connection until its session is known, which its first message names.
 *
 * <p>The message must begin with the first byte and match its BodyLength (9) and CheckSum (10). Until it is complete, memory
 * is bounded by {@link #MAX_BYTES}. One thread at a time.
 */
public final class FirstMessage {
    /** Ten times the length of a Logon with a long signature. */
    public static final int MAX_BYTES = 16 * 1024;

    private static final int TYPICAL_BYTES = 1024;

    private final List<FixFrame> frames;
    private byte[] bytes = new byte[TYPICAL_BYTES + EightBytes.LENGTH];
    private int filled;
    private int end;
    private String text = "";
    private @Nullable String fault;

    /** @param beginStrings values with which the message can begin, such as {@code FIX.4.4} */
    public FirstMessage(Collection<String> beginStrings) {
        this.frames =
                beginStrings.stream().distinct().sorted().map(FixFrame::of).toList();
    }

    /** Adds the bytes of a read. After a fault some can remain unread. */
    public void add(ByteBuffer read) {
        if (!isComplete()) {
            append(read, Math.min(read.remaining(), MAX_BYTES - filled));
            parse();
        }
        if (isComplete()) {
            append(read, read.remaining());
        } else if (fault == null && filled == MAX_BYTES) {
            fault = "no complete message in the first " + MAX_BYTES + " bytes";
        }
    }

    private void append(ByteBuffer read, int count) {
        int needed = filled + count + EightBytes.LENGTH;
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, MAX_BYTES + EightBytes.LENGTH));
        }
        read.get(bytes, filled, count);
        filled += count;
    }

    /** Checks the bytes against each BeginString. A fault is described for the closest one. */
    private void parse() {
        FixFrame closest = frames.get(0);
        for (FixFrame frame : frames) {
            int trailer = frame.trailer(bytes, 0, filled);
            if (trailer == FixFrame.INCOMPLETE) {
                return;
            }
            if (trailer >= 0 && FixFrame.checkSumAgrees(bytes, 0, trailer)) {
                validate(trailer + MessageFramer.TRAILER_LENGTH);
                return;
            }
            closest = frame.mayBegin(bytes, 0, filled) ? frame : closest;
        }
        fault = closest.whyGarbled(bytes, 0, filled);
    }

    private void validate(int messageEnd) {
        byte[] masked = Arrays.copyOf(bytes, messageEnd);
        String wrong = DataFields.maskSeparators(masked, 0, messageEnd);
        if (wrong.isEmpty()) {
            end = messageEnd;
            text = new String(masked, StandardCharsets.ISO_8859_1);
        } else {
            fault = wrong;
        }
    }

    public boolean isComplete() {
        return end > 0;
    }

    /** Returns why there is no message; null if it is complete or can still become complete. */
    public @Nullable String fault() {
        return fault;
    }

    /** Returns the message with the separators inside data fields masked; empty until it is complete. */
    public String text() {
        return text;
    }

    /** Returns a copy of all bytes so far. */
    public byte[] bytes() {
        return Arrays.copyOf(bytes, filled);
    }
}
