package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.util.Comparator;
import java.util.Locale;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.recording.RecordingTime;

/**
 * The rows of a file in time order: rows that are at most a window late are put where they belong, later ones are bad
 * rows. With a window of 0 it only checks.
 *
 * <p>Holds the rows of one window, and refuses a window of more than {@value #MAX_HELD} rows.
 */
final class OrderedRows implements RowReader {
    static final int MAX_HELD = 1_000_000;

    private final RowReader rows;
    private final long windowNs;
    private final PriorityQueue<Row> held =
            new PriorityQueue<>(Comparator.comparingLong(Row::venueTimeNs).thenComparingLong(Row::number));
    private long newestNs = Long.MIN_VALUE;
    private long passedNs = Long.MIN_VALUE;
    private long passedNumber;
    private boolean ended;

    OrderedRows(RowReader rows, long windowNs) {
        this.rows = rows;
        this.windowNs = windowNs;
    }

    @Override
    public @Nullable Row next() throws BadValue, IOException {
        if (windowNs == 0) {
            return checked(rows.next());
        }
        while (!ended && !headIsDue()) {
            Row row = rows.next();
            if (row == null) {
                ended = true;
            } else {
                hold(row);
            }
        }
        return passed(held.poll());
    }

    /** Nothing waits for anything: a row passes or is late. */
    private @Nullable Row checked(@Nullable Row row) throws BadValue {
        if (row != null) {
            requireInTime(row);
        }
        return passed(row);
    }

    private @Nullable Row passed(@Nullable Row row) {
        if (row != null) {
            passedNs = row.venueTimeNs();
            passedNumber = row.number();
        }
        return row;
    }

    private boolean headIsDue() {
        Row head = held.peek();
        return head != null && newestNs - head.venueTimeNs() >= windowNs;
    }

    private void requireInTime(Row row) throws BadValue {
        if (row.venueTimeNs() < passedNs) {
            throw new BadValue(
                    "time",
                    RecordingTime.format(row.venueTimeNs()),
                    String.format(
                            Locale.ROOT,
                            "is %s before row %d",
                            DurationText.format(passedNs - row.venueTimeNs()),
                            passedNumber),
                    "rows in time order, or --sort with a longer window");
        }
    }

    private void hold(Row row) throws BadValue, IOException {
        requireInTime(row);
        if (held.size() == MAX_HELD) {
            throw new IOException("more than " + MAX_HELD + " rows within the window of --sort; shorten it");
        }
        newestNs = Math.max(newestNs, row.venueTimeNs());
        held.add(row);
    }

    @Override
    public long number() {
        return rows.number();
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
