package org.ticktoquote.export;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.export.ExportTable;
import org.ticktoquote.analysis.export.RowWriter;
import org.ticktoquote.analysis.export.TableFormat;

/**
 * Parquet with version 2 data pages (delta-encoded integers) and zstd compression.
 *
 * <p>Collects up to {@value #ROWS_PER_FILE} rows in an in-memory DuckDB, then writes them as one file. Does not use the
 * network or other files. For one thread.
 */
public final class ParquetFormat implements TableFormat {
    /** Rows in memory at a time, less than 200 MB for the widest table. */
    private static final int ROWS_PER_FILE = 1 << 20;

    private static final List<String> SETTINGS = List.of(
            "SET autoinstall_known_extensions = false",
            "SET autoload_known_extensions = false",
            "SET memory_limit = '512MB'",
            "SET temp_directory = ''");

    private final DuckDBConnection connection;
    private final int rowsPerFile;

    private ParquetFormat(DuckDBConnection connection, int rowsPerFile) {
        this.connection = connection;
        this.rowsPerFile = rowsPerFile;
    }

    /** Opens an in-memory DuckDB. */
    public static ParquetFormat open() throws IOException {
        return open(ROWS_PER_FILE);
    }

    static ParquetFormat open(int rowsPerFile) throws IOException {
        try {
            Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
            ParquetFormat format = new ParquetFormat(connection.unwrap(DuckDBConnection.class), rowsPerFile);
            for (String setting : SETTINGS) {
                format.execute(setting);
            }
            return format;
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** Converts a DuckDB error to an I/O error. */
    static IOException failure(SQLException e) {
        return new IOException(String.valueOf(e.getMessage()), e);
    }

    void execute(String sql) throws IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    @Override
    public RowWriter begin(ExportTable table, Path folder) throws IOException {
        return new ParquetRows(this, connection, table, folder, rowsPerFile);
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** Writes the rows of one table to {@code part-00000.parquet}, {@code part-00001.parquet} ... in a folder. */
    private static final class ParquetRows implements RowWriter {
        private static final String STAGED = "staged";
        private static final String STORED = " (FORMAT parquet, PARQUET_VERSION v2, COMPRESSION zstd)";

        private final ParquetFormat engine;
        private final DuckDBConnection connection;
        private final Path folder;
        private final String columns;
        private final int rowsPerFile;
        private @Nullable DuckDBAppender appender;
        private int staged;
        private int files;
        private long rows;
        private boolean rowBegun;
        private boolean failed;

        ParquetRows(ParquetFormat engine, DuckDBConnection connection, ExportTable table, Path folder, int rowsPerFile)
                throws IOException {
            this.engine = engine;
            this.connection = connection;
            this.folder = folder;
            this.rowsPerFile = rowsPerFile;
            this.columns = table.columns().stream()
                    .map(column -> column.name() + " " + type(column.type()))
                    .collect(Collectors.joining(", "));
            stage();
        }

        private static String type(ExportTable.Type type) {
            return switch (type) {
                case LONG -> "BIGINT";
                case INT -> "INTEGER";
                case FLAG -> "BOOLEAN";
                case TEXT -> "VARCHAR";
            };
        }

        /** Creates an empty table and frees the memory of the previous one. */
        private void stage() throws IOException {
            engine.execute("CREATE OR REPLACE TABLE " + STAGED + " (" + columns + ")");
            staged = 0;
            try {
                appender = connection.createAppender(STAGED);
            } catch (SQLException e) {
                throw failure(e);
            }
        }

        private DuckDBAppender row() throws SQLException {
            DuckDBAppender open = appender;
            if (open == null) {
                throw new SQLException("the writer is closed");
            }
            if (rowBegun) {
                return open;
            }
            rowBegun = true;
            return open.beginRow();
        }

        private IOException failure(SQLException e) {
            failed = true;
            return ParquetFormat.failure(e);
        }

        /** Action on the current row. */
        private interface Step {
            void on(DuckDBAppender row) throws SQLException;
        }

        private RowWriter append(Step step) throws IOException {
            try {
                step.on(row());
                return this;
            } catch (SQLException e) {
                throw failure(e);
            }
        }

        @Override
        public RowWriter put(long value) throws IOException {
            return append(row -> row.append(value));
        }

        @Override
        public RowWriter put(int value) throws IOException {
            return append(row -> row.append(value));
        }

        @Override
        public RowWriter put(boolean value) throws IOException {
            return append(row -> row.append(value));
        }

        @Override
        public RowWriter put(@Nullable String value) throws IOException {
            return value == null ? absent() : append(row -> row.append(value));
        }

        @Override
        public RowWriter absent() throws IOException {
            return append(DuckDBAppender::appendNull);
        }

        @Override
        public void end() throws IOException {
            append(DuckDBAppender::endRow);
            rowBegun = false;
            rows++;
            staged++;
            if (staged == rowsPerFile) {
                store();
                stage();
            }
        }

        /** Writes the staged rows to a file. */
        private void store() throws IOException {
            closeAppender();
            failed = true; // prevents a second attempt in close() if this one fails
            Path file = folder.resolve(String.format(Locale.ROOT, "part-%05d.parquet", files));
            files++;
            engine.execute("COPY " + STAGED + " TO '" + file.toString().replace("'", "''") + "'" + STORED);
            failed = false;
        }

        private void closeAppender() throws IOException {
            DuckDBAppender open = appender;
            appender = null;
            if (open != null) {
                try {
                    open.close();
                } catch (SQLException e) {
                    throw failure(e);
                }
            }
        }

        @Override
        public long rows() {
            return rows;
        }

        @Override
        public void close() throws IOException {
            if (!failed && !rowBegun && (staged > 0 || files == 0)) {
                store();
            }
            closeAppender();
            engine.execute("DROP TABLE IF EXISTS " + STAGED);
        }
    }

    /** Service provider of the format for {@code t2q export}. */
    public static final class Provider implements TableFormat.Provider {
        @Override
        public TableFormat open() throws IOException {
            return ParquetFormat.open();
        }
    }
}
