package org.ticktoquote.harness.cli.matrix;

import java.util.List;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.MatrixReader;
import org.ticktoquote.harness.matrix.definition.MatrixSource;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;
import org.ticktoquote.report.table.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code t2q matrix list}: lists the matrices included in t2q. */
@Command(
        name = "list",
        description = {"Lists the matrices included in t2q."},
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  t2q matrix list"})
public final class MatrixListCommand extends Subcommand {
    @Mixin
    private final JvmPaths jvms = new JvmPaths();

    @Override
    public Integer call() {
        List<Row> rows = MatrixSource.BUILT_IN.stream().map(this::row).toList();
        return print(TextTable.lines(Table.of("matrix", Column.all("cases", "about"), rows)));
    }

    private Row row(String name) {
        Matrix matrix = MatrixReader.read(MatrixSource.of(name), jvms::installed);
        return Row.of(name, "", List.of(Cell.count(matrix.cases().size()), Cell.text(matrix.description())));
    }
}
