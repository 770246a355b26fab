package org.ticktoquote.harness.cli.matrix;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.MatrixReader;
import org.ticktoquote.harness.matrix.definition.MatrixSource;
import org.ticktoquote.harness.matrix.resolution.HostConnections;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;
import org.ticktoquote.host.jvm.InstalledJvms;
import org.ticktoquote.host.jvm.InstalledJvms.Jvm;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;
import org.ticktoquote.report.table.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code t2q matrix}: shows, checks and explains test matrices. */
@Command(
        name = "matrix",
        description = {"Lists, shows and checks test matrices."},
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            MatrixCommand.MatrixListCommand.class,
            MatrixCommand.MatrixShowCommand.class,
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
                        IoReason.status(problems),
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

    /** {@code t2q matrix show}: prints a matrix as written, or as it would run here. */
    @Command(
            name = "show",
            description = {"Prints a matrix with its comments, or its cases on this host."},
            sortOptions = false,
            footer = {
                "",
                "Examples:",
                "  t2q matrix show pv > mine.yaml",
                "  t2q matrix show pv --resolved",
                "  t2q matrix show pv --resolved --jvm zing=/opt/zing --json"
            })
    static final class MatrixShowCommand extends Subcommand {
        @Parameters(paramLabel = "NAME|FILE", description = "pv, pv-full, jvm, or a file")
        private String matrix = "";

        @Option(
                names = "--resolved",
                description = "print host and JVM of each case, or the reason why it cannot run on this host")
        private boolean resolved;

        @Option(names = "--json", description = "with --resolved: print JSON")
        private boolean json;

        @Mixin
        private final JvmPaths jvms = new JvmPaths();

        @Override
        public Integer call() {
            if (json && !resolved) {
                throw Problem.of("--json").expected("only with --resolved").exception();
            }
            MatrixSource source = MatrixSource.of(matrix);
            if (resolved) {
                Matrix read = MatrixReader.read(source, jvms::installed);
                ResolvedMatrix cells = HostConnections.query(jvms.installed(), resolver -> resolver.of(read));
                return json ? print(cells.json()) : print(lines(cells));
            }
            output().print(source.text());
            return print(List.of());
        }

        /** Returns a line about the matrix and a line for each case. */
        private static List<String> lines(ResolvedMatrix cells) {
            Matrix whole = cells.matrix();
            int runs = cells.ready().size() * whole.repeats();
            List<String> lines = new ArrayList<>();
            lines.add(whole.name() + ": " + CountText.of(whole.cases().size(), "case") + ", "
                    + cells.ready().size() + " can run here, "
                    + (whole.repeats() == 1 ? "once" : whole.repeats() + " times") + " each: "
                    + CountText.of(runs, "run") + "; baseline " + whole.baseline());
            int name = width(
                    cells.cells().stream().map(cell -> cell.testCase().name()).toList());
            int words = width(
                    cells.cells().stream().map(cell -> cell.testCase().text()).toList());
            for (ResolvedCase cell : cells.cells()) {
                lines.add(String.format(
                        Locale.ROOT,
                        "%-" + name + "s  %-" + words + "s  %s",
                        cell.testCase().name(),
                        cell.testCase().text(),
                        outcome(cell)));
            }
            return lines;
        }

        private static int width(List<String> texts) {
            return texts.stream().mapToInt(String::length).max().orElse(1);
        }

        private static String outcome(ResolvedCase cell) {
            if (cell instanceof ResolvedCase.NotRun notRun) {
                return "not run: " + notRun.reason();
            }
            ResolvedCase.Ready ready = (ResolvedCase.Ready) cell;
            String passedOver =
                    ready.passedOver().isEmpty() ? "" : " (passed over: " + String.join("; ", ready.passedOver()) + ")";
            return "runs on " + ready.host().name() + ": " + describe(ready.jvm()) + passedOver;
        }

        private static String describe(@Nullable Jvm jvm) {
            return jvm == null ? "the application's own JVM" : jvm.description();
        }
    }

    /** JVMs that the user gives for profiles, and the host's JVMs, which are detected on first use. */
    private static final class JvmPaths {
        @Option(
                names = "--jvm",
                paramLabel = "NAME=PATH",
                description = "home or executable of a JVM profile of the matrix; repeatable")
        private Map<String, Path> given = new LinkedHashMap<>();

        private @Nullable InstalledJvms found;

        InstalledJvms installed() {
            InstalledJvms jvms = found == null ? InstalledJvms.find(given) : found;
            found = jvms;
            return jvms;
        }
    }
}
