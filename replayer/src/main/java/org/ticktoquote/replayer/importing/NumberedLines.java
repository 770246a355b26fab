package org.ticktoquote.replayer.importing;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Lines of a UTF-8 text, ended by LF, CR LF or CR, each of at most {@value #MAX_LENGTH} bytes. The limit protects against
 * files without line ends, such as gigabytes of zeros in a small zip.
 */
final class NumberedLines implements Closeable {
    static final int MAX_LENGTH = 4096;
    private static final int MARK_LENGTH = 3;

    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int end;
    private int from;
    private int to;
    private long number;
    private boolean afterReturn;

    NumberedLines(InputStream in) {
        this.in = in;
    }

    /** Returns the number of the last line read, from 1. */
    long number() {
        return number;
    }

    /**
     * Moves to the next line. Returns false at the end of the text.
     *
     * @throws BadValue if the line is too long; the next call continues after it
     */
    boolean advance() throws IOException, BadValue {
        if (afterReturn && (at < end || fill()) && buffer[at] == '\n') {
            at++;
        }
        afterReturn = false;
        if (at == end && !fill()) {
            return false;
        }
        number++;
        int length = lengthInBuffer();
        boolean whole = length <= MAX_LENGTH;
        from = at;
        to = at + Math.min(length, MAX_LENGTH);
        if (number == 1 && startsWithMark()) {
            from += MARK_LENGTH;
        }
        String cut = whole ? "" : text();
        at += length;
        while (!whole && at == end && fill()) {
            at += lengthInBuffer();
        }
        if (at < end) {
            afterReturn = buffer[at++] == '\r';
        }
        if (!whole) {
            throw new BadValue("row", cut, "is longer than " + MAX_LENGTH + " bytes", "a line of a tick file");
        }
        return true;
    }

    /** Returns the number of bytes before the end of the line, or before the end of the buffered text. */
    private int lengthInBuffer() throws IOException {
        int i = at;
        while (true) {
            while (i < end && buffer[i] != '\n' && buffer[i] != '\r') {
                i++;
            }
            int length = i - at;
            if (i < end || length > MAX_LENGTH || !fill()) {
                return length;
            }
            i = at + length;
        }
    }

    /** Reads more bytes and keeps those not consumed. Returns false at the end of the text. */
    private boolean fill() throws IOException {
        System.arraycopy(buffer, at, buffer, 0, end - at);
        end -= at;
        at = 0;
        int read = in.read(buffer, end, buffer.length - end);
        end += Math.max(0, read);
        return read > 0;
    }

    private boolean startsWithMark() {
        return to - from >= MARK_LENGTH
                && buffer[from] == (byte) 0xEF
                && buffer[from + 1] == (byte) 0xBB
                && buffer[from + 2] == (byte) 0xBF;
    }

    /** Returns true if the line has only white space. */
    boolean isBlank() {
        int i = from;
        while (i < to && Fields.isSpace(buffer[i])) {
            i++;
        }
        return i == to || buffer[i] < 0 && text().isBlank();
    }

    /** Returns the buffer with the line from {@link #from} to {@link #to}, valid until the next {@link #advance}. */
    byte[] bytes() {
        return buffer;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    String text() {
        return new String(buffer, from, to - from, StandardCharsets.UTF_8);
    }

    /** Returns the text of the next line, truncated if too long; null at the end of the text. */
    @Nullable
    String nextText() throws IOException {
        try {
            return advance() ? text() : null;
        } catch (BadValue tooLong) {
            return tooLong.problem().value().orElse("");
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
