package org.ticktoquote.harness.cli.matrix;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.MatrixReader;
import org.ticktoquote.harness.matrix.definition.MatrixSource;
import org.ticktoquote.harness.matrix.resolution.HostConnections;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;
import org.ticktoquote.host.jvm.InstalledJvms.Jvm;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code t2q matrix show}: prints a matrix as written, or as it would run here. */
@Command(
        name = "show",
        description = {"Prints a matrix with its comments, or its cases on this host."},
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  t2q matrix show pv > mine.yaml",
            "  t2q matrix show pv --resolved",
            "  t2q matrix show pv --resolved --jvm zing=/opt/zing --json"
        })
public final class MatrixShowCommand extends Subcommand {
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
        int name =
                width(cells.cells().stream().map(cell -> cell.testCase().name()).toList());
        int words =
                width(cells.cells().stream().map(cell -> cell.testCase().text()).toList());
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
