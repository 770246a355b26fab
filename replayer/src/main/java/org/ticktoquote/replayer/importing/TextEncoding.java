package org.ticktoquote.replayer.importing;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Texts as UTF-8, whatever they are written in: UTF-16 and UTF-32 are recognised by their byte order mark, UTF-16 without one by the
 * zero byte of its first character.
 */
final class TextEncoding {
    private static final int LOOKED_AT = 4;
    private static final int BYTE_ORDER_MARK = 0xFEFF;

    private TextEncoding() {}

    /** The same text as UTF-8; a stream that is no UTF-16 or UTF-32 passes as it is. */
    static InputStream utf8(InputStream in) throws IOException {
        PushbackInputStream pushback = new PushbackInputStream(in, LOOKED_AT);
        byte[] begin = pushback.readNBytes(LOOKED_AT);
        pushback.unread(begin);
        return wide(begin)
                .<InputStream>map(charset -> new Recoded(pushback, charset))
                .orElse(pushback);
    }

    private static Optional<Charset> wide(byte[] begin) {
        int first = pair(begin, 0);
        int second = pair(begin, 2);
        if (first == 0xFFFE) {
            return Optional.of(second == 0 ? Charset.forName("UTF-32LE") : StandardCharsets.UTF_16LE);
        }
        if (first == BYTE_ORDER_MARK) {
            return Optional.of(StandardCharsets.UTF_16BE);
        }
        if (first == 0 && second == BYTE_ORDER_MARK) {
            return Optional.of(Charset.forName("UTF-32BE"));
        }
        if (ascii(first >>> 8) && (first & 0xFF) == 0 && ascii(second >>> 8) && (second & 0xFF) == 0) {
            return Optional.of(StandardCharsets.UTF_16LE);
        }
        return ascii(first) && ascii(second) && begin.length >= LOOKED_AT
                ? Optional.of(StandardCharsets.UTF_16BE)
                : Optional.empty();
    }

    /** Two bytes, the first one high; -1 behind the end. */
    private static int pair(byte[] bytes, int at) {
        return at + 1 < bytes.length ? (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF : -1;
    }

    private static boolean ascii(int c) {
        return c > 0 && c < 128;
    }

    /** Characters in, UTF-8 out. */
    private static final class Recoded extends FilterInputStream {
        private final Reader reader;
        private final char[] chars = new char[1 << 12];
        private byte[] bytes = {};
        private int at;

        Recoded(InputStream in, Charset charset) {
            super(in);
            this.reader = new InputStreamReader(in, charset);
        }

        @Override
        public int read() throws IOException {
            return at < bytes.length || more() ? bytes[at++] & 0xFF : -1;
        }

        @Override
        public int read(byte[] to, int offset, int wanted) throws IOException {
            if (wanted == 0) {
                return 0;
            }
            if (at == bytes.length && !more()) {
                return -1;
            }
            int count = Math.min(wanted, bytes.length - at);
            System.arraycopy(bytes, at, to, offset, count);
            at += count;
            return count;
        }

        private boolean more() throws IOException {
            int count = reader.read(chars, 0, chars.length - 1);
            if (count <= 0) {
                return false;
            }
            if (Character.isHighSurrogate(chars[count - 1])) {
                int low = reader.read();
                chars[count] = (char) low;
                count += low < 0 ? 0 : 1;
            }
            bytes = new String(chars, 0, count).getBytes(StandardCharsets.UTF_8);
            at = 0;
            return true;
        }
    }
}
