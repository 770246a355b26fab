package org.ticktoquote.harness.cli.matrix;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.MissingPermission;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.MatrixReader;
import org.ticktoquote.harness.matrix.definition.MatrixSource;
import org.ticktoquote.harness.matrix.resolution.HostConnections;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;
import org.ticktoquote.report.table.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code t2q matrix}: shows, checks and explains test matrices. */
@Command(
        name = "matrix",
        description = {"Lists, shows and checks test matrices."},
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            MatrixCommand.MatrixListCommand.class,
            MatrixShowCommand.class,
            MatrixCommand.MatrixCheckCommand.class,
            MatrixCommand.MatrixSchemaCommand.class
        },
        footer = {
            "",
            "Examples:",
            "  t2q matrix list",
            "  t2q matrix show pv > mine.yaml        a file to edit, with every key explained",
            "  t2q matrix check mine.yaml",
            "  t2q matrix show mine.yaml --resolved --jvm zing=/opt/zing"
        })
public final class MatrixCommand extends Subcommand {
    @Override
    public Integer call() {
        throw new ParameterException(commandLine(), "a command is missing: list, show, check or schema");
    }

    /** {@code t2q matrix schema}: prints the schema of a matrix, for editors. */
    @Command(
            name = "schema",
            description = {"Prints the JSON Schema of matrix files, for editors."},
            mixinStandardHelpOptions = true,
            footer = {"", "Example:", "  t2q matrix schema > matrix.schema.json"})
    static final class MatrixSchemaCommand extends Subcommand {
        @Override
        public Integer call() {
            return print(MatrixReader.schema());
        }
    }

    /** {@code t2q matrix list}: lists the matrices included in t2q. */
    @Command(
            name = "list",
            description = {"Lists the matrices included in t2q."},
            mixinStandardHelpOptions = true,
            footer = {"", "Example:", "  t2q matrix list"})
    static final class MatrixListCommand extends Subcommand {
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

    /** {@code t2q matrix check}: reports all mistakes in matrices at once. */
    @Command(
            name = "check",
            description = {"Checks matrices and prints all problems with line and column."},
            mixinStandardHelpOptions = true,
            sortOptions = false,
            footer = {
                "",
                "Also checks JVM flags with the JVMs of this host. Ends with status 6 if no case can run here;",
                "t2q matrix show FILE --resolved gives the reason for each case.",
                "",
                "Example:",
                "  t2q matrix check mine.yaml"
            })
    static final class MatrixCheckCommand extends Subcommand {
        @Parameters(arity = "1..*", paramLabel = "NAME|FILE", description = "pv, pv-full, jvm, or files")
        private List<String> matrices = List.of();

        @Mixin
        private final JvmPaths jvms = new JvmPaths();

        @Override
        public Integer call() {
            PrintWriter out = output();
            List<ProblemException> problems = new ArrayList<>();
            for (String name : matrices) {
                try {
                    Matrix matrix = MatrixReader.check(MatrixSource.of(name), jvms::installed);
                    int cases = matrix.cases().size();
                    ResolvedMatrix here = HostConnections.query(jvms.installed(), resolver -> resolver.of(matrix));
                    if (here.ready().isEmpty()) {
                        problems.add(noneRunsHere(name, here));
                    } else {
                        out.println(name + ": " + CountText.of(cases, "case") + ", "
                                + CountText.of((long) cases * matrix.repeats(), "run") + ", no problems");
                    }
                } catch (ProblemException refusal) {
                    problems.add(refusal);
                }
            }
            out.flush();
            if (!problems.isEmpty()) {
                throw new ProblemException(
                        MissingPermission.status(problems),
                        problems.stream()
                                .flatMap(each -> each.problems().stream())
                                .toList());
            }
            return ExitStatus.OK.code();
        }

        private static ProblemException noneRunsHere(String name, ResolvedMatrix here) {
            List<Problem> reasons =
                    new ArrayList<>(List.of(Problem.of(name).fault("no case of the matrix can run here")));
            here.notRun()
                    .forEach(cell ->
                            reasons.add(Problem.of(name).fault(cell.testCase().name() + ": " + cell.reason())));
            return new ProblemException(ExitStatus.ENVIRONMENT, reasons);
        }
    }
}
