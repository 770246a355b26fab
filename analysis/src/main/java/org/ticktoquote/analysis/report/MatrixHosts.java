package org.ticktoquote.analysis.report;

import java.util.stream.Stream;
import org.ticktoquote.analysis.matrix.CaseComparison;
import org.ticktoquote.analysis.matrix.CaseHost;
import org.ticktoquote.analysis.matrix.MatrixComparison;
import org.ticktoquote.analysis.report.Table.Cell;
import org.ticktoquote.analysis.report.Table.Column;
import org.ticktoquote.analysis.report.Table.Row;

/** On what the application of each case ran, and how it was reached. */
final class MatrixHosts {
    private MatrixHosts() {}

    /** A row for each case that has a run. */
    static Table of(MatrixComparison comparison) {
        return new Table(
                "hosts",
                "Hosts",
                "Of the application, as the runs that count state it.",
                "case",
                Stream.of("kernel", "CPU", "CPUs", "clock source", "path")
                        .map(title -> new Column(title, ""))
                        .toList(),
                comparison.cases().stream()
                        .filter(one -> one.absence().isEmpty())
                        .map(MatrixHosts::row)
                        .toList());
    }

    private static Row row(CaseComparison one) {
        CaseHost host = one.host();
        return Row.of(
                one.name(),
                "",
                Stream.of(host.kernel(), host.cpuModel(), host.cpus(), host.clockSource(), host.path())
                        .map(value -> Cell.text(value.isEmpty() ? LatencyText.NOTHING : value))
                        .toList());
    }
}
