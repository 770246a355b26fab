package org.ticktoquote.replayer.importing;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.recording.RecordingTime;

/**
 * File to import, planned but not yet read.
 *
 * @param index position of its argument, which orders rows of the same time
 * @param symbol empty if the rows name their own
 * @param sortNs maximum lateness of a row that is still sorted
 * @param layout of a text
 * @param opener opens the rows in file order
 */
record TickSource(
        int index,
        Path file,
        Format format,
        Optional<String> symbol,
        String venue,
        long sortNs,
        Optional<TextLayout> layout,
        FileAccess.Access<Row.Reader> opener) {
    /**
     * Opens the good rows in time order, from the first.
     *
     * @param bad receives the faults of the other rows
     */
    Rows open(Consumer<Problem> bad) throws IOException {
        return new Rows(opener.run(), bad);
    }

    /**
     * Good rows in time order. Sorts rows that are late by at most the {@code --sort} window. Later rows are bad. In formats
     * with carried sides, takes a blank side from the instrument's previous quote.
     *
     * <p>Holds the rows of one window, at most {@value #MAX_HELD}.
     */
    final class Rows implements Closeable {
        static final int MAX_HELD = 1_000_000;
        private final Row.Reader reader;
        private final Consumer<Problem> bad;
        private final PriorityQueue<Row> held =
                new PriorityQueue<>(Comparator.comparingLong(Row::venueTimeNs).thenComparingLong(Row::number));
        private final Map<String, Row> last = new HashMap<>();
        private long newestNs = Long.MIN_VALUE;
        private long passedNs = Long.MIN_VALUE;
        private long passedNumber;
        private boolean ended;

        private Rows(Row.Reader reader, Consumer<Problem> bad) {
            this.reader = reader;
            this.bad = bad;
        }

        /** Returns the next good row, null at the end. */
        @Nullable
        Row next() throws IOException {
            while (true) {
                try {
                    @Nullable Row row = inOrder();
                    return row == null || row.isEmpty() || !format.carriesSides() ? row : completed(row);
                } catch (BadValue value) {
                    bad.accept(value.problem().at(Problem.Place.atLine(file, reader.number())));
                }
            }
        }

        private @Nullable Row inOrder() throws BadValue, IOException {
            if (sortNs == 0) {
                return passed(inTime(reader.next()));
            }
            while (!ended && !headIsDue()) {
                @Nullable Row row = inTime(reader.next());
                ended = row == null;
                if (row != null) {
                    hold(row);
                }
            }
            return passed(held.poll());
        }

        private @Nullable Row passed(@Nullable Row row) {
            if (row != null) {
                passedNs = row.venueTimeNs();
                passedNumber = row.number();
            }
            return row;
        }

        private boolean headIsDue() {
            @Nullable Row head = held.peek();
            return head != null && newestNs - head.venueTimeNs() >= sortNs;
        }

        private @Nullable Row inTime(@Nullable Row row) throws BadValue {
            if (row != null && row.venueTimeNs() < passedNs) {
                String late = DurationText.format(passedNs - row.venueTimeNs());
                throw new BadValue(
                        "time",
                        RecordingTime.format(row.venueTimeNs()),
                        String.format(Locale.ROOT, "is %s before row %d", late, passedNumber),
                        "rows in time order, or --sort with a longer window");
            }
            return row;
        }

        private void hold(Row row) throws IOException {
            if (held.size() == MAX_HELD) {
                throw new IOException("more than " + MAX_HELD + " rows within the window of --sort; shorten it");
            }
            newestNs = Math.max(newestNs, row.venueTimeNs());
            held.add(row);
        }

        private Row completed(Row row) {
            @Nullable Row before = last.get(row.symbol());
            Row whole = before == null ? row : row.completedBy(before);
            last.put(row.symbol(), whole);
            return whole;
        }

        /** Returns the reader, for its counts. */
        Row.Reader reader() {
            return reader;
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
