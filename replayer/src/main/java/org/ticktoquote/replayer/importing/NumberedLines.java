package org.ticktoquote.replayer.importing;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Lines of a UTF-8 text, ended by LF, CR LF or CR, each of at most {@value #MAX_LENGTH} bytes.
 *
 * <p>The bound is what makes a file without line ends, gigabytes of zeros in a small zip, harmless.
 */
final class NumberedLines implements Closeable {
    static final int MAX_LENGTH = 4096;
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private final byte[] line = new byte[MAX_LENGTH];
    private int at;
    private int end;
    private int from;
    private int to;
    private long number;
    /** Whether the line before ended with a CR: an LF right behind it belongs to it. */
    private boolean behindReturn;

    NumberedLines(InputStream in) {
        this.in = in;
    }

    /** Number of the line read last, from 1. */
    long number() {
        return number;
    }

    /**
     * Moves to the next line where all of it has been read already, as of nearly all; never to the first, which may begin
     * with a mark. It stands in {@link #bytes} until the next call. Where it is false {@link #next} is to be asked.
     */
    boolean advance() {
        if (behindReturn && at < end) {
            at += buffer[at] == '\n' ? 1 : 0;
            behindReturn = false;
        }
        int ended = number == 0 || behindReturn ? -1 : endInBuffer();
        if (ended < 0) {
            return false;
        }
        from = at;
        to = ended;
        at = ended + 1;
        behindReturn = buffer[ended] == '\r';
        number++;
        return true;
    }

    /** Where the line of {@link #advance} stands. */
    byte[] bytes() {
        return buffer;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    /** The line of {@link #advance}. */
    String text() {
        return new String(buffer, from, to - from, StandardCharsets.UTF_8);
    }

    /**
     * The next line without its end, null at the end of the text.
     *
     * @throws BadValue when the line is too long; the next call goes on behind it
     */
    @Nullable
    String next() throws IOException, BadValue {
        return advance() ? text() : gathered();
    }

    /** Where the next line ends, as nearly all do within what has been read already; -1 where that takes a closer look. */
    private int endInBuffer() {
        int limit = Math.min(end, at + MAX_LENGTH + 1);
        for (int i = at; i < limit; i++) {
            if (buffer[i] == '\n' || buffer[i] == '\r') {
                return i;
            }
        }
        return -1;
    }

    private @Nullable String gathered() throws IOException, BadValue {
        int length = 0;
        int c = read();
        if (behindReturn && c == '\n') {
            c = read();
        }
        behindReturn = false;
        if (c < 0) {
            return null;
        }
        number++;
        for (; c >= 0 && c != '\n' && c != '\r'; c = read()) {
            if (length < MAX_LENGTH) {
                line[length] = (byte) c;
            }
            length = Math.min(length + 1, MAX_LENGTH + 1);
        }
        behindReturn = c == '\r';
        String text = new String(line, 0, Math.min(length, MAX_LENGTH), StandardCharsets.UTF_8);
        if (length > MAX_LENGTH) {
            throw new BadValue("row", text, "is longer than " + MAX_LENGTH + " bytes", "a line of a tick file");
        }
        return stripped(text);
    }

    private String stripped(String text) {
        return number == 1 && !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    }

    private int read() throws IOException {
        if (at == end) {
            at = 0;
            end = in.read(buffer);
            if (end <= 0) {
                end = 0;
                return -1;
            }
        }
        return buffer[at++] & 0xFF;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
