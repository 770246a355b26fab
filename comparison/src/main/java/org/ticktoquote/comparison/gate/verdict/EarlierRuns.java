package org.ticktoquote.comparison.gate.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.gate.Gate;
import org.ticktoquote.comparison.gate.GateDecision;
import org.ticktoquote.comparison.gate.GateInput;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateRun;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.SmallestEffect;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.RunConditions;

/** Evaluates accepted runs and the pinned release for a gate. */
final class EarlierRuns {
    private static final int GOLDEN_MARGINS = 2;

    private final GateRequest request;
    private final GatePolicy policy;
    private final VerdictRuns counted;

    EarlierRuns(GateRequest request, VerdictRuns counted) {
        this.request = request;
        this.policy = request.policy();
        this.counted = counted;
    }

    /** Returns the earlier runs of a gate that has no ledger entry yet. */
    GateReport.EarlierGates memory() {
        return new GateReport.EarlierGates(history(), golden(), null);
    }

    private GateReport.History history() {
        List<GateReport.Effect> smallest = SmallestEffect.all(policy, figures(request.history(), false)).stream()
                .map(effect -> new GateReport.Effect(
                        effect.statistic(),
                        Rounded.number(effect.effect()),
                        Rounded.number(effect.margin()),
                        effect.runs()))
                .toList();
        Map<String, String> conditions = counted.all()
                .filter(GatedRun::measured)
                .findFirst()
                .map(GatedRun::conditions)
                .orElse(Map.of());
        return new GateReport.History(
                conditions.isEmpty() ? "" : RunConditions.fingerprint(conditions),
                request.history().size(),
                smallest,
                changes());
    }

    private List<String> changes() {
        List<String> changes = new ArrayList<>();
        for (GateStatistic statistic : policy.margins().keySet()) {
            List<GatedRun> runs = request.history().stream()
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

    /** Returns the candidate's runs that had the host to themselves, like the runs of a pinned release. */
    private List<GatedRun> soloCandidate() {
        return counted.duet().map(DuetRuns::candidate).orElse(counted.candidate());
    }

    private GateReport.@Nullable PinnedComparison golden() {
        if (request.golden().isEmpty()) {
            return null;
        }
        GateDecision decision = new Gate(policy.wider(GOLDEN_MARGINS)).decide(withPinned(false), withPinned(true));
        return new GateReport.PinnedComparison(
                request.golden().get(0).release(),
                decision.verdict(),
                decision.reasons(),
                Rounded.results(decision.statistics()));
    }

    private GateInput withPinned(boolean soonest) {
        List<GatedRun> pinned =
                request.golden().stream().filter(GatedRun::counts).toList();
        return GateInput.of(figures(pinned, soonest), figures(soloCandidate(), soonest))
                .withHistory(figures(request.history(), soonest));
    }

    private List<GateRun> figures(List<GatedRun> runs, boolean soonest) {
        return runs.stream()
                .map(run -> run.figures(soonest, policy.thresholdNs()))
                .toList();
    }
}
