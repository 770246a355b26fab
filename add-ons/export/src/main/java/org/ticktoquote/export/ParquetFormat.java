package org.ticktoquote.export;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;
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
}
