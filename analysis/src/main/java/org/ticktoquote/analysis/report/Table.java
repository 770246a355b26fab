package org.ticktoquote.analysis.report;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A table of the page: one row header and one cell for every column.
 *
 * @param id of the element
 * @param caption what it shows
 * @param note population and rules, under the caption; may be empty
 * @param head the title of the row headers
 * @param columns from left to right
 * @param rows from top to bottom
 */
record Table(String id, String caption, String note, String head, List<Column> columns, List<Row> rows) {

    /** A column; the hint says unit or meaning and may be empty. */
    record Column(String title, String hint) {}

    /** A row; the hint says meaning or population and may be empty. */
    record Row(String title, String hint, boolean total, List<Cell> cells) {
        static Row of(String title, String hint, List<Cell> cells) {
            return new Row(title, hint, false, cells);
        }
    }

    /**
     * A figure or a text.
     *
     * @param text with its unit
     * @param note under it; may be empty
     * @param kind {@code number}, {@code text}, {@code refused} or {@code unsupported}
     * @param lowNs exactly, where the cell is one duration or an interval of them
     * @param highNs the same where it is one duration; null where it has no upper bound
     * @param parts of the text, where words of it are marked; else empty
     */
    record Cell(
            String text,
            String note,
            String kind,
            @Nullable Long lowNs,
            @Nullable Long highNs,
            List<WordDifference.Part> parts) {
        Cell {
            parts = List.copyOf(parts);
        }

        Cell(String text, String note, String kind, @Nullable Long lowNs, @Nullable Long highNs) {
            this(text, note, kind, lowNs, highNs, List.of());
        }

        static final Cell NONE = new Cell("none", "", "none", null, null);
        static final Cell BLANK = new Cell("", "", "none", null, null);
        private static final String TO = "..";
        private static final char NO_BREAK = '\u00a0';

        static Cell text(String text) {
            return new Cell(text, "", "text", null, null);
        }

        /** One word, which is never broken. */
        static Cell word(String text) {
            return new Cell(text, "", "word", null, null);
        }

        /** A text with the words marked that another one does not have at this place. */
        static Cell marked(String text, String other) {
            return new Cell(text, "", "text", null, null, WordDifference.of(text, other));
        }

        static Cell number(String text) {
            return new Cell(text, "", "number", null, null);
        }

        static Cell count(long count) {
            return number(Figures.count(count));
        }

        /** The same behind words, such as "at most ". */
        Cell after(String words) {
            return new Cell(words + text, note, kind, lowNs, highNs, parts);
        }

        /** Of counts under two attributions. */
        static Cell count(long one, long other) {
            return number(IntervalText.count(Math.min(one, other), Math.max(one, other)));
        }

        static Cell share(double low, double high) {
            return number(IntervalText.share(Math.min(low, high), Math.max(low, high)));
        }

        static Cell duration(long ns) {
            return duration(ns, ns);
        }

        /** Of durations under two attributions. */
        static Cell duration(long one, long other) {
            long low = Math.min(one, other);
            long high = Math.max(one, other);
            return new Cell(IntervalText.duration(low, high), "", "number", low, high);
        }

        /** Of durations that could only be longer. */
        static Cell durationAtLeast(long one, long other) {
            long low = Math.min(one, other);
            long high = Math.max(one, other);
            return high == 0 ? duration(0) : new Cell(IntervalText.durationAtLeast(low, high), "", "number", low, null);
        }

        /** Of shares that could only be larger. */
        static Cell shareAtLeast(double one, double other) {
            return number(IntervalText.shareAtLeast(Math.min(one, other), Math.max(one, other)));
        }

        /** Whether there are two bounds to be seen. */
        boolean interval() {
            return text.contains(TO) && !kind.equals("text") && !kind.equals("word");
        }

        /** Of the style sheet: the kind, and whether it is an interval. */
        String style() {
            return interval() ? kind + " interval" : kind;
        }

        /** The text up to where an interval may be broken: nowhere else. */
        String start() {
            return interval() ? whole(text.substring(0, text.indexOf(TO) + TO.length())) : text;
        }

        /** The rest of the text. */
        String end() {
            return whole(text.substring(start().length()));
        }

        private static String whole(String part) {
            return part.replace(' ', NO_BREAK);
        }

        /** The duration, where it is a single one. */
        @Nullable
        Long ns() {
            return Objects.equals(lowNs, highNs) ? lowNs : null;
        }

        /** The bounds of an interval, {@code low..high} without the high one where there is none. */
        @Nullable
        String bounds() {
            if (lowNs == null || Objects.equals(lowNs, highNs)) {
                return null;
            }
            return lowNs + TO + (highNs == null ? "" : highNs);
        }
    }
}
