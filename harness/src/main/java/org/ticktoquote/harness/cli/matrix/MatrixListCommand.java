package org.ticktoquote.harness.cli.matrix;

import java.io.PrintWriter;
import java.util.List;
import org.ticktoquote.core.command.ExitStatus;
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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code t2q matrix list}: lists the matrices that come with t2q. */
@Command(
        name = "list",
        description = {"Lists the matrices included in t2q."},
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  t2q matrix list"})
public final class MatrixListCommand implements Subcommand {
    @Spec
    private CommandSpec spec;

    @Mixin
    private final JvmPaths jvms = new JvmPaths();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        List<Row> rows = MatrixSource.BUILT_IN.stream().map(this::row).toList();
        TextTable.lines(Table.of("matrix", Column.all("cases", "about"), rows)).forEach(out::println);
        out.flush();
        return ExitStatus.OK.code();
    }

    private Row row(String name) {
        Matrix matrix = MatrixReader.read(MatrixSource.of(name), jvms::installed);
        return Row.of(name, "", List.of(Cell.count(matrix.cases().size()), Cell.text(matrix.description())));
    }
}
