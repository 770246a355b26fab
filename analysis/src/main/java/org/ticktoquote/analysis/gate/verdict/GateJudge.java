package org.ticktoquote.analysis.gate.verdict;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.gate.DuetResult;
import org.ticktoquote.analysis.gate.EarlierSpread;
import org.ticktoquote.analysis.gate.Gate;
import org.ticktoquote.analysis.gate.GateDecision;
import org.ticktoquote.analysis.gate.GateFingerprint;
import org.ticktoquote.analysis.gate.GateInput;
import org.ticktoquote.analysis.gate.GatePolicy;
import org.ticktoquote.analysis.gate.GateRun;
import org.ticktoquote.analysis.gate.GateStatistic;
import org.ticktoquote.analysis.gate.SmallestEffect;
import org.ticktoquote.analysis.gate.SoloRuns;
import org.ticktoquote.analysis.gate.StatisticResult;
import org.ticktoquote.analysis.gate.runs.GatedRun;
import org.ticktoquote.analysis.gate.runs.GatedRun.Standing;
import org.ticktoquote.analysis.gate.runs.RunConditions;
import org.ticktoquote.analysis.gate.runs.RunFolders;
import org.ticktoquote.analysis.statistics.ClientStatistics;

/** Answers a gate's question: compares conditions, counts runs, decides, and says what else is known. Pure. */
public final class GateJudge {
    /** Of every number that is written: what is beyond says nothing, and may be another one on another machine. */
    private static final MathContext DIGITS = new MathContext(9);

    private static final int GOLDEN_MARGINS = 2;

    private final GateQuestion question;
    private final GatePolicy policy;
    private final List<GatedRun> baseline;
    private final List<GatedRun> candidate;
    private final Optional<DuetRuns> duet;

    private GateJudge(GateQuestion question) {
        this.question = question;
        this.policy = question.policy();
        this.baseline = question.baseline().stream().filter(GatedRun::counts).toList();
        this.candidate = question.candidate().stream().filter(GatedRun::counts).toList();
        this.duet = DuetRuns.of(baseline, candidate);
    }

    /** The verdict, not entered in any ledger. */
    public static GateReport judge(GateQuestion question) {
        return new GateJudge(question).report();
    }

    private GateReport report() {
        List<String> differences = differences();
        GateDecision decision = decide(differences);
        return new GateReport(
                GateReport.FORMAT_VERSION,
                new GateReport.Decision(
                        decision.verdict(),
                        GateReport.INCONCLUSIVE,
                        decision.look(),
                        decision.nextLook(),
                        decision.reasons()),
                policy,
                side(question.baseline(), false, decision.look()),
                side(question.candidate(), true, decision.look()),
                rounded(decision.statistics()),
                new GateReport.Conditions(differences, List.copyOf(question.mayDiffer()), question.forced()),
                new GateReport.Memory(history(), golden(), null),
                duet.map(runs -> duet(runs, decision.nextSolo())).orElse(null));
    }

    private GateReport.Duet duet(DuetRuns runs, int nextSolo) {
        return new GateReport.Duet(
                Math.min(runs.baseline().size(), runs.candidate().size()),
                nextSolo,
                runs.pairs().stream().map(this::ratios).toList());
    }

    private GateReport.Pair ratios(DuetRuns.Pair pair) {
        GateRun before = figures(pair.baseline(), run -> run.latest(policy.thresholdNs()));
        GateRun now = figures(pair.candidate(), run -> run.latest(policy.thresholdNs()));
        Map<GateStatistic, Double> ratios = new EnumMap<>(GateStatistic.class);
        before.logs().forEach((statistic, log) -> {
            Double other = now.logs().get(statistic);
            if (other != null) {
                ratios.put(statistic, rounded(StrictMath.exp(other - log)));
            }
        });
        return new GateReport.Pair(before.name(), now.name(), ratios);
    }

    /** One that the failure of the run beside it ended has no figures and has lost nothing. */
    private static GateRun figures(@Nullable GatedRun run, Function<GatedRun, GateRun> of) {
        return run == null ? new GateRun("", Map.of(), 0, 0, 0L) : of.apply(run);
    }

    private GateDecision decide(List<String> differences) {
        Gate gate = new Gate(duet.isPresent() ? policy.ofDuet() : policy);
        GateDecision latest = gate.decide(input(differences, run -> run.latest(policy.thresholdNs())));
        boolean two = Stream.concat(baseline.stream(), candidate.stream()).anyMatch(GatedRun::hasTwoBounds);
        return two
                ? gate.decide(
                        input(differences, run -> run.latest(policy.thresholdNs())),
                        input(differences, run -> run.soonest(policy.thresholdNs())))
                : latest;
    }

    private GateInput input(List<String> differences, Function<GatedRun, GateRun> of) {
        return duet.map(runs -> paired(runs, differences, of))
                .orElseGet(() -> input(
                        baseline.stream().map(of).toList(),
                        candidate.stream().map(of).toList(),
                        question.history().stream().map(of).toList(),
                        differences));
    }

    private GateInput input(List<GateRun> before, List<GateRun> now, List<GateRun> history, List<String> differences) {
        return new GateInput(
                before,
                now,
                history,
                voids(question.baseline()),
                voids(question.candidate()),
                differences,
                question.forced());
    }

    private GateInput paired(DuetRuns runs, List<String> differences, Function<GatedRun, GateRun> of) {
        return input(
                        runs.pairs().stream()
                                .map(pair -> figures(pair.baseline(), of))
                                .toList(),
                        runs.pairs().stream()
                                .map(pair -> figures(pair.candidate(), of))
                                .toList(),
                        List.of(),
                        differences)
                .asDuet(new SoloRuns(
                        runs.baseline().stream().map(of).toList(),
                        runs.candidate().stream().map(of).toList()));
    }

    private static int voids(List<GatedRun> runs) {
        return (int)
                runs.stream().filter(run -> run.standing() == Standing.VOID).count();
    }

    /** Where one side has no figures nothing can be compared, and the decision says so. */
    private List<String> differences() {
        List<GatedRun> before = baseline.stream().filter(GatedRun::measured).toList();
        List<GatedRun> now = candidate.stream().filter(GatedRun::measured).toList();
        List<String> differences = new ArrayList<>();
        several("baseline", before).ifPresent(differences::add);
        several("candidate", now).ifPresent(differences::add);
        if (duet.isEmpty()) {
            differences.addAll(differences(before, now));
        } else {
            differences.addAll(differences(
                    before.stream().filter(GatedRun::duet).toList(),
                    now.stream().filter(GatedRun::duet).toList()));
            differences(duet.get().baseline(), duet.get().candidate())
                    .forEach(each -> differences.add("solo runs, " + each));
        }
        return differences;
    }

    private List<String> differences(List<GatedRun> before, List<GatedRun> now) {
        return before.isEmpty() || now.isEmpty()
                ? List.of()
                : GateFingerprint.objections(
                        RunFolders.facts(before, GatedRun::conditions),
                        RunFolders.facts(now, GatedRun::conditions),
                        question.mayDiffer());
    }

    /** Runs of one side are of one application: the same command, and the same content of its files. */
    private static Optional<String> several(String side, List<GatedRun> runs) {
        String command = "application";
        String files = "content of the application's files";
        List<GateFingerprint.Facts> facts =
                RunFolders.facts(runs, run -> Map.of(command, run.application(), files, run.release()));
        return GateFingerprint.objection(side, command, facts)
                .or(() -> GateFingerprint.objection(side, files, facts));
    }

    private GateSide side(List<GatedRun> runs, boolean ofCandidate, int look) {
        List<GatedRun> counted = runs.stream().filter(GatedRun::counts).toList();
        List<GateSide.Run> shown = new ArrayList<>();
        List<GateSide.Unused> leftOut = new ArrayList<>(unused(runs, Standing.LEFT_OUT));
        if (duet.isEmpty()) {
            for (int i = 0; i < counted.size(); i++) {
                shown.add(run(counted.get(i), i < look));
            }
        } else {
            DuetRuns known = duet.get();
            for (int i = 0; i < known.pairs().size(); i++) {
                GatedRun run = known.pairs().get(i).of(ofCandidate);
                if (run != null) {
                    shown.add(ratioOnly(run(run, i < look)));
                }
            }
            known.solo(ofCandidate).forEach(run -> shown.add(ratioOnly(run(run, look > 0))));
            counted.stream()
                    .filter(known::half)
                    .forEach(run -> leftOut.add(new GateSide.Unused(run.name(), "the run beside it does not count")));
        }
        GatedRun known = runs.stream()
                .filter(run -> !run.application().isEmpty())
                .findFirst()
                .orElse(null);
        return new GateSide(
                known == null ? "" : known.application(),
                known == null ? "" : known.release(),
                shown,
                unused(runs, Standing.VOID),
                leftOut);
    }

    /** Two applications at once are slower than either alone: only their ratio says something. */
    private static GateSide.Run ratioOnly(GateSide.Run run) {
        return new GateSide.Run(
                run.name(), run.id(), run.startedAt(), run.used(), run.ticks(), run.lost(), null, Map.of(), List.of());
    }

    private static List<GateSide.Unused> unused(List<GatedRun> runs, Standing standing) {
        return runs.stream()
                .filter(run -> run.standing() == standing)
                .map(run -> new GateSide.Unused(run.name(), run.why()))
                .toList();
    }

    private GateSide.Run run(GatedRun run, boolean used) {
        GateRun figures = run.latest(policy.thresholdNs());
        Map<GateStatistic, Double> values = new EnumMap<>(GateStatistic.class);
        figures.logs().forEach((statistic, log) -> values.put(statistic, rounded(StrictMath.exp(log))));
        ClientStatistics last =
                run.statistics() == null ? null : run.statistics().latest().lastClient();
        return new GateSide.Run(
                run.name(),
                run.id(),
                run.startedAt(),
                used,
                last == null ? 0 : last.ticks(),
                last == null ? null : (Long) last.lost(),
                figures.latestNs(),
                values,
                last == null ? List.of() : curve(last));
    }

    private static List<GateSide.Point> curve(ClientStatistics figures) {
        return figures.ranks().stream()
                .filter(level -> level.late() > figures.lost())
                .map(level -> new GateSide.Point(rounded((double) level.late() / figures.ticks()), level.valueNs()))
                .toList();
    }

    private GateReport.History history() {
        List<GateReport.Effect> smallest = new ArrayList<>();
        for (GateStatistic statistic : policy.margins().keySet()) {
            EarlierSpread spread = EarlierSpread.of(
                    statistic,
                    question.history().stream()
                            .map(run -> run.latest(policy.thresholdNs()))
                            .toList());
            if (spread.known()) {
                SmallestEffect effect = SmallestEffect.of(policy, statistic, spread);
                smallest.add(new GateReport.Effect(
                        statistic, rounded(effect.effect()), rounded(effect.margin()), effect.runs()));
            }
        }
        Map<String, String> conditions = Stream.concat(candidate.stream(), baseline.stream())
                .filter(GatedRun::measured)
                .findFirst()
                .map(GatedRun::conditions)
                .orElse(Map.of());
        return new GateReport.History(
                conditions.isEmpty() ? "" : RunConditions.fingerprint(conditions),
                question.history().size(),
                smallest,
                changes());
    }

    private List<String> changes() {
        List<String> changes = new ArrayList<>();
        for (GateStatistic statistic : policy.margins().keySet()) {
            List<GatedRun> runs = question.history().stream()
                    .filter(run -> run.latest(policy.thresholdNs()).logs().containsKey(statistic))
                    .toList();
            ChangePoint.of(logs(runs, statistic))
                    .ifPresent(change -> changes.add(change.text(
                            statistic.text(), runs.get(change.before()).name())));
        }
        return changes;
    }

    private List<Double> logs(List<GatedRun> runs, GateStatistic statistic) {
        return runs.stream()
                .map(run -> run.latest(policy.thresholdNs()).logs().get(statistic))
                .filter(Objects::nonNull)
                .toList();
    }

    /** Runs of the candidate that had the host to themselves, as those of a pinned release had. */
    private List<GatedRun> alone() {
        return duet.map(DuetRuns::candidate).orElse(candidate);
    }

    private GateReport.@Nullable Golden golden() {
        if (question.golden().isEmpty()) {
            return null;
        }
        List<GateRun> pinned = question.golden().stream()
                .filter(GatedRun::counts)
                .map(run -> run.latest(policy.thresholdNs()))
                .toList();
        GateDecision decision = new Gate(policy.wider(GOLDEN_MARGINS))
                .decide(GateInput.of(
                                pinned,
                                alone().stream()
                                        .map(run -> run.latest(policy.thresholdNs()))
                                        .toList())
                        .withHistory(question.history().stream()
                                .map(run -> run.latest(policy.thresholdNs()))
                                .toList()));
        return new GateReport.Golden(
                question.golden().get(0).release(),
                decision.verdict(),
                decision.reasons(),
                rounded(decision.statistics()));
    }

    private static List<StatisticResult> rounded(List<StatisticResult> results) {
        return results.stream()
                .map(result -> new StatisticResult(
                        result.statistic(),
                        result.gated(),
                        result.label(),
                        rounded(result.ratio()),
                        rounded(result.low()),
                        rounded(result.high()),
                        rounded(result.margin()),
                        result.withHistory(),
                        rounded(result.duet())))
                .toList();
    }

    private static @Nullable DuetResult rounded(@Nullable DuetResult pairs) {
        return pairs == null ? null : new DuetResult(rounded(pairs.gain()), pairs.solo(), rounded(pairs.signFlip()));
    }

    private static @Nullable Double rounded(@Nullable Double value) {
        return value == null ? null : (Double) rounded(value.doubleValue());
    }

    private static double rounded(double value) {
        return Double.isFinite(value) ? new BigDecimal(value).round(DIGITS).doubleValue() : value;
    }
}
