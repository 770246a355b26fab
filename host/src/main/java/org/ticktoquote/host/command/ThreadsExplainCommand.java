package org.ticktoquote.host.command;

import java.nio.file.Path;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.machine.Topology;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.plan.ManagedPlan;
import org.ticktoquote.host.plan.PlanRules;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.LiveHost;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code t2q threads explain}: why a thread has its CPUs. */
@Command(
        name = "explain",
        description = {
            "Says in one sentence why a thread gets its CPUs.",
            "",
            "By a plan's file, which holds the reasons; or by a graph, of which a plan for this machine is made first."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Examples:", "  t2q threads explain plan.yaml pricing-3"})
final class ThreadsExplainCommand implements Subcommand {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "PLAN|GRAPH", description = "plan (.yaml) or thread graph (.json)")
    private Path file = Path.of("");

    @Parameters(index = "1", paramLabel = "THREAD", description = "name of a thread of the application")
    private String thread = "";

    @Override
    public Integer call() {
        Host host = new LiveHost();
        String sentence;
        if (file.toString().endsWith(".json")) {
            try (Progress progress = Progress.onStandardError()) {
                sentence = ManagedPlan.make(ThreadGraph.read(file), host, progress::update)
                        .explain(thread);
            }
        } else {
            ThreadChoice plan = ThreadChoice.ofPlan(file.toString(), YamlFile.text(file));
            sentence = PlanRules.explain(plan, Topology.read(host), thread);
        }
        spec.commandLine().getOut().println(sentence);
        return ExitStatus.OK.code();
    }
}
