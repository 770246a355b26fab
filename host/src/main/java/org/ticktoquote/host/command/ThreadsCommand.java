package org.ticktoquote.host.command;

import org.ticktoquote.core.command.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code t2q threads}: threads of a running process, observed, placed by a plan, verified and restored. */
@Command(
        name = "threads",
        description = {
            "Threads on CPUs: observed, planned, applied to a running process, verified and restored.",
            "",
            "t2q run --threads PLAN does the same for the time of a run."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        subcommands = {
            ThreadsPlanCommand.class,
            ThreadsExplainCommand.class,
            ThreadsObserveCommand.class,
            ThreadsApplyCommand.class,
            ThreadsVerifyCommand.class,
            ThreadsRestoreCommand.class,
            ThreadsVerifyLogCommand.class
        },
        footer = {
            "",
            "Examples:",
            "  t2q threads plan graph.json --out plan.yaml        predicts, and changes nothing",
            "  t2q threads apply bank.yaml --pid 4711 --dry-run   which rule takes which thread",
            "  t2q threads apply bank.yaml --pid 4711             Ctrl-C restores",
            "  t2q threads restore --pid 4711                     after a crash of t2q"
        })
public final class ThreadsCommand implements Subcommand {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(),
                "Missing subcommand: " + String.join(", ", spec.subcommands().keySet()));
    }
}
