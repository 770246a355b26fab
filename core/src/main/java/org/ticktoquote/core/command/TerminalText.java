package org.ticktoquote.core.command;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * What is shown to a person: text of files, peers and applications must not speak to the terminal, so its control and
 * format characters are shown by their number, {@code \x1b}. Line feeds and tabs stay, but not those of
 * {@linkplain #line foreign text} in a line of ours.
 */
public final class TerminalText {
    private TerminalText() {}

    /** The text, fit to be shown. */
    public static String visible(String text) {
        StringBuilder visible = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            add(visible, text.charAt(i));
        }
        return visible.toString();
    }

    /** Text of somebody else, fit to stand in a line of ours: nor does it begin another one. */
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

    /** A writer to a stream of the process through which everything goes that is printed there. */
    @SuppressWarnings("DefaultCharset") // the stream's own is the terminal's
    public static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(new VisibleWriter(new PrintWriter(stream, true)), true);
    }

    /** Not thread-safe by itself; {@link PrintWriter} is. */
    private static final class VisibleWriter extends FilterWriter {
        /** A carriage return is shown unless it belongs to the end of a line, as in files of Windows. */
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

        /** Fails where the reader of a pipe is gone, which a {@link PrintWriter} keeps to itself. */
        @Override
        public void flush() throws IOException {
            if (shown.checkError()) {
                throw new IOException("the output cannot be written");
            }
        }
    }
}
