package org.ticktoquote.harness.cli;

import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.host.placement.ThreadChoice;
import picocli.CommandLine.Option;

/** Whether the run's threads are placed on CPUs, and how. */
@OptionGroup("Hosts and threads")
public final class ThreadOptions {
    @Option(
            names = "--threads",
            paramLabel = "PLAN",
            defaultValue = "unmanaged",
            description =
                    "unmanaged, auto (application, its JVM and t2q on CPUs of their own), managed (planned from what the"
                            + " application's threads do in the warm-up), or a YAML file; see"
                            + " docs/threads.md (default: ${DEFAULT-VALUE})")
    private String plan = "";

    ThreadChoice choice() {
        return Refusal.under("--threads", () -> ThreadChoice.of(plan));
    }

    /** As it was given. */
    public String plan() {
        return plan;
    }
}
