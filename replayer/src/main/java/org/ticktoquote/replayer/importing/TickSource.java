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
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.recording.RecordingTime;

/**
 * One file to import, understood but not yet read.
 *
 * @param index its place among the arguments, which decides between rows of the same time
 * @param symbol empty when the rows name theirs
 * @param sortNs how late a row may be and still be put in order
 * @param reading of a text: how it is read, as options would say it
 */
record TickSource(
        int index,
        Path file,
        Format format,
        Optional<String> symbol,
        String venue,
        long sortNs,
        Optional<String> reading,
        Opener opener) {
    /** Opens the rows of a file as they stand in it. */
    interface Opener {
        Row.Reader open() throws IOException;
    }

    /**
     * Opens the good rows in time order, from the first.
     *
     * @param bad takes what is wrong with each of the others
     */
    Rows open(Consumer<Problem> bad) throws IOException {
        return new Rows(opener.open(), bad);
    }

    /**
     * The good rows in time order: rows that are late by the window of {@code --sort} at most are put where they belong, later
     * ones are bad rows. A side that a row of some formats leaves blank is that of the instrument's quote before.
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

        /** The next good row, null at the end. */
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

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
