package org.ticktoquote.report.table;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A figure or a text in a table.
 *
 * @param text with its unit
 * @param note under it on a page; may be empty
 * @param kind how it is to be read
 * @param lowNs exactly, where the cell is one duration or an interval of them
 * @param highNs the same where it is one duration; null where it has no upper bound
 * @param parts of the text, where words of it are marked; else empty
 */
public record Cell(
        String text,
        String note,
        Kind kind,
        @Nullable Long lowNs,
        @Nullable Long highNs,
        List<Part> parts) {
    /** There is no such figure. */
    public static final Cell NONE = new Cell("none", Kind.NONE);

    public static final Cell BLANK = new Cell("", Kind.NONE);
    private static final String TO = "..";
    private static final char NO_BREAK = '\u00a0';

    /** How a cell is to be read; its name is a class of the page's style sheet. */
    public enum Kind {
        NUMBER,
        TEXT,
        /** One word, which is never broken. */
        WORD,
        /** No figure, or one that nobody knows. */
        NONE,
        /** A figure without a value: its rank falls among the lost. */
        REFUSED,
        /** A figure with too few episodes behind it. */
        UNSUPPORTED
    }

    /** A stretch of a text; whether another text does not have it. */
    public record Part(String text, boolean differs) {}

    public Cell {
        parts = List.copyOf(parts);
    }

    public Cell(String text, Kind kind) {
        this(text, "", kind, null, null, List.of());
    }

    /** A duration, or an interval of them, that is written already. */
    public Cell(String text, String note, Kind kind, @Nullable Long lowNs, @Nullable Long highNs) {
        this(text, note, kind, lowNs, highNs, List.of());
    }

    public static Cell text(String text) {
        return new Cell(text, Kind.TEXT);
    }

    /** One word, which is never broken. */
    public static Cell word(String text) {
        return new Cell(text, Kind.WORD);
    }

    /** A text with the words marked that another one does not have at this place. */
    public static Cell marked(String text, String other) {
        return new Cell(text, "", Kind.TEXT, null, null, WordDifference.of(text, other));
    }

    public static Cell number(String text) {
        return new Cell(text, Kind.NUMBER);
    }

    public static Cell count(long count) {
        return count(count, count);
    }

    /** Of counts under two attributions. */
    public static Cell count(long one, long other) {
        return number(IntervalText.count(Math.min(one, other), Math.max(one, other)));
    }

    public static Cell share(double one, double other) {
        return number(IntervalText.share(Math.min(one, other), Math.max(one, other)));
    }

    /** Of shares that could only be larger. */
    public static Cell shareAtLeast(double one, double other) {
        return number(IntervalText.shareAtLeast(Math.min(one, other), Math.max(one, other)));
    }

    public static Cell duration(long ns) {
        return duration(ns, ns);
    }

    /** Nothing where there is none. */
    public static Cell optionalDuration(@Nullable Long ns) {
        return ns == null ? NONE : duration(ns);
    }

    /** Of durations under two attributions. */
    public static Cell duration(long one, long other) {
        long low = Math.min(one, other);
        long high = Math.max(one, other);
        return new Cell(IntervalText.duration(low, high), "", Kind.NUMBER, low, high);
    }

    /** Of durations that could only be longer. */
    public static Cell durationAtLeast(long one, long other) {
        long low = Math.min(one, other);
        long high = Math.max(one, other);
        return high == 0 ? duration(0) : new Cell(IntervalText.durationAtLeast(low, high), "", Kind.NUMBER, low, null);
    }

    /** The same behind words, such as "at most ". */
    public Cell after(String words) {
        return new Cell(words + text, note, kind, lowNs, highNs, parts);
    }

    /** The same with something under it. */
    public Cell withNote(String words) {
        return new Cell(text, words, kind, lowNs, highNs, parts);
    }

    /** Whether there are two bounds to be seen. */
    public boolean interval() {
        return text.contains(TO) && kind != Kind.TEXT && kind != Kind.WORD;
    }

    /** Of the style sheet: the kind, and whether it is an interval. */
    public String style() {
        String name = kind.name().toLowerCase(Locale.ROOT);
        return interval() ? name + " interval" : name;
    }

    /** The text up to where an interval may be broken: nowhere else. */
    public String start() {
        return interval() ? whole(text.substring(0, text.indexOf(TO) + TO.length())) : text;
    }

    /** The rest of the text. */
    public String end() {
        return whole(text.substring(start().length()));
    }

    private static String whole(String part) {
        return part.replace(' ', NO_BREAK);
    }

    /** The duration as the page's scripts read it, where it is a single one. */
    public @Nullable String ns() {
        return lowNs != null && lowNs.equals(highNs) ? lowNs.toString() : null;
    }

    /** The bounds of an interval, {@code low..high} without the high one where there is none. */
    public @Nullable String bounds() {
        if (lowNs == null || Objects.equals(lowNs, highNs)) {
            return null;
        }
        return lowNs + TO + (highNs == null ? "" : highNs);
    }
}
