package org.ticktoquote.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the DuckDB queries of docs/export.md on the tables of a matrix of two cases whose runs have the same names. */
class DocumentedQueriesTest {
    private static final Pattern SQL = Pattern.compile("```sql\\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    @Test
    void keepRunsOfTwoCasesSeparate() throws Exception {
        table(
                "outcomes",
                "range + 1 AS tick_id, 'latest' AS attribution, 'published' AS outcome, 10 * range AS response_ns");
        table("ticks", "range + 1 AS tick_id, 1000000000 * range AS intended_ns");
        table(
                "runs WHERE range = 0",
                "0 AS t0_ns, 'VALID' AS validity, '{\"host\": {\"kernel\": \"6.1\"}}' AS manifest");
        int queries = 0;
        try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckdb.createStatement()) {
            for (String query : documented()) {
                if (query.startsWith("CREATE")) {
                    statement.execute(query);
                } else {
                    queries++;
                    assertThat(cases(statement.executeQuery(query)))
                            .as(query)
                            .containsExactly("G1/run-1", "SERIAL/run-1");
                }
            }
        }
        assertThat(queries).isEqualTo(4);
    }

    private void table(String nameAndFilter, String columns) throws Exception {
        String[] parts = nameAndFilter.split(" ", 2);
        Path table = Files.createDirectory(folder.resolve(parts[0]));
        try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckdb.createStatement()) {
            statement.execute("COPY (SELECT test_case, 'run-1' AS run, " + columns
                    + " FROM range(3), (VALUES ('G1'), ('SERIAL')) AS cases(test_case) "
                    + (parts.length > 1 ? parts[1] : "") + ") TO '" + table
                    + "' (FORMAT parquet, PARTITION_BY (test_case, run))");
        }
    }

    /** Returns the statements of all blocks except those for Spark. */
    private List<String> documented() throws Exception {
        String text = Files.readString(Path.of("../../docs/export.md")).replace("/data/pv", folder.toString());
        List<String> statements = new ArrayList<>();
        for (MatchResult block : SQL.matcher(text).results().toList()) {
            if (!block.group(1).contains("USING parquet")) {
                for (String statement : block.group(1).split(";")) {
                    if (!statement.isBlank()) {
                        statements.add(statement.strip());
                    }
                }
            }
        }
        return statements;
    }

    private static TreeSet<String> cases(ResultSet rows) throws Exception {
        TreeSet<String> cases = new TreeSet<>();
        while (rows.next()) {
            cases.add(rows.getString("test_case") + "/" + rows.getString("run"));
        }
        return cases;
    }
}
