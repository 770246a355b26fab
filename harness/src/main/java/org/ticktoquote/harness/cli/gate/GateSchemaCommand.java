package org.ticktoquote.harness.cli.gate;

import org.ticktoquote.comparison.gate.GatePolicyReader;
import org.ticktoquote.core.command.Subcommand;
import picocli.CommandLine.Command;

/** {@code t2q gate schema}: prints the schema of a policy, for editors. */
@Command(
        name = "schema",
        description = {"Prints the JSON Schema of policy files, for editors."},
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  t2q gate schema > policy.schema.json"})
public final class GateSchemaCommand extends Subcommand {
    @Override
    public Integer call() {
        return print(GatePolicyReader.schema());
    }
}
