package org.ticktoquote.harness.cli.matrix;

import java.io.PrintWriter;
import java.util.Locale;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.MatrixReader;
import org.ticktoquote.harness.matrix.definition.MatrixSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code t2q matrix list}: the matrices that come with the product. */
@Command(
        name = "list",
        description = "Lists the matrices that come with t2q.",
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
        for (String name : MatrixSource.BUILT_IN) {
            Matrix matrix = MatrixReader.read(MatrixSource.of(name), jvms::installed);
            out.println(String.format(
                    Locale.ROOT, "%-10s %3d cases  %s", name, matrix.cases().size(), matrix.description()));
        }
        out.flush();
        return ExitStatus.OK.code();
    }
}
