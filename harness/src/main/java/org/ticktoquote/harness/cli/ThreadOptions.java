package org.ticktoquote.harness.cli;

import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.host.placement.ThreadChoice;
import picocli.CommandLine.Option;

/** Option that selects the placement of the run's threads on CPUs. */
@OptionGroup("Hosts and threads")
public final class ThreadOptions {
    @Option(
            names = "--threads",
            paramLabel = "PLAN",
            defaultValue = "unmanaged",
            description = "CPU plan: unmanaged, auto, managed or YAML file (default: ${DEFAULT-VALUE})")
    private String plan = "";

    ThreadChoice choice() {
        return ProblemException.under("--threads", () -> ThreadChoice.of(plan));
    }

    /** Plan as given. */
    public String plan() {
        return plan;
    }
}
