package org.ticktoquote.fix.message;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a connection until its first message is whole: before that nobody knows whose connection it is.
 *
 * <p>It must begin with the first byte, be as long as BodyLength (9) says and have the right CheckSum (10). Memory is
 * bounded by {@link #MOST_BYTES}, whatever arrives. One thread.
 */
public final class FirstMessage {
    /** A Logon with a long signature has a tenth of it. */
    public static final int MOST_BYTES = 16 * 1024;

    private static final int TYPICAL_BYTES = 1024;

    private final List<FixFrame> frames;
    private byte[] bytes = new byte[TYPICAL_BYTES + EightBytes.LENGTH];
    private int filled;
    private int end;
    private String text = "";
    private @Nullable String fault;

    /** @param beginStrings one of which it begins with, as in {@code FIX.4.4} */
    public FirstMessage(Collection<String> beginStrings) {
        this.frames =
                beginStrings.stream().distinct().sorted().map(FixFrame::of).toList();
    }

    /** Takes what a read brought, until the message is whole or nothing that comes can make it one. */
    public void add(ByteBuffer read) {
        int taken = Math.min(read.remaining(), MOST_BYTES - filled);
        if (filled + taken + EightBytes.LENGTH > bytes.length) {
            bytes = Arrays.copyOf(bytes, MOST_BYTES + EightBytes.LENGTH);
        }
        read.get(bytes, filled, taken);
        filled += taken;
        look();
        if (end == 0 && fault == null && filled == MOST_BYTES) {
            fault = MOST_BYTES + " bytes arrived, and no whole message";
        }
    }

    /** The message begins with one of the words; what is wrong with it, is so by the one that it comes closest to. */
    private void look() {
        FixFrame closest = frames.get(0);
        for (FixFrame frame : frames) {
            int trailer = frame.trailer(bytes, 0, filled);
            if (trailer == FixFrame.INCOMPLETE) {
                return;
            }
            if (trailer >= 0 && FixFrame.checkSumAgrees(bytes, 0, trailer)) {
                take(trailer + MessageFramer.TRAILER_LENGTH);
                return;
            }
            closest = frame.mayBegin(bytes, 0, filled) ? frame : closest;
        }
        fault = Garbage.text(bytes, 0, filled, closest);
    }

    private void take(int messageEnd) {
        byte[] covered = Arrays.copyOf(bytes, messageEnd);
        String wrong = DataFields.cover(covered, 0, messageEnd);
        if (wrong.isEmpty()) {
            end = messageEnd;
            text = new String(covered, StandardCharsets.ISO_8859_1);
        } else {
            fault = wrong;
        }
    }

    /** Whether it has arrived. */
    public boolean whole() {
        return end > 0;
    }

    /** Why there is none; null while there may be one. */
    public @Nullable String fault() {
        return fault;
    }

    /** The message that is whole, with the separators inside its data covered. */
    public String text() {
        return text;
    }

    /** Everything that has arrived: a copy. */
    public byte[] bytes() {
        return Arrays.copyOf(bytes, filled);
    }
}
