package org.ticktoquote.comparison.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.outliers.CaseOutliers;
import org.ticktoquote.analysis.outliers.CauseFigures;
import org.ticktoquote.analysis.outliers.Outliers;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.comparison.matrix.AxisEffect;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.comparison.matrix.MatrixFixture;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Table;

/** Tables of causes per case and per change on one axis. */
final class CauseTablesTest {
    private static final long MS = 1_000_000;
    private static final Annualisation YEAR = Annualisation.ofOneRegime(AnnualBase.FX_WEEK, "", 12.0);

    private static CaseOutliers outliers(String name, long stopped, long queued, String... runs) {
        List<CauseFigures> causes = List.of(
                new CauseFigures("jvm-stop", "the JVM was paused", stopped / 10, stopped, null, null, 40 * MS, null),
                new CauseFigures("steal", "CPU taken", 0, 0, null, null, 0, null),
                new CauseFigures("run-queue", "without a CPU", queued / 10, queued, null, null, 8 * MS, null));
        return new CaseOutliers(name, List.of(runs), 1, 10_000, stopped + queued, 0, causes, List.of(), List.of());
    }

    private static CauseTables tables() {
        AxisEffect.Pair pair = new AxisEffect.Pair("A", "B", Map.of(), List.of(), "", "", Map.of(), Map.of());
        AxisEffect.Pair unmeasured =
                new AxisEffect.Pair("A", "C", Map.of(), List.of(), "not run", "", Map.of(), Map.of());
        AxisEffect threads = new AxisEffect("threads", "unmanaged", "auto", List.of(pair, unmeasured));
        List<CaseOutliers> cases =
                List.of(outliers("A", 100, 20, "A/run-1"), outliers("B", 0, 10, "B/run-1"), outliers("C", 0, 0));
        Outliers all = new Outliers(1, "5.00 ms", YEAR, cases, List.of());
        return new CauseTables(MatrixReportTest.matrix(List.of(), threads, List.of()), Optional.of(all), "");
    }

    private static List<String> texts(Table table, int row) {
        return table.rows().get(row).cells().stream().map(Cell::text).toList();
    }

    @Test
    void listsTheShareOfEachCausePerCase() {
        Table table = tables().byCase();
        assertThat(table.columns())
                .extracting(Table.Column::title)
                .containsExactly("all", "the JVM was paused", "without a CPU");
        assertThat(table.rows()).extracting(Table.Row::title).containsExactly("A", "B");
        assertThat(texts(table, 0)).containsExactly("1.20 %", "1.00 %", "0.20 %");
        assertThat(texts(table, 1)).containsExactly("0.10 %", MatrixTables.ABSENT.text(), "0.10 %");
        assertThat(table.rows().get(0).cells().get(1).note()).isEqualTo("10 episodes, worst 40.0 ms");
    }

    @Test
    void leavesOutRunsWithoutTickResults(@TempDir Path directory) {
        Path matrix = new MatrixFixture(directory)
                .with("PV-001", 1_000, 1_400)
                .with("PV-002", 1_500)
                .write();
        MatrixComparison comparison = MatrixComparison.of(matrix);
        assertThat(CauseTables.of(comparison, matrix).absence()).startsWith("no run has tick results");

        try (TickResults results = TickResults.create(directory.resolve("PV-001/run-2/tick-results.bin"), 1)) {
            long tick = results.append(0, 0, 0, 0, 1);
            results.setClients(tick, 9_000, 9_000, 9_000, 0);
            results.complete();
        }
        CauseTables causes = CauseTables.of(comparison, matrix);
        assertThat(causes.byCase().rows()).extracting(Table.Row::title).containsExactly("PV-001");
        assertThat(MatrixReport.of(comparison, causes, matrix).html())
                .contains("t2q analyze derives again, are left out: PV-001/run-1, PV-002/run-1.");
    }

    @Test
    void listsTheChangeOfEachCauseAlongAnAxis() {
        List<Table> tables = tables().effects();
        assertThat(tables).hasSize(1);
        assertThat(tables.get(0).rows()).hasSize(1);
        assertThat(texts(tables.get(0), 0)).containsExactly("1.20 % to 0.10 %", "1.00 % to 0 %", "0.20 % to 0.10 %");
    }
}
