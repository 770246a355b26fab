package org.ticktoquote.replayer.importing;

import java.io.Closeable;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.recording.RecordingWindow;

/**
 * The quotes of all sources in time order; of quotes with the same time the one whose file was named first comes first.
 *
 * <p>A file is open from its first quote to its last: memory and open files are bounded by how many overlap, not by their
 * number or length.
 */
final class Merge implements Closeable {
    private static final Comparator<Cursor> ORDER =
            Comparator.comparingLong(Cursor::timeNs).thenComparingInt(cursor -> cursor.source.index());

    private final RecordingWindow window;
    /** All but the one at hand, which mostly goes on. */
    private final PriorityQueue<Cursor> cursors = new PriorityQueue<>(ORDER);

    private @Nullable Cursor current;

    Merge(List<SourceFindings> findings, RecordingWindow window) {
        this.window = window;
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
    private final class Cursor implements Closeable {
        private final TickSource source;
        private final long firstNs;
        private @Nullable GoodRows rows;
        private @Nullable Row row;

        Cursor(SourceFindings found) {
            this.source = found.source();
            this.firstNs = found.firstNs();
        }

        long timeNs() {
            return row == null ? firstNs : row.venueTimeNs();
        }

        /** Whether there is one more quote; else the file is closed. */
        boolean advance() throws IOException {
            if (rows == null) {
                rows = new GoodRows(source, bad -> {});
            }
            do {
                row = rows.next();
            } while (row != null && row.venueTimeNs() < window.fromNs());
            if (row != null && window.contains(row.venueTimeNs())) {
                return true;
            }
            rows.close();
            return false;
        }

        @Override
        public void close() throws IOException {
            if (rows != null) {
                rows.close();
            }
        }
    }
}
