package org.ticktoquote.harness.cli.gate;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.store.GateStore;
import org.ticktoquote.comparison.gate.verdict.GateReport;
import org.ticktoquote.comparison.report.GateSections;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code t2q gate}: compares existing runs of two releases and decides. */
@Command(
        name = "gate",
        description = {
            "Decides from runs whether a release is worse than its baseline.",
            "The verdict is PASS, FAIL, INCONCLUSIVE or REFUSED."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        subcommands = {
            GateRunCommand.class,
            GateHistoryCommand.class,
            GatePinCommand.class,
            GateForgetCommand.class,
            GateSchemaCommand.class
        },
        exitCodeListHeading = "%nExit statuses:%n",
        exitCodeList = {
            "0:PASS: not worse by more than a margin",
            "4:FAIL: worse",
            "7:INCONCLUSIVE: undecided by these runs",
            "8:REFUSED: the runs were made under different conditions",
            "others:no verdict; see t2q --help-all"
        },
        footer = {
            "",
            "RUN: directory of a run, of a matrix case (results/TIME-pv/PV-001), or of several runs.",
            "",
            "Examples:",
            "  t2q gate new/run-1 new/run-2 new/run-3 --baseline old/run-1 old/run-2 old/run-3",
            "  t2q gate results/2026-11-20T141200-mine/new --baseline results/2026-11-20T141200-mine/old",
            "  t2q gate new --baseline old --policy strict --out verdict",
            "  t2q gate new --baseline history:accepted"
        })
@OptionGroup("Runs")
public final class GateCommand extends Subcommand {
    @Parameters(arity = "0..*", paramLabel = "RUN", description = "runs of the candidate release")
    private List<String> candidate = List.of();

    @Option(
            names = "--baseline",
            arity = "1..*",
            paramLabel = "RUN",
            description = "runs of the baseline release; or history:accepted or history:golden, the "
                    + "runs accepted last or pinned under the candidate's conditions")
    private List<String> baseline = List.of();

    @Mixin
    private final GateOptions options = new GateOptions();

    @Mixin
    private final StateOption state = new StateOption();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "directory to which the verdict is also written: gate.json, gate.md, gate.xml (JUnit), gate.html")
    private @Nullable Path out;

    @Override
    public Integer call() {
        if (candidate.isEmpty()) {
            throw Problem.of("RUN")
                    .expected("runs of the candidate, before --baseline")
                    .exception();
        }
        if (baseline.isEmpty()) {
            throw Problem.of("--baseline").expected("runs of the baseline").exception();
        }
        String inconclusiveAs = options.inconclusiveAs();
        GateStore.Terms terms = options.terms();
        List<GatedRun> now = NamedRuns.of("RUN", candidate);
        try (GateStore store = state.open()) {
            List<GatedRun> before = NamedRuns.baseline(baseline, now, store);
            NamedRuns.requireDifferent(before, now);
            List<GatedRun> given = Stream.concat(before.stream(), now.stream()).toList();
            Set<String> known = new TreeSet<>();
            given.forEach(run -> known.addAll(run.conditions().keySet()));
            options.requireFacts(known, fact -> known.isEmpty()); // accepted if nothing was measured
            GateReport report = store.decide(terms, before, now).inconclusiveAs(inconclusiveAs);
            PrintWriter printer = output();
            print(report, given, printer, out);
            return GateOptions.status(report).code();
        }
    }

    /** Prints the verdict, and writes files to a folder if there is one. */
    static void print(GateReport report, List<GatedRun> given, PrintWriter out, @Nullable Path folder) {
        Report page = GateSections.of(report, folder == null ? List.of() : given);
        if (folder != null) {
            GateSections.write(report, page, folder);
        }
        page.lines().forEach(out::println);
        if (folder != null) {
            out.println();
            out.println("verdict: " + folder.resolve(GateReport.FILE));
            out.println("page:    " + folder.resolve(GateSections.PAGE));
        }
        out.flush();
    }
}
