package org.ticktoquote.wire.show;

import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.wire.capture.Frame;

/**
 * Prints rows of one list as text in columns, as lines of JSON or as CSV: {@code rows.time(ns).text("W").count(7).end()}.
 *
 * <p>Text of captures is untrusted: control characters are shown by their number, and JSON is plain ASCII. A value that is not
 * there is {@code -}, no member, or empty. One thread.
 */
final class Rows {
    private static final long SECOND_NS = 1_000_000_000;
    private static final DateTimeFormatter WHOLE = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.nnnnnnnnn'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter OF_DAY =
            DateTimeFormatter.ofPattern("HH:mm:ss.nnnnnnnnn", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** Rows between two looks whether anything reads them. */
    private static final int UNCHECKED = 64;

    private final ListForm format;
    private final PrintWriter out;
    private final String list;
    private final List<Column> columns;
    private final StringBuilder line = new StringBuilder();
    private int column;
    private long printed;
    private boolean unread;

    private record Column(String name, int width) {}

    /**
     * Prints the titles, where the form has them.
     *
     * @param columns with their widths in text, as in {@code time:18 bytes:-5}; a negative one is to the right
     */
    Rows(ListForm format, PrintWriter out, String list, String columns) {
        this.format = format;
        this.out = out;
        this.list = list;
        this.columns = Stream.of(columns.split(" ", -1))
                .map(each -> each.split(":", -1))
                .map(each -> new Column(each[0], each.length == 1 ? 0 : Integer.parseInt(each[1])))
                .toList();
        if (format != ListForm.JSONL) {
            this.columns.forEach(each -> add(each.name(), false));
            end();
        }
    }

    Rows text(String value) {
        return value.isEmpty() ? none() : add(value, true);
    }

    Rows count(long value) {
        return add(Long.toString(value), false);
    }

    /** A count where there is one. */
    Rows countIf(boolean isThere, long value) {
        return isThere ? count(value) : none();
    }

    /** A time of day in text, else a moment; nothing where it is {@link Frame#NO_TIME}. */
    Rows time(long ns) {
        return ns == Frame.NO_TIME ? none() : add((format == ListForm.TEXT ? OF_DAY : WHOLE).format(instant(ns)), true);
    }

    private static Instant instant(long ns) {
        return Instant.ofEpochSecond(Math.floorDiv(ns, SECOND_NS), Math.floorMod(ns, SECOND_NS));
    }

    /** A moment with nine decimals. */
    static String moment(long ns) {
        return WHOLE.format(instant(ns));
    }

    Rows none() {
        column += format == ListForm.JSONL ? 1 : 0;
        return format == ListForm.JSONL ? this : add(format == ListForm.CSV ? "" : "-", true);
    }

    private Rows add(String value, boolean isText) {
        Column of = columns.get(column++);
        switch (format) {
            case TEXT -> pad(TerminalText.line(value), of.width());
            case CSV -> line.append(column == 1 ? "" : ",").append(isText ? quoted(TerminalText.line(value)) : value);
            case JSONL -> line.append(",\"").append(of.name()).append("\":").append(isText ? json(value) : value);
        }
        return this;
    }

    private void pad(String value, int width) {
        String spaces = " ".repeat(Math.max(0, Math.abs(width) - value.length()));
        line.append(column == 1 ? "" : "  ").append(width < 0 ? spaces + value : value + spaces);
    }

    private static String quoted(String value) {
        return value.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n')
                ? '"' + value.replace("\"", "\"\"") + '"'
                : value;
    }

    /** A text as JSON has it, in ASCII without control characters. */
    private static String json(String value) {
        StringBuilder json = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }

    /** Prints the row, unless nothing reads it any more. */
    void end() {
        if (!unread) {
            out.print(
                    switch (format) {
                        case TEXT -> line.toString().stripTrailing();
                        case JSONL -> "{\"list\":\"" + list + "\"" + line + "}";
                        case CSV -> line.toString();
                    });
            out.print("\n");
            unread = ++printed % UNCHECKED == 0 && out.checkError();
        }
        line.setLength(0);
        column = 0;
    }

    /** Whether whatever read the rows is gone. */
    boolean isUnread() {
        return unread;
    }

    /** As in {@code 10.0.0.1:4001} and {@code [fe80::1]:4001}. */
    Rows address(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return text((host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort());
    }

    /** Bytes of captures as text: each is one character. */
    static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
