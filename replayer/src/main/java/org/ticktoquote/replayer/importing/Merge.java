package org.ticktoquote.replayer.importing;

import java.io.Closeable;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.FileAccess;

/**
 * Merges the quotes of all sources in time order. Quotes with the same time are in order of the file arguments.
 *
 * <p>A source is open from its first quote to its last, so memory depends on the number of overlapping sources, not on their
 * total or length.
 */
final class Merge implements Closeable {
    private static final Comparator<Cursor> ORDER =
            Comparator.comparingLong(Cursor::timeNs).thenComparingInt(cursor -> cursor.source.index());

    /** All cursors except the current one, which usually also has the next quote. */
    private final PriorityQueue<Cursor> cursors = new PriorityQueue<>(ORDER);

    private @Nullable Cursor current;
    private @Nullable TickSource source;

    Merge(List<ImportCheck.SourceCounts> findings) {
        findings.stream().filter(found -> found.total() > 0).map(Cursor::new).forEach(cursors::add);
    }

    /** Returns the next quote, null after the last. */
    @Nullable
    Row next() throws IOException {
        for (Cursor cursor = first(); cursor != null; cursor = first()) {
            Row row = cursor.row;
            source = cursor.source;
            if (!cursor.advance()) {
                current = null;
            }
            if (row != null) {
                return row;
            }
        }
        return null;
    }

    /** Returns the source of the last quote. */
    TickSource source() {
        return Objects.requireNonNull(source);
    }

    /** Makes the cursor with the next quote the current one and returns it. */
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

    /** Position in one source. Until the source is opened, only the time of its first quote is known. */
    private static final class Cursor implements Closeable {
        private final TickSource source;
        private final FileAccess.Access<Row.Reader> opener;
        private final long firstNs;
        private Row.@Nullable Reader rows;
        private @Nullable Row row;

        Cursor(ImportCheck.SourceCounts found) {
            this.source = found.source();
            this.opener = found.window();
            this.firstNs = found.firstNs();
        }

        long timeNs() {
            return row == null ? firstNs : row.venueTimeNs();
        }

        /** Moves to the next quote. Returns false and closes the rows if there is none. */
        boolean advance() throws IOException {
            if (rows == null) {
                rows = opener.run();
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
