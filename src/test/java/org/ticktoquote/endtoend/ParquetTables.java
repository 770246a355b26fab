package org.ticktoquote.endtoend;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** Opens an export in DuckDB from the shipped jar, with one view per table. */
final class ParquetTables implements AutoCloseable {
    private final URLClassLoader loader;
    private final Connection connection;

    private ParquetTables(URLClassLoader loader, Connection connection) {
        this.loader = loader;
        this.connection = connection;
    }

    static ParquetTables of(Path export) throws Exception {
        URL jar = T2qProcess.jar().resolveSibling("t2q-export.jar").toUri().toURL();
        URLClassLoader loader = new URLClassLoader(new URL[] {jar});
        Driver driver = (Driver) Class.forName("org.duckdb.DuckDBDriver", true, loader)
                .getConstructor()
                .newInstance();
        ParquetTables tables = new ParquetTables(loader, driver.connect("jdbc:duckdb:", new Properties()));
        for (String table : List.of("runs", "ticks", "snapshots", "outcomes")) {
            tables.execute("CREATE VIEW " + table + " AS SELECT * FROM read_parquet('" + export.resolve(table)
                    + "/**/*.parquet', hive_partitioning = true)");
        }
        return tables;
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Returns the only value of a query. */
    long number(String sql) throws SQLException {
        return Long.parseLong(texts(sql).get(0));
    }

    /** Returns the values of the first column. */
    List<String> texts(String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    @Override
    public void close() throws Exception {
        connection.close();
        loader.close();
    }
}
