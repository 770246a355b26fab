package org.ticktoquote.harness.cli.matrix;

import org.ticktoquote.core.command.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** {@code t2q matrix}: shows, checks and explains test matrices. */
@Command(
        name = "matrix",
        description = {"Lists, shows and checks test matrices."},
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            MatrixListCommand.class,
            MatrixShowCommand.class,
            MatrixCheckCommand.class,
            MatrixSchemaCommand.class
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
}
