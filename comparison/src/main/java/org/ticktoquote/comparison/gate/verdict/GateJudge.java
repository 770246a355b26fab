package org.ticktoquote.comparison.gate.verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.comparison.gate.Gate;
import org.ticktoquote.comparison.gate.GateDecision;
import org.ticktoquote.comparison.gate.GateFingerprint;
import org.ticktoquote.comparison.gate.GateInput;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateRun;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.SoloRuns;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.GatedRun.Standing;
import org.ticktoquote.comparison.gate.runs.RunConditions;

/** Creates the report of a gate: compares conditions, counts runs, decides, and adds context. No side effects. */
public final class GateJudge {
    private final GateRequest request;
    private final GatePolicy policy;
    private final VerdictRuns counted;

    private GateJudge(GateRequest request) {
        this.request = request;
        this.policy = request.policy();
        this.counted = VerdictRuns.of(request);
    }

    /** Returns the verdict without a ledger entry. */
    public static GateReport judge(GateRequest request) {
        return new GateJudge(request).report();
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
                side(request.baseline(), false, decision),
                side(request.candidate(), true, decision),
                Rounded.results(decision.statistics()),
                new GateReport.Conditions(differences, List.copyOf(request.mayDiffer()), request.forced()),
                new EarlierRuns(request, counted).memory(),
                counted.duet().map(runs -> duet(runs, decision)).orElse(null),
                NeededRuns.of(levels(), decision, counted),
                pulse(decision.look()));
    }

    /**
     * Returns {@link GateReport#PULSE_USED} or why the pulse is not used at a look; null for duets, or if no run has a pulse.
     */
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
        return Gate.pulseObjection(baseline, candidate, counted.isInBlocks()).orElse(GateReport.PULSE_USED);
    }

    private GateReport.Duet duet(DuetRuns runs, GateDecision decision) {
        return new GateReport.Duet(
                Math.min(runs.baseline().size(), runs.candidate().size()),
                decision.nextSolo(),
                runs.pairs().stream()
                        .map(pair -> ratios(pair, decision.soonest()))
                        .toList());
    }

    private GateReport.Pair ratios(DuetRuns.Pair pair, boolean soonest) {
        GateRun before = figures(pair.baseline(), run -> run.figures(soonest, policy.thresholdNs()));
        GateRun now = figures(pair.candidate(), run -> run.figures(soonest, policy.thresholdNs()));
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

    private static GateRun figures(@Nullable GatedRun run, Function<GatedRun, GateRun> of) {
        return run == null ? GateRun.absent() : of.apply(run);
    }

    private GateDecision decide(List<String> differences) {
        Gate gate = new Gate(levels());
        GateInput latest = input(differences, run -> run.latest(policy.thresholdNs()));
        GateInput soonest = input(differences, run -> run.figures(true, policy.thresholdNs()));
        GateDecision earlier = request.earlier();
        return earlier == null ? gate.decide(latest, soonest) : gate.keep(earlier, latest, soonest);
    }

    private GatePolicy levels() {
        return counted.duet().isPresent() ? policy.ofDuet() : policy;
    }

    private GateInput input(List<String> differences, Function<GatedRun, GateRun> of) {
        return counted.duet().map(runs -> paired(runs, differences, of)).orElseGet(() -> solo(differences, of));
    }

    private GateInput solo(List<String> differences, Function<GatedRun, GateRun> of) {
        GateInput input = input(
                counted.baseline().stream().map(of).toList(),
                counted.candidate().stream().map(of).toList(),
                request.history().stream().map(of).toList(),
                differences);
        return counted.isInBlocks() ? input.asBlocks() : input;
    }

    private GateInput input(List<GateRun> before, List<GateRun> now, List<GateRun> history, List<String> differences) {
        return new GateInput(
                before,
                now,
                history,
                voids(request.baseline()),
                voids(request.candidate()),
                differences,
                request.forced(),
                false,
                null);
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

    /**
     * Returns the conditions that forbid comparing the runs, because they differ within or between sides. A side without
     * measured runs is not compared; the decision reports it.
     */
    private List<String> differences() {
        List<GatedRun> before =
                counted.baseline().stream().filter(GatedRun::measured).toList();
        List<GatedRun> now =
                counted.candidate().stream().filter(GatedRun::measured).toList();
        List<String> differences = new ArrayList<>();
        several("baseline", before).ifPresent(differences::add);
        several("candidate", now).ifPresent(differences::add);
        if (counted.duet().isEmpty()) {
            differences.addAll(between(before, now));
        } else {
            differences.addAll(between(
                    before.stream().filter(GatedRun::duet).toList(),
                    now.stream().filter(GatedRun::duet).toList()));
            between(counted.duet().get().baseline(), counted.duet().get().candidate())
                    .forEach(each -> differences.add("solo runs, " + each));
        }
        return differences;
    }

    private List<String> between(List<GatedRun> before, List<GatedRun> now) {
        return before.isEmpty() || now.isEmpty()
                ? List.of()
                : GateFingerprint.problems(
                        RunConditions.facts(before, GatedRun::conditions),
                        RunConditions.facts(now, GatedRun::conditions),
                        request.mayDiffer());
    }

    /** Returns the objection if runs of one side differ in the application's command or in the content of its files. */
    private static Optional<String> several(String side, List<GatedRun> runs) {
        String command = "application";
        String files = "content of the application's files";
        List<GateFingerprint> facts =
                RunConditions.facts(runs, run -> Map.of(command, run.application(), files, run.release()));
        return GateFingerprint.problem(side, command, facts).or(() -> GateFingerprint.problem(side, files, facts));
    }

    /** Returns the side with all runs of the baseline or the candidate. Look and attribution are those of the decision. */
    private GateSide side(List<GatedRun> runs, boolean ofCandidate, GateDecision decision) {
        List<GatedRun> counting = runs.stream().filter(GatedRun::counts).toList();
        List<GateSide.Unused> leftOut = new ArrayList<>(unused(runs, Standing.LEFT_OUT));
        counted.duet()
                .ifPresent(known -> counting.stream()
                        .filter(known::isUnpaired)
                        .forEach(run -> leftOut.add(
                                new GateSide.Unused(run.name(), "the other run of its pair does not count"))));
        GatedRun known = runs.stream()
                .filter(run -> !run.application().isEmpty())
                .min(Comparator.comparing(run -> !run.counts()))
                .orElse(null);
        return new GateSide(
                known == null ? "" : known.application(),
                known == null ? "" : known.release(),
                counted.duet()
                        .map(pairs -> ofDuet(pairs, ofCandidate, decision))
                        .orElseGet(() -> ofSolo(counting, decision)),
                unused(runs, Standing.VOID),
                leftOut);
    }

    private List<GateSide.Run> ofSolo(List<GatedRun> runs, GateDecision decision) {
        List<GateSide.Run> shown = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            shown.add(run(runs.get(i), i < decision.look(), decision.soonest()));
        }
        return shown;
    }

    private List<GateSide.Run> ofDuet(DuetRuns known, boolean ofCandidate, GateDecision decision) {
        List<GateSide.Run> shown = new ArrayList<>();
        for (int i = 0; i < known.pairs().size(); i++) {
            GatedRun run = known.pairs().get(i).of(ofCandidate);
            if (run != null) {
                boolean used = i < decision.look() || decision.look() > 0 && !run.measured();
                shown.add(ratioOnly(run(run, used, decision.soonest())));
            }
        }
        known.solo(ofCandidate).forEach(run -> shown.add(ratioOnly(run(run, decision.look() > 0, decision.soonest()))));
        return shown;
    }

    /** Removes absolute latencies, because two concurrent applications are slower than either alone. */
    private static GateSide.Run ratioOnly(GateSide.Run run) {
        return new GateSide.Run(
                run.name(),
                run.id(),
                run.startedAt(),
                run.used(),
                run.ticks(),
                run.lost(),
                null,
                run.serviceLevels(),
                Map.of(),
                List.of());
    }

    private static List<GateSide.Unused> unused(List<GatedRun> runs, Standing standing) {
        return runs.stream()
                .filter(run -> run.standing() == standing)
                .map(run -> new GateSide.Unused(run.name(), run.why()))
                .toList();
    }

    private GateSide.Run run(GatedRun run, boolean used, boolean soonest) {
        GateRun figures = run.figures(soonest, policy.thresholdNs());
        Map<GateStatistic, Double> values = new EnumMap<>(GateStatistic.class);
        figures.logs().forEach((statistic, log) -> values.put(statistic, Rounded.number(StrictMath.exp(log))));
        ClientStatistics last = run.lastClient(soonest);
        return new GateSide.Run(
                run.name(),
                run.id(),
                run.startedAt(),
                used,
                last == null ? 0 : last.ticks(),
                last == null ? null : (Long) last.lost(),
                figures.latestNs(),
                run.serviceLevels(),
                values,
                last == null ? List.of() : curve(last));
    }

    private static List<GateSide.Point> curve(ClientStatistics figures) {
        return figures.ranks().stream()
                .filter(level -> level.late() > figures.lost())
                .map(level ->
                        new GateSide.Point(Rounded.number((double) level.late() / figures.ticks()), level.valueNs()))
                .toList();
    }
}
