package org.ticktoquote.harness.cli.matrix;

import java.io.PrintWriter;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.harness.matrix.definition.MatrixReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code t2q matrix schema}: prints the schema of a matrix, for editors. */
@Command(
        name = "schema",
        description = {"Prints the JSON Schema of matrix files, for editors."},
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  t2q matrix schema > matrix.schema.json"})
public final class MatrixSchemaCommand implements Subcommand {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        out.println(MatrixReader.schema());
        out.flush();
        return ExitStatus.OK.code();
    }
}
