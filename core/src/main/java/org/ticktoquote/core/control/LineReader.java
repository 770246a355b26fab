package org.ticktoquote.core.control;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads lines of UTF-8 text from another process. Truncates lines longer than {@link #MAX_LINE_LENGTH}, so that no output exhausts
 * the memory. No control line is that long. Not thread-safe.
 */
public final class LineReader implements Closeable {
    /** Longest line, in characters. */
    public static final int MAX_LINE_LENGTH = 16 << 20;

    private static final int BLOCK = 1 << 13;

    private final Reader from;
    private final int longest;
    private final char[] block = new char[BLOCK];
    private int at;
    private int end;

    public LineReader(InputStream from) {
        this(from, MAX_LINE_LENGTH);
    }

    LineReader(InputStream from, int longest) {
        this.from = new InputStreamReader(from, StandardCharsets.UTF_8);
        this.longest = longest;
    }

    /** Returns the next line without its end, or null after the last one. */
    public @Nullable String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        boolean any = false;
        while (at < end || fill()) {
            any = true;
            int from = at;
            while (at < end && block[at] != '\n') {
                at++;
            }
            line.append(block, from, Math.min(at - from, longest - line.length()));
            if (at < end) {
                at++;
                return text(line);
            }
        }
        return any ? text(line) : null;
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(0, from.read(block, 0, BLOCK));
        return end > 0;
    }

    private static String text(StringBuilder line) {
        int length = line.length();
        return length > 0 && line.charAt(length - 1) == '\r' ? line.substring(0, length - 1) : line.toString();
    }

    @Override
    public void close() throws IOException {
        from.close();
    }
}
