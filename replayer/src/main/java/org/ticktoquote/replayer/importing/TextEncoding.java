package org.ticktoquote.replayer.importing;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Converts texts to UTF-8. Detects UTF-16 and UTF-32 by their byte order mark, and UTF-16 without one by the zero bytes of
 * its first two characters.
 */
final class TextEncoding {
    private static final int LOOKED_AT = 4;
    private static final List<TextEncoding> WIDE = List.of(
            new TextEncoding("fffe0000", "UTF-32LE"),
            new TextEncoding("0000feff", "UTF-32BE"),
            new TextEncoding("fffe.*", "UTF-16LE"),
            new TextEncoding("feff.*", "UTF-16BE"),
            new TextEncoding("((?!00)[0-7].00){2}", "UTF-16LE"),
            new TextEncoding("(00(?!00)[0-7].){2}", "UTF-16BE"));

    private final Pattern begin;
    private final Charset charset;

    /** @param begin pattern of the first bytes, in hexadecimal digits */
    private TextEncoding(String begin, String charset) {
        this.begin = Pattern.compile(begin);
        this.charset = Charset.forName(charset);
    }

    /** Returns the text in UTF-8. Streams other than UTF-16 and UTF-32 are unchanged. */
    static InputStream utf8(InputStream in) throws IOException {
        PushbackInputStream pushback = new PushbackInputStream(in, LOOKED_AT);
        byte[] begin = pushback.readNBytes(LOOKED_AT);
        pushback.unread(begin);
        String digits = HexFormat.of().formatHex(begin);
        return WIDE.stream()
                .filter(each -> each.begin.matcher(digits).matches())
                .findFirst()
                .<InputStream>map(wide -> new Recoded(pushback, wide.charset))
                .orElse(pushback);
    }

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
            return hasMore() ? bytes[at++] & 0xFF : -1;
        }

        @Override
        public int read(byte[] to, int offset, int wanted) throws IOException {
            if (wanted > 0 && !hasMore()) {
                return -1;
            }
            int count = Math.min(wanted, bytes.length - at);
            System.arraycopy(bytes, at, to, offset, count);
            at += count;
            return count;
        }

        private boolean hasMore() throws IOException {
            if (at < bytes.length) {
                return true;
            }
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
