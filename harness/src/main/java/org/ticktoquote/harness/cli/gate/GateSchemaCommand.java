package org.ticktoquote.harness.cli.gate;

import java.io.PrintWriter;
import org.ticktoquote.analysis.gate.GatePolicyReader;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code t2q gate schema}: prints the schema of a policy, for editors. */
@Command(
        name = "schema",
        description = {"Prints the JSON Schema of policy files, for editors."},
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  t2q gate schema > policy.schema.json"})
public final class GateSchemaCommand implements Subcommand {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        out.println(GatePolicyReader.schema());
        out.flush();
        return ExitStatus.OK.code();
    }
}
