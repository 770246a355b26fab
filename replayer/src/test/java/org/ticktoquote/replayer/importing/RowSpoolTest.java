package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.price.Price;

/** Rows are read back complete and in order, and no file remains. */
final class RowSpoolTest {
    private static final int ROWS = 5_000;

    @TempDir
    Path folder;

    private static Row row(int number) {
        String symbol = number % 3 == 0 ? "USD/JPY" : "EUR/USD";
        long ask = number % 7 == 0 ? Price.NONE : 1_000_000_000L + number;
        return new Row(number, symbol, Long.MAX_VALUE - number, number, ask, number * 2L, number * 3L);
    }

    private static List<Row> read(Row.Reader rows) throws IOException, BadValue {
        List<Row> read = new ArrayList<>();
        try (rows) {
            for (@Nullable Row row = rows.next(); row != null; row = rows.next()) {
                read.add(row);
                assertThat(rows.number()).isEqualTo(row.number());
            }
        }
        return read;
    }

    @Test
    void readsRowsAsAdded() throws IOException, BadValue {
        List<Row> rows = IntStream.range(0, ROWS).mapToObj(RowSpoolTest::row).toList();
        try (RowSpool spool = RowSpool.nextTo(folder.resolve("out.t2q"))) {
            rows.forEach(spool::add);

            assertThat(spool.rows()).isEqualTo(ROWS);
            assertThat(read(spool.reader(0, ROWS))).isEqualTo(rows);
            assertThat(read(spool.reader(2_000, 4_500))).isEqualTo(rows.subList(2_000, 4_500));
            assertThat(read(spool.reader(7, 7))).isEmpty();
            try (Stream<Path> files = Files.list(folder)) {
                assertThat(files).isEmpty();
            }
        }
    }

    @Test
    void replacesFileOfACrashedImport() throws IOException {
        Files.writeString(folder.resolve("out.t2q.rows"), "from before");
        try (RowSpool spool = RowSpool.nextTo(folder.resolve("out.t2q"))) {
            assertThat(spool.rows()).isZero();
        }
    }
}
