package org.ticktoquote.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.report.table.Cell.Part;

/**
 * A figure or a text in a table.
 *
 * @param text displayed text with its unit
 * @param note text below it on a page. Can be empty
 * @param kind style of display
 * @param lowNs exact duration, or exact lower bound of an interval, null if the cell is not a duration
 * @param highNs equal to {@code lowNs} for one duration, null if there is no upper bound or no duration
 * @param parts pieces of the text if some of its words are marked, else empty
 */
public record Cell(
        String text,
        String note,
        Kind kind,
        @Nullable Long lowNs,
        @Nullable Long highNs,
        List<Part> parts) {
    /** A missing figure. */
    public static final Cell NONE = new Cell("none", Kind.NONE);

    public static final Cell BLANK = new Cell("", Kind.NONE);
    private static final String TO = "..";
    private static final char NO_BREAK = '\u00a0';
    /** Maximum number of compared pairs of words. No difference is reported for longer texts. */
    private static final int MAX_PAIRS = 1_000_000;

    /** Kind of a cell. Its name in lower case is a CSS class. */
    public enum Kind {
        NUMBER,
        TEXT,
        /** One word, which is never split across lines. */
        WORD,
        /** No figure, or an unknown one. */
        NONE,
        /** A figure without a value, because its rank is among lost ticks. */
        REFUSED,
        /** A figure with too few episodes beyond it. */
        UNSUPPORTED
    }

    /** Part of a text, and whether it is missing in the compared text. */
    public record Part(String text, boolean differs) {}

    public Cell {
        parts = List.copyOf(parts);
    }

    public Cell(String text, Kind kind) {
        this(text, "", kind, null, null, List.of());
    }

    /** Creates a cell of a duration, or an interval of durations, that is already formatted. */
    public Cell(String text, String note, Kind kind, @Nullable Long lowNs, @Nullable Long highNs) {
        this(text, note, kind, lowNs, highNs, List.of());
    }

    public static Cell text(String text) {
        return new Cell(text, Kind.TEXT);
    }

    /** Creates a cell of one word, which is never split across lines. */
    public static Cell word(String text) {
        return new Cell(text, Kind.WORD);
    }

    /** Creates a cell of a text, and marks its words that another text does not have in the same order. */
    public static Cell marked(String text, String other) {
        return new Cell(text, "", Kind.TEXT, null, null, difference(text, other));
    }

    public static Cell number(String text) {
        return new Cell(text, Kind.NUMBER);
    }

    public static Cell count(long count) {
        return count(count, count);
    }

    /**
     * Creates a cell of the interval between two counts. One lets ambiguous snapshots answer ticks as late as
     * possible, the other as soon as possible.
     */
    public static Cell count(long one, long other) {
        return number(IntervalText.count(Math.min(one, other), Math.max(one, other)));
    }

    public static Cell share(double one, double other) {
        return number(IntervalText.share(Math.min(one, other), Math.max(one, other)));
    }

    /** Creates a cell of shares that are lower bounds. */
    public static Cell shareAtLeast(double one, double other) {
        return number(IntervalText.shareAtLeast(Math.min(one, other), Math.max(one, other)));
    }

    public static Cell duration(long ns) {
        return duration(ns, ns);
    }

    /** Creates a cell of a duration, or {@link #NONE} for null. */
    public static Cell optionalDuration(@Nullable Long ns) {
        return ns == null ? NONE : duration(ns);
    }

    /**
     * Creates a cell of the interval between two durations. One lets ambiguous snapshots answer ticks as late as
     * possible, the other as soon as possible.
     */
    public static Cell duration(long one, long other) {
        long low = Math.min(one, other);
        long high = Math.max(one, other);
        return new Cell(IntervalText.duration(low, high), "", Kind.NUMBER, low, high);
    }

    /** Creates a cell of durations that are lower bounds. */
    public static Cell durationAtLeast(long one, long other) {
        long low = Math.min(one, other);
        long high = Math.max(one, other);
        return high == 0 ? duration(0) : new Cell(IntervalText.durationAtLeast(low, high), "", Kind.NUMBER, low, null);
    }

    /** Returns the cell with words before its text, such as "at most ". */
    public Cell after(String words) {
        return new Cell(words + text, note, kind, lowNs, highNs, parts);
    }

    public Cell withNote(String words) {
        return new Cell(text, words, kind, lowNs, highNs, parts);
    }

    /** Returns whether the cell's text is an interval, {@code low..high}. */
    public boolean interval() {
        return text.contains(TO) && kind != Kind.TEXT && kind != Kind.WORD;
    }

    /** Returns the CSS classes of the cell: its kind, and {@code interval} for an interval. */
    public String style() {
        String name = kind.name().toLowerCase(Locale.ROOT);
        return interval() ? name + " interval" : name;
    }

    /** Returns the text before the only permitted line break of an interval. Returns the whole text of any other cell. */
    public String start() {
        return interval() ? whole(text.substring(0, text.indexOf(TO) + TO.length())) : text;
    }

    public String end() {
        return whole(text.substring(start().length()));
    }

    private static String whole(String part) {
        return part.replace(' ', NO_BREAK);
    }

    /** Returns the duration in nanoseconds for the page's scripts, or null for an interval or no duration. */
    public @Nullable String ns() {
        return lowNs != null && lowNs.equals(highNs) ? lowNs.toString() : null;
    }

    /**
     * Returns the bounds of an interval as {@code low..high}, without the high one if there is none. Null for other cells.
     */
    public @Nullable String bounds() {
        if (lowNs == null || Objects.equals(lowNs, highNs)) {
            return null;
        }
        return lowNs + TO + (highNs == null ? "" : highNs);
    }

    /**
     * Returns all parts of a text, each with whether another text lacks it in the same order, as in two command lines.
     * Empty, so that nothing is marked, if the texts are equal, if either has a single word, or if they are too long to
     * compare.
     */
    private static List<Part> difference(String text, String other) {
        String[] mine = text.split("(?<=\\s)(?=\\S)", -1);
        String[] others = other.split("(?<=\\s)(?=\\S)", -1);
        if (text.equals(other)
                || mine.length < 2
                || others.length < 2
                || (long) mine.length * others.length > MAX_PAIRS) {
            return List.of();
        }
        return parts(mine, common(mine, others), others);
    }

    /** Returns, for each pair of positions, the length of the longest common subsequence of the remaining words. */
    private static int[][] common(String[] mine, String[] others) {
        int[][] common = new int[mine.length + 1][others.length + 1];
        for (int i = mine.length - 1; i >= 0; i--) {
            for (int j = others.length - 1; j >= 0; j--) {
                common[i][j] = same(mine[i], others[j])
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }

    private static List<Part> parts(String[] mine, int[][] common, String[] others) {
        List<Part> parts = new ArrayList<>();
        int j = 0;
        for (int i = 0; i < mine.length; i++) {
            while (j < others.length && !same(mine[i], others[j]) && common[i][j + 1] == common[i][j]) {
                j++;
            }
            boolean shared = j < others.length && same(mine[i], others[j]);
            if (shared) {
                j++;
            }
            String word = mine[i].stripTrailing();
            parts.add(new Part(word, !shared));
            parts.add(new Part(mine[i].substring(word.length()), false));
        }
        return parts.stream().filter(part -> !part.text().isEmpty()).toList();
    }

    private static boolean same(String one, String other) {
        return one.strip().equals(other.strip());
    }
}
