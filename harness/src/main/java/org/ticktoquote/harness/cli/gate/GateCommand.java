package org.ticktoquote.harness.cli.gate;

import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.RunFinder;
import org.ticktoquote.comparison.gate.store.GateStore;
import org.ticktoquote.comparison.gate.store.Histories;
import org.ticktoquote.comparison.gate.store.HistoryRecord;
import org.ticktoquote.comparison.gate.store.HistoryRecord.Accepted;
import org.ticktoquote.comparison.gate.verdict.GateReport;
import org.ticktoquote.comparison.report.GateSections;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
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
        sortOptions = false,
        abbreviateSynopsis = true,
        subcommands = {
            GateRunCommand.class,
            GateCommand.GateHistoryCommand.class,
            GateCommand.GatePinCommand.class,
            GateCommand.GateForgetCommand.class,
            GateCommand.GateSchemaCommand.class
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
    private static final String ACCEPTED = "history:accepted";
    private static final String GOLDEN = "history:golden";

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
        List<GatedRun> now = runs("RUN", candidate);
        try (GateStore store = state.open()) {
            List<GatedRun> before = baseline(baseline, now, store);
            requireDifferent(before, now);
            List<GatedRun> given = Stream.concat(before.stream(), now.stream()).toList();
            Set<String> known = new TreeSet<>();
            given.forEach(run -> known.addAll(run.conditions().keySet()));
            options.requireFacts(known, fact -> known.isEmpty()); // without known conditions, any name is accepted
            GateReport report = store.decide(terms, before, now).inconclusiveAs(inconclusiveAs);
            PrintWriter printer = output();
            print(report, given, printer, out);
            return GateOptions.status(report).code();
        }
    }

    /** Reads runs by path, in execution order, without duplicates. */
    private static List<GatedRun> runs(String option, List<String> given) {
        List<GatedRun> runs = new ArrayList<>();
        given.forEach(path -> runs.addAll(RunFinder.of(path(option, path))));
        Set<String> seen = new HashSet<>();
        runs.removeIf(run -> !seen.add(run.id()));
        return RunFinder.sorted(runs);
    }

    /** Reads runs by path, or runs of the history that have the candidate's conditions. */
    private static List<GatedRun> baseline(List<String> given, List<GatedRun> candidate, GateStore store) {
        if (given.stream().noneMatch(name -> name.equals(ACCEPTED) || name.equals(GOLDEN))) {
            return runs("--baseline", given);
        }
        if (given.size() > 1) {
            throw Problem.of("--baseline")
                    .value(String.join(" ", given))
                    .expected("either " + ACCEPTED + ", " + GOLDEN + " or runs")
                    .exception();
        }
        if (given.get(0).equals(ACCEPTED)
                && candidate.stream().anyMatch(run -> run.measured() && !run.hasKnownRelease())) {
            throw Problem.of("--baseline")
                    .value(ACCEPTED)
                    .fault("needs the candidate's release, which is unknown (" + GatedRun.WHY_UNKNOWN + ")")
                    .expected("runs")
                    .exception();
        }
        List<GatedRun> named = given.get(0).equals(GOLDEN)
                ? store.histories().golden(candidate)
                : store.histories().accepted(candidate);
        if (named.isEmpty()) {
            throw Problem.of("--baseline")
                    .value(given.get(0))
                    .fault("has no run with the conditions of the candidate; see t2q gate history")
                    .exception();
        }
        return named;
    }

    private static Path path(String option, String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw Problem.of(option)
                    .value(text)
                    .fault("is not a path: " + e.getReason())
                    .exception(e);
        }
    }

    /** Refuses runs that are on both sides. */
    private static void requireDifferent(List<GatedRun> before, List<GatedRun> now) {
        Set<String> ids = new HashSet<>();
        before.forEach(run -> ids.add(run.id()));
        now.stream().filter(run -> ids.contains(run.id())).findFirst().ifPresent(run -> {
            throw Problem.of("--baseline")
                    .value(run.name())
                    .fault("is also a run of the candidate")
                    .expected("different runs")
                    .exception();
        });
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

    /** {@code t2q gate schema}: prints the schema of a policy, for editors. */
    @Command(
            name = "schema",
            description = {"Prints the JSON Schema of policy files, for editors."},
            footer = {"", "Example:", "  t2q gate schema > policy.schema.json"})
    static final class GateSchemaCommand extends Subcommand {
        @Override
        public Integer call() {
            return print(GatePolicy.schema());
        }
    }

    /** {@code t2q gate forget}: removes runs from the history. */
    @Command(
            name = "forget",
            description = {
                "Removes accepted runs and pinned releases from the history.",
                "The ledgers of gates are kept, so that a decided gate cannot be repeated until it passes."
            },
            footer = {"", "Example:", "  t2q gate forget 5d89145925ed8771"})
    static final class GateForgetCommand extends Subcommand {
        @Mixin
        private final StateOption state = new StateOption();

        @Parameters(paramLabel = "WHAT", description = "fingerprint, release or run id, as listed by t2q gate history")
        private String what = "";

        @Override
        public Integer call() {
            if (state.histories().isEmpty()) {
                throw nothing();
            }
            return print(state.change(store -> {
                Histories.Forgotten forgotten = store.histories().forget(what);
                if (forgotten.accepted() + forgotten.golden() == 0) {
                    throw nothing();
                }
                return "forgot " + CountText.of(forgotten.accepted(), "accepted run") + " and "
                        + CountText.of(forgotten.golden(), "run") + " of pinned releases";
            }));
        }

        private ProblemException nothing() {
            return Problem.of("WHAT")
                    .value(what)
                    .fault("is not in the history; see t2q gate history")
                    .exception();
        }
    }

    /** {@code t2q gate history}: lists accepted runs and pinned releases. */
    @Command(
            name = "history",
            description = {"Lists accepted runs and the pinned release of each fingerprint."},
            sortOptions = false,
            footer = {"", "Examples:", "  t2q gate history", "  t2q gate history --conditions"})
    static final class GateHistoryCommand extends Subcommand {
        @Mixin
        private final StateOption state = new StateOption();

        @Option(names = "--conditions", description = "also list the conditions of each fingerprint")
        private boolean conditions;

        @Override
        public Integer call() {
            List<HistoryRecord> all = state.histories();
            if (all.isEmpty()) {
                return print("no accepted runs yet (a PASS accepts the runs of its candidate)");
            }
            return print(all.stream().flatMap(this::lines).toList());
        }

        private Stream<String> lines(HistoryRecord history) {
            List<String> lines = new ArrayList<>();
            lines.add("fingerprint " + history.fingerprint() + ": "
                    + CountText.of(history.accepted().size(), "accepted run")
                    + (history.golden().isEmpty()
                            ? ", no release pinned"
                            : ", pinned release " + history.golden().get(0).release() + ": "
                                    + history.golden().stream()
                                            .map(each -> each.run().name())
                                            .collect(Collectors.joining(", "))));
            history.accepted().forEach(each -> lines.add("  " + line(each)));
            if (conditions) {
                state.conditions(history).forEach((name, value) -> lines.add("  " + name + ": " + value));
            }
            return lines.stream();
        }

        private static String line(Accepted accepted) {
            return accepted.run().startedAt() + "  " + accepted.release() + "  "
                    + accepted.run().id() + "  " + accepted.run().name();
        }
    }

    /** {@code t2q gate pin}: pins a release. Later releases with the same fingerprint are also compared with it. */
    @Command(
            name = "pin",
            description = {
                "Pins a release as a second baseline of later gates.",
                "Gates with the same fingerprint also compare with it, at "
                        + "twice the margins, to detect many small steps."
            },
            footer = {"", "Example:", "  t2q gate pin results/2026-11-20T141200-mine/new"})
    static final class GatePinCommand extends Subcommand {
        @Mixin
        private final StateOption state = new StateOption();

        private static final int FIRST_LOOK = GatePolicy.LOOKS.get(0);

        @Parameters(arity = "1..*", paramLabel = "RUN", description = "runs of the release, as for t2q gate")
        private List<String> runs = List.of();

        @Override
        public Integer call() {
            List<GatedRun> counted = runs("RUN", runs).stream()
                    .filter(run -> run.counts() && run.measured() && !run.duet())
                    .toList();
            if (counted.isEmpty()) {
                throw Problem.of("RUN")
                        .fault("no run counts")
                        .expected("solo runs that are not VOID")
                        .exception();
            }
            if (!counted.stream().allMatch(GatedRun::hasKnownRelease)) {
                throw Problem.of("RUN")
                        .fault("the release is unknown (" + GatedRun.WHY_UNKNOWN + ")")
                        .expected("runs of a known release")
                        .exception();
            }
            if (counted.stream().map(GatedRun::release).distinct().count() > 1
                    || counted.stream().map(GatedRun::conditions).distinct().count() > 1) {
                throw Problem.of("RUN")
                        .expected("runs of one release, made under the same conditions")
                        .exception();
            }
            return print(state.change(store -> {
                String fingerprint = store.histories().pin(counted);
                if (counted.size() < FIRST_LOOK) {
                    warn("too few runs for a gate to decide: pin at least " + FIRST_LOOK
                            + " (first look of the policies release and strict)");
                }
                return "pinned release " + counted.get(0).release() + " (" + CountText.of(counted.size(), "run")
                        + ") for fingerprint " + fingerprint;
            }));
        }
    }
}
