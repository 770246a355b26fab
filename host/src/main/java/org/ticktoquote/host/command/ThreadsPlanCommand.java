package org.ticktoquote.host.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.core.table.TextTable;
import org.ticktoquote.host.plan.PlanMaker;
import org.ticktoquote.host.plan.PlanPage;
import org.ticktoquote.host.plan.PlanScript;
import org.ticktoquote.host.plan.ThreadPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code t2q threads plan}: a plan from a thread graph, with its prediction; nothing is touched. */
@Command(
        name = "plan",
        description = {
            "Makes a plan of CPU sets from a thread graph and predicts latencies without it, with auto and with it.",
            "",
            "Changes nothing but the files that it writes. A plan that is predicted to be worse than none is refused."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  t2q threads plan graph.json --out plan.yaml --html plan.html",
            "  t2q threads plan graph.json --topology 4x8x2:ring --pin 'fix-*=2-3'"
        })
final class ThreadsPlanCommand implements Subcommand {
    @Spec
    private CommandSpec spec;

    @Mixin
    private final PlanOptions options = new PlanOptions();

    @Option(names = "--out", paramLabel = "FILE", description = "write the plan, for --threads and t2q threads apply")
    private @Nullable Path out;

    @Option(names = "--script", paramLabel = "FILE", description = "also as a shell script of taskset or cset calls")
    private @Nullable Path script;

    @Option(names = "--html", paramLabel = "FILE", description = "also as a page with a picture, one offline file")
    private @Nullable Path html;

    @Override
    public Integer call() {
        try (@Nullable OutputFile plan = OutputFile.claimIfGiven(out);
                @Nullable OutputFile shell = OutputFile.claimIfGiven(script);
                @Nullable OutputFile page = OutputFile.claimIfGiven(html)) {
            ThreadPlan made = new PlanMaker(options.model(), options.effort()).make();
            List<String> lines = new ArrayList<>(made.header());
            lines.addAll(TextTable.lines(made.table()));
            print(lines);
            if (page != null) {
                PlanPage.of(made).write(page);
            }
            Optional<String> objection = made.objection();
            if (objection.isPresent()) {
                throw Problem.ofFault(objection.get()).refusal(ExitStatus.ENVIRONMENT);
            }
            if (plan != null) {
                plan.write(made.yaml());
            }
            if (shell != null) {
                shell.write(PlanScript.of(made, String.valueOf(script)));
            }
        }
        return ExitStatus.OK.code();
    }

    private void print(List<String> lines) {
        PrintWriter output = spec.commandLine().getOut();
        lines.forEach(output::println);
        output.flush();
    }
}
