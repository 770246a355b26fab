package org.ticktoquote.harness.cli.matrix;

import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.harness.matrix.definition.MatrixReader;
import picocli.CommandLine.Command;

/** {@code t2q matrix schema}: prints the schema of a matrix, for editors. */
@Command(
        name = "schema",
        description = {"Prints the JSON Schema of matrix files, for editors."},
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  t2q matrix schema > matrix.schema.json"})
public final class MatrixSchemaCommand extends Subcommand {
    @Override
    public Integer call() {
        return print(MatrixReader.schema());
    }
}
