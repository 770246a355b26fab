package org.ticktoquote.replayer.importing;

import java.io.Closeable;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The quotes of all sources in time order; of quotes with the same time the one whose file was named first comes first.
 *
 * <p>The rows of a source are open from its first quote to its last: memory is bounded by how many overlap, not by their number or
 * length.
 */
final class Merge implements Closeable {
    private static final Comparator<Cursor> ORDER =
            Comparator.comparingLong(Cursor::timeNs).thenComparingInt(cursor -> cursor.source.index());

    /** All but the one at hand, which mostly goes on. */
    private final PriorityQueue<Cursor> cursors = new PriorityQueue<>(ORDER);

    private @Nullable Cursor current;

    Merge(List<Survey.Findings> findings) {
        findings.stream().filter(found -> found.total() > 0).map(Cursor::new).forEach(cursors::add);
    }

    /** A row and where it comes from. */
    record Merged(Row row, TickSource source) {}

    /** The next quote, null behind the last. */
    @Nullable
    Merged next() throws IOException {
        for (Cursor cursor = first(); cursor != null; cursor = first()) {
            Row row = cursor.row;
            if (!cursor.advance()) {
                current = null;
            }
            if (row != null) {
                return new Merged(row, cursor.source);
            }
        }
        return null;
    }

    /** The cursor whose quote is the next; it is at hand then. */
    private @Nullable Cursor first() {
        @Nullable Cursor waiting = cursors.peek();
        if (current == null) {
            current = cursors.poll();
        } else if (waiting != null && ORDER.compare(waiting, current) < 0) {
            cursors.add(current);
            current = cursors.poll();
        }
        return current;
    }

    @Override
    public void close() throws IOException {
        if (current != null) {
            current.close();
        }
        for (Cursor cursor : cursors) {
            cursor.close();
        }
    }

    /** One source at its next quote; before it is opened, at the time of its first. */
    private static final class Cursor implements Closeable {
        private final TickSource source;
        private final TickSource.Opener opener;
        private final long firstNs;
        private Row.@Nullable Reader rows;
        private @Nullable Row row;

        Cursor(Survey.Findings found) {
            this.source = found.source();
            this.opener = found.window();
            this.firstNs = found.firstNs();
        }

        long timeNs() {
            return row == null ? firstNs : row.venueTimeNs();
        }

        /** Whether there is one more quote; else the rows are closed. */
        boolean advance() throws IOException {
            if (rows == null) {
                rows = opener.open();
            }
            try {
                row = rows.next();
            } catch (BadValue impossible) {
                throw new IllegalStateException("a row that was good before", impossible);
            }
            if (row == null) {
                rows.close();
            }
            return row != null;
        }

        @Override
        public void close() throws IOException {
            if (rows != null) {
                rows.close();
            }
        }
    }
}
