package org.ticktoquote.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.export.ExportTable;
import org.ticktoquote.analysis.export.ExportTable.Column;
import org.ticktoquote.analysis.export.ExportTable.Type;
import org.ticktoquote.analysis.export.RowWriter;
import org.ticktoquote.analysis.export.TableFormat;

class ParquetFormatTest {
    private static final ExportTable TABLE = new ExportTable(
            "some",
            List.of(
                    new Column("moment", Type.LONG),
                    new Column("place", Type.INT),
                    new Column("sound", Type.FLAG),
                    new Column("name", Type.TEXT)));

    @TempDir
    private Path folder;

    @Test
    void readsBackEveryValueFromFilesOfLimitedLength() throws Exception {
        Path quoted = Files.createDirectory(folder.resolve("it's a run"));
        try (ParquetFormat format = ParquetFormat.open(1000);
                RowWriter rows = format.begin(TABLE, quoted)) {
            for (int i = 0; i < 2500; i++) {
                rows.put(Long.MIN_VALUE + i)
                        .put(i)
                        .put(i % 2 == 0)
                        .put(i % 3 == 0 ? null : "n" + i)
                        .end();
            }
            assertThat(rows.rows()).isEqualTo(2500);
        }
        assertThat(files(quoted)).containsExactly("part-00000.parquet", "part-00001.parquet", "part-00002.parquet");
        assertThat(answer(
                        "SELECT count(*) || ' ' || min(moment) || ' ' || sum(place) || ' ' || count(*) FILTER (sound) || ' '"
                                + " || count(name) || ' ' || max(name) FROM '"
                                + quoted.toString().replace("'", "''")
                                + "/*.parquet'"))
                .isEqualTo("2500 -9223372036854775808 3123750 1250 1666 n998");
        assertThat(answer("SELECT max(c) FROM (SELECT count(*) AS c FROM read_parquet('"
                        + quoted.toString().replace("'", "''") + "/*.parquet', filename = true) GROUP BY filename)"))
                .isEqualTo("1000");
    }

    @Test
    void tableWithoutRowsHasItsColumns() throws Exception {
        try (ParquetFormat format = ParquetFormat.open(1000);
                RowWriter rows = format.begin(TABLE, folder)) {
            assertThat(rows.rows()).isZero();
        }
        assertThat(answer("SELECT count(*) || ' ' || count(name) FROM '" + folder + "/*.parquet'"))
                .isEqualTo("0 0");
    }

    @Test
    void missingDirectoryFailsTheOutput() throws Exception {
        try (ParquetFormat format = ParquetFormat.open(2)) {
            RowWriter rows = format.begin(TABLE, folder.resolve("gone"));
            rows.put(1L).put(1).put(true).put("a").end();
            rows.put(1L).put(1).put(true).put("a");
            assertThatThrownBy(rows::end).isInstanceOf(IOException.class).hasMessageContaining("gone");
            rows.close();
        }
    }

    @Test
    void isFoundAsAService() throws Exception {
        try (TableFormat format = ServiceLoader.load(TableFormat.Provider.class)
                .findFirst()
                .orElseThrow()
                .open()) {
            assertThat(format).isInstanceOf(ParquetFormat.class);
        }
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static String answer(String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }
}
