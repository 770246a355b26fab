package org.ticktoquote.core.command;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * Escapes text of files, peers and applications before it is printed, so that it cannot control the terminal. Control and
 * format characters are printed as their code, such as {@code \x1b}. Line feeds and tabs are kept, except in
 * {@linkplain #line foreign text} within a line.
 */
public final class TerminalText {
    private TerminalText() {}

    /** Escapes a text that can have several lines. */
    public static String visible(String text) {
        StringBuilder visible = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            add(visible, text.charAt(i));
        }
        return visible.toString();
    }

    /** Escapes foreign text within a line, including its line feeds and tabs. */
    public static String line(String text) {
        return visible(text.replace("\n", "\\x0a").replace("\t", "\\x09"));
    }

    private static void add(StringBuilder visible, char c) {
        boolean plain =
                c == '\n' || c == '\t' || !Character.isISOControl(c) && Character.getType(c) != Character.FORMAT;
        if (plain) {
            visible.append(c);
        } else {
            visible.append(String.format(Locale.ROOT, c < 0x100 ? "\\x%02x" : "\\u%04x", (int) c));
        }
    }

    /** Returns a writer that escapes everything printed to a stream of the process. */
    @SuppressWarnings("DefaultCharset") // the stream's charset is the terminal's
    public static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(new VisibleWriter(new PrintWriter(stream, true)), true);
    }

    /** Not thread-safe. The {@link PrintWriter} around it is. */
    private static final class VisibleWriter extends FilterWriter {
        /** True if the last character was a carriage return, which is escaped unless a line feed follows (CRLF). */
        private boolean returned;

        private final PrintWriter shown;

        VisibleWriter(PrintWriter shown) {
            super(shown);
            this.shown = shown;
        }

        @Override
        public void write(int c) throws IOException {
            write(String.valueOf((char) c), 0, 1);
        }

        @Override
        public void write(char[] text, int from, int length) throws IOException {
            write(new String(text, from, length), 0, length);
        }

        @Override
        public void write(String text, int from, int length) throws IOException {
            StringBuilder visible = new StringBuilder(length);
            for (int i = from; i < from + length; i++) {
                char c = text.charAt(i);
                if (returned) {
                    visible.append(c == '\n' ? "\r" : "\\x0d");
                }
                returned = c == '\r';
                if (!returned) {
                    add(visible, c);
                }
            }
            out.write(visible.toString());
        }

        /** Throws if the reader of a pipe is gone, which {@link PrintWriter} only records. */
        @Override
        public void flush() throws IOException {
            if (shown.checkError()) {
                throw new IOException("the output cannot be written");
            }
        }
    }
}
