package org.ticktoquote.comparison.gate.verdict;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.gate.Gate;
import org.ticktoquote.comparison.gate.GateDecision;
import org.ticktoquote.comparison.gate.GateInput;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateRun;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.SoloRuns;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.GatedRun.Standing;

/** Answers a gate's question: compares conditions, counts runs, decides, and adds context. Without side effects. */
public final class GateJudge {
    private final GateQuestion question;
    private final GatePolicy policy;
    private final VerdictRuns counted;

    private GateJudge(GateQuestion question) {
        this.question = question;
        this.policy = question.policy();
        this.counted = VerdictRuns.of(question);
    }

    /** Returns the verdict, which is not entered in a ledger. */
    public static GateReport judge(GateQuestion question) {
        return new GateJudge(question).report();
    }

    private GateReport report() {
        List<String> differences = new ConditionDifferences(counted, question.mayDiffer()).all();
        GateDecision decision = decide(differences);
        GateSideBuilder side = new GateSideBuilder(counted.duet(), policy.thresholdNs(), decision.look());
        return new GateReport(
                GateReport.FORMAT_VERSION,
                new GateReport.Decision(
                        decision.verdict(),
                        GateReport.INCONCLUSIVE,
                        decision.look(),
                        decision.nextLook(),
                        decision.reasons()),
                policy,
                side.of(question.baseline(), false),
                side.of(question.candidate(), true),
                Rounded.results(decision.statistics()),
                new GateReport.Conditions(differences, List.copyOf(question.mayDiffer()), question.forced()),
                new EarlierRuns(question, counted).memory(),
                counted.duet().map(runs -> duet(runs, decision.nextSolo())).orElse(null),
                NeededRuns.of(policy, decision, counted),
                pulse(decision.look()));
    }

    /** Returns how a gate of solo runs used the pulse of the host at a look; null if no run has one. */
    private @Nullable String pulse(int look) {
        if (counted.duet().isPresent() || counted.all().allMatch(run -> run.pulse() == null)) {
            return null;
        }
        List<GateRun> baseline = counted.baseline().stream()
                .map(run -> run.latest(policy.thresholdNs()))
                .limit(look)
                .toList();
        List<GateRun> candidate = counted.candidate().stream()
                .map(run -> run.latest(policy.thresholdNs()))
                .limit(look)
                .toList();
        return Gate.pulseObjection(baseline, candidate, counted.inTurn()).orElse(GateReport.PULSE_USED);
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
                ratios.put(statistic, Rounded.number(StrictMath.exp(other - log)));
            }
        });
        return new GateReport.Pair(
                before.name(), now.name(), ratios, idleCpu(pair.baseline()), idleCpu(pair.candidate()));
    }

    private static @Nullable Double idleCpu(@Nullable GatedRun run) {
        return run == null ? null : run.idleCpu();
    }

    /** A run ended by its partner's failure has no figures and no lost ticks. */
    private static GateRun figures(@Nullable GatedRun run, Function<GatedRun, GateRun> of) {
        return run == null ? new GateRun("", Map.of(), 0, 0, 0L) : of.apply(run);
    }

    private GateDecision decide(List<String> differences) {
        Gate gate = new Gate(counted.duet().isPresent() ? policy.ofDuet() : policy);
        GateDecision latest = gate.decide(input(differences, run -> run.latest(policy.thresholdNs())));
        boolean two = counted.all().anyMatch(GatedRun::hasTwoBounds);
        return two
                ? gate.decide(
                        input(differences, run -> run.latest(policy.thresholdNs())),
                        input(differences, run -> run.soonest(policy.thresholdNs())))
                : latest;
    }

    private GateInput input(List<String> differences, Function<GatedRun, GateRun> of) {
        return counted.duet().map(runs -> paired(runs, differences, of)).orElseGet(() -> solo(differences, of));
    }

    private GateInput solo(List<String> differences, Function<GatedRun, GateRun> of) {
        GateInput input = input(
                counted.baseline().stream().map(of).toList(),
                counted.candidate().stream().map(of).toList(),
                question.history().stream().map(of).toList(),
                differences);
        return counted.inTurn() ? input.madeInTurn() : input;
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
}
