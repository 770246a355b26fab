package org.ticktoquote.wire.show;

import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.packet.PacketAddress;
import org.ticktoquote.wire.show.CaptureListing.ListForm;

/**
 * Prints the rows of a list as text in columns, as lines of JSON or as CSV: {@code rows.add(Rows.time(ns), "W", 7)}.
 *
 * <p>Text from captures is untrusted: control characters are escaped, and JSON is plain ASCII. A missing value is {@code -}
 * in text, absent in JSON and empty in CSV. One thread.
 */
final class Rows {
    private static final DateTimeFormatter WHOLE = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.nnnnnnnnn'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter OF_DAY =
            DateTimeFormatter.ofPattern("HH:mm:ss.nnnnnnnnn", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final ListForm form;
    private final PrintWriter out;
    private final String list;
    private final List<Column> columns;
    private final StringBuilder row = new StringBuilder();
    private int filled;
    private long printed;
    /** True once the reader of the output is gone. */
    volatile boolean unread;

    private record Column(String name, int width) {}

    /**
     * Prints the header, if the format has one.
     *
     * @param columns names and widths in text, as in {@code time:18 bytes:-5}; negative widths are right-aligned
     */
    Rows(ListForm form, PrintWriter out, String list, String columns) {
        this.form = form;
        this.out = out;
        this.list = list;
        this.columns = Stream.of(columns.split(" ", -1))
                .map(each -> each.split(":", -1))
                .map(each -> new Column(each[0], each.length == 1 ? 0 : Integer.parseInt(each[1])))
                .toList();
        if (form != ListForm.JSONL) {
            add(this.columns.stream().map(Column::name).toArray());
        }
    }

    /** Returns the instant of a time; null for {@link Frame#NO_TIME}. */
    static @Nullable Instant time(long ns) {
        return ns == Frame.NO_TIME ? null : Instant.EPOCH.plusNanos(ns);
    }

    /** Formats a time with nine decimals. */
    static String moment(long ns) {
        return WHOLE.format(time(ns));
    }

    /**
     * Adds the next values of a row. Prints a full row unless the reader of the output is gone.
     *
     * @param values numbers, instants (text shows the time of day), addresses and strings; null and empty strings are missing
     *     values
     */
    void add(@Nullable Object... values) {
        for (@Nullable Object value : values) {
            String text = text(value);
            Column column = columns.get(filled);
            String before = filled++ == 0 ? "" : form == ListForm.TEXT ? "  " : ",";
            row.append(
                    switch (form) {
                        case TEXT -> before + padded(text, column.width());
                        case CSV -> before + quoted(TerminalText.line(text));
                        case JSONL -> text.isEmpty() ? "" : ",\"" + column.name() + "\":" + json(value, text);
                    });
            if (filled == columns.size()) {
                print();
            }
        }
    }

    private void print() {
        if (!unread) {
            out.print(
                    switch (form) {
                        case TEXT -> row.toString().stripTrailing();
                        case CSV -> row.toString();
                        case JSONL -> "{\"list\":\"" + list + "\"" + row + "}";
                    });
            out.print("\n");
            unread = ++printed % 64 == 0 && out.checkError(); // checks at intervals whether the reader is gone
        }
        row.setLength(0);
        filled = 0;
    }

    private String text(@Nullable Object value) {
        if (value instanceof Instant moment) {
            return (form == ListForm.TEXT ? OF_DAY : WHOLE).format(moment);
        }
        return value instanceof InetSocketAddress address ? PacketAddress.text(address) : Objects.toString(value, "");
    }

    private static String padded(String value, int width) {
        String shown = value.isEmpty() ? "-" : TerminalText.line(value);
        String spaces = " ".repeat(Math.max(0, Math.abs(width) - shown.length()));
        return width < 0 ? spaces + shown : shown + spaces;
    }

    private static String quoted(String value) {
        boolean isPlain = value.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n');
        return isPlain ? value : '"' + value.replace("\"", "\"\"") + '"';
    }

    /** Escapes everything but printable ASCII. */
    private static String json(@Nullable Object value, String text) {
        return value instanceof Number
                ? text
                : text.chars()
                        .mapToObj(c -> c == '"' || c == '\\'
                                ? "\\" + (char) c
                                : c < ' ' || c > '~' ? String.format(Locale.ROOT, "\\u%04x", c) : Character.toString(c))
                        .collect(Collectors.joining("", "\"", "\""));
    }
}
