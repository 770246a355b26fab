package org.ticktoquote.harness.cli.matrix;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.core.command.Denial;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.MatrixReader;
import org.ticktoquote.harness.matrix.definition.MatrixSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code t2q matrix check}: everything that is wrong with matrices, at once. */
@Command(
        name = "check",
        description = "Checks matrices: every problem of every file at once, with line and column.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Whether its cases can run here is another question: t2q matrix show FILE --resolved",
            "",
            "Example:",
            "  t2q matrix check mine.yaml"
        })
public final class MatrixCheckCommand implements Subcommand {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "NAME|FILE", description = "pv, pv-full, jvm, or files")
    private List<String> matrices = List.of();

    @Mixin
    private final JvmPaths jvms = new JvmPaths();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        List<Refusal> problems = new ArrayList<>();
        for (String name : matrices) {
            try {
                Matrix matrix = MatrixReader.read(MatrixSource.of(name), jvms::installed);
                int cases = matrix.cases().size();
                out.println(name + ": " + cases + (cases == 1 ? " case, " : " cases, ") + cases * matrix.repeats()
                        + (cases * matrix.repeats() == 1 ? " run" : " runs") + ", no problem");
            } catch (Refusal refusal) {
                problems.add(refusal);
            }
        }
        out.flush();
        if (!problems.isEmpty()) {
            throw new Refusal(
                    Denial.status(problems),
                    problems.stream().flatMap(each -> each.problems().stream()).toList());
        }
        return ExitStatus.OK.code();
    }
}
