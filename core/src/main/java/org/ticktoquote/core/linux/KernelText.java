package org.ticktoquote.core.linux;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads files of {@code /proc} or {@code /sys} into a reused buffer and parses them by lines and words.
 *
 * <p>Allocates if a text is the longest so far, otherwise almost nothing if the file is {@link OpenFile kept open}. Not
 * thread-safe.
 */
public final class KernelText {
    /** Returned if there is no number. Kernel counters are never negative. */
    public static final long NONE = -1;

    private static final int MAX_DIGITS = 18;
    private static final int MAX_HEX_DIGITS = 15;

    private byte[] bytes = new byte[1 << 13];
    private ByteBuffer buffer = ByteBuffer.wrap(bytes);
    private int length;
    private int lineEnd;
    private int word;
    private int wordEnd;

    /** Opens, reads and closes a file. Returns false and clears the text if it cannot be read or is empty. */
    public boolean read(String path) {
        clear();
        try (FileInputStream in = new FileInputStream(path)) {
            for (int count = 0; count >= 0; length += Math.max(0, count)) {
                int room = room();
                count = in.read(bytes, length, room);
            }
        } catch (IOException absent) {
            length = 0;
        }
        return length > 0;
    }

    /** Reads a file from its beginning. Returns false and clears the text if it cannot be read or is empty. */
    public boolean read(OpenFile file) {
        clear();
        try {
            FileChannel channel = file.channel();
            for (int count = 0; channel != null && count >= 0; length += Math.max(0, count)) {
                int end = length + room();
                count = channel.read(buffer.limit(end).position(length), length);
            }
        } catch (IOException gone) {
            file.close();
            length = 0;
        }
        return length > 0;
    }

    /** Creates a text from content that was already read. */
    public static KernelText of(String text) {
        KernelText taken = new KernelText();
        taken.clear();
        taken.bytes = text.getBytes(StandardCharsets.UTF_8);
        taken.length = taken.bytes.length;
        return taken;
    }

    private void clear() {
        length = 0;
        rewind();
    }

    /** Moves back to before the first line. */
    public void rewind() {
        lineEnd = -1;
        word = 0;
        wordEnd = 0;
    }

    private int room() {
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(1, 2 * length));
            buffer = ByteBuffer.wrap(bytes);
        }
        return bytes.length - length;
    }

    /** Moves to the next line, initially to the first. Returns false after the last. */
    public boolean nextLine() {
        wordEnd = lineEnd + 1;
        word = wordEnd;
        if (wordEnd >= length) {
            return false;
        }
        lineEnd = wordEnd;
        while (lineEnd < length && bytes[lineEnd] != '\n') {
            lineEnd++;
        }
        return true;
    }

    /** Treats the whole text as one line. Returns false if it is empty. */
    public boolean oneLine() {
        rewind();
        wordEnd = 0;
        lineEnd = length;
        return length > 0;
    }

    /** Moves to the next word of the line, between blanks. Returns false after the last. */
    public boolean nextWord() {
        return nextWord(' ');
    }

    /** Moves to the next word of the line, between blanks or separators. Returns false after the last. */
    public boolean nextWord(char separator) {
        word = wordEnd;
        while (word < lineEnd && separates(bytes[word], separator)) {
            word++;
        }
        wordEnd = word;
        while (wordEnd < lineEnd && !separates(bytes[wordEnd], separator)) {
            wordEnd++;
        }
        return word < wordEnd;
    }

    private static boolean separates(byte found, char separator) {
        return found == ' ' || found == '\t' || found == '\n' || found == separator;
    }

    /** Skips a number of words. Returns false if there are fewer. */
    public boolean skipWords(int count) {
        for (int i = 0; i < count; i++) {
            if (!nextWord()) {
                return false;
            }
        }
        return true;
    }

    /** Moves to the word after the last occurrence of a character in the line. Returns false if there is none. */
    public boolean nextWordAfter(char last) {
        int at = lastIndexOf(last);
        wordEnd = at < 0 ? lineEnd : at + 1;
        return nextWord();
    }

    /**
     * Returns the rest of the line between the first occurrence of one character and the last of another, or empty if one is
     * missing.
     */
    public String between(char first, char last) {
        int from = wordEnd;
        while (from < lineEnd && bytes[from] != first) {
            from++;
        }
        int to = lastIndexOf(last);
        return from < to ? new String(bytes, from + 1, to - from - 1, StandardCharsets.UTF_8) : "";
    }

    /** Returns whether {@link #between} would return this ASCII text. Does not allocate. */
    public boolean betweenIs(char first, char last, String text) {
        int from = wordEnd;
        while (from < lineEnd && bytes[from] != first) {
            from++;
        }
        return from + 1 + text.length() == lastIndexOf(last) && begins(from + 1, text);
    }

    private int lastIndexOf(char last) {
        int at = lineEnd - 1;
        while (at >= wordEnd && bytes[at] != last) {
            at--;
        }
        return at < wordEnd ? -1 : at;
    }

    public boolean wordIs(String text) {
        return wordEnd - word == text.length() && wordBegins(text);
    }

    public boolean wordBegins(String text) {
        return wordEnd - word >= text.length() && begins(word, text);
    }

    /** Returns whether the whole text equals an ASCII text. */
    public boolean is(String whole) {
        return length == whole.length() && begins(0, whole);
    }

    private boolean begins(int at, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (bytes[at + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    public int wordLength() {
        return wordEnd - word;
    }

    public char wordChar() {
        return (char) bytes[word];
    }

    public String word() {
        return new String(bytes, word, wordEnd - word, StandardCharsets.UTF_8);
    }

    /** Returns the word as a number, or {@link #NONE}. */
    public long number() {
        return number(0);
    }

    /** Returns the number after a prefix of the word, or {@link #NONE}. */
    public long numberAfter(String beginning) {
        return wordBegins(beginning) ? number(beginning.length()) : NONE;
    }

    /** Moves to the next word and returns it as a number, or {@link #NONE}. */
    public long nextNumber() {
        return nextWord() ? number() : NONE;
    }

    private long number(int skipped) {
        return wordEnd - word - skipped > MAX_DIGITS ? NONE : number(word + skipped, wordEnd, 10);
    }

    /** Returns the word as a hexadecimal number, or {@link #NONE}. */
    public long hexadecimal() {
        return hexadecimal(0, wordLength());
    }

    /** Returns a range of at most 15 digits of the word as a hexadecimal number, or {@link #NONE}. */
    public long hexadecimal(int from, int to) {
        return to > wordLength() || to - from > MAX_HEX_DIGITS ? NONE : number(word + from, word + to, 16);
    }

    private long number(int from, int to, int radix) {
        long number = from < to ? 0 : NONE;
        for (int at = from; at < to && number >= 0; at++) {
            int digit = Character.digit(bytes[at], radix);
            number = digit < 0 ? NONE : radix * number + digit;
        }
        return number;
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    /** A file that stays open after its first read. The next read retries if it cannot be opened. Not thread-safe. */
    public static final class OpenFile implements AutoCloseable {
        private final File file;
        private @Nullable FileChannel channel;

        public OpenFile(String path) {
            this.file = new File(path);
        }

        private @Nullable FileChannel channel() throws IOException {
            if (channel == null && file.exists()) {
                channel = FileChannel.open(file.toPath());
            }
            return channel;
        }

        @Override
        public void close() {
            try {
                if (channel != null) {
                    channel.close();
                }
            } catch (IOException closed) {
                return; // harmless: the file was only read
            } finally {
                channel = null;
            }
        }
    }
}
