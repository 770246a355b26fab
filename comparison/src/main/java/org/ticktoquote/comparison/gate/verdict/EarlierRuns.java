package org.ticktoquote.comparison.gate.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.gate.Gate;
import org.ticktoquote.comparison.gate.GateDecision;
import org.ticktoquote.comparison.gate.GateInput;
import org.ticktoquote.comparison.gate.GateRun;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.LogDifference;
import org.ticktoquote.comparison.gate.SmallestEffect;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.RunConditions;

/** Evaluates accepted runs and the pinned release for a gate. */
record EarlierRuns(GateRequest request, VerdictRuns counted) {
    private static final int GOLDEN_MARGINS = 2;

    /** Returns the earlier runs of a gate that has no ledger entry yet. */
    GateReport.EarlierGates memory() {
        return new GateReport.EarlierGates(history(), golden(), null);
    }

    private GateReport.History history() {
        List<SmallestEffect> smallest = SmallestEffect.all(request.policy(), figures(request.history(), false)).stream()
                .map(effect -> new SmallestEffect(
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
        for (GateStatistic statistic : request.policy().margins().keySet()) {
            List<GatedRun> runs = request.history().stream()
                    .filter(run ->
                            run.latest(request.policy().thresholdNs()).logs().containsKey(statistic))
                    .toList();
            ChangePoint.of(logs(runs, statistic))
                    .ifPresent(change -> changes.add(change.text(
                            statistic.text(), runs.get(change.before()).name())));
        }
        return changes;
    }

    private List<Double> logs(List<GatedRun> runs, GateStatistic statistic) {
        return runs.stream()
                .map(run -> run.latest(request.policy().thresholdNs()).logs().get(statistic))
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
        GateDecision decision =
                new Gate(request.policy().wider(GOLDEN_MARGINS)).decide(withPinned(false), withPinned(true));
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
                .map(run -> run.figures(soonest, request.policy().thresholdNs()))
                .toList();
    }

    /**
     * Change of level in a series of runs: the split with the largest difference of means relative to its error, tested against
     * random permutations of the series. Advisory.
     *
     * @param before index of the first run after the change
     * @param ratio level after the change over the level before
     */
    private record ChangePoint(int before, double ratio) {
        private static final int MIN_PER_SIDE = 3;
        private static final int ORDERS = 999;
        private static final double LEVEL = 0.01;
        private static final long SEED = 1;

        /** Finds a change in logarithms in execution order; empty with too few values, or if no split is significant (1 %). */
        static Optional<ChangePoint> of(List<Double> logs) {
            int best = best(logs);
            if (best == 0) {
                return Optional.empty();
            }
            double found = statistic(logs, best);
            SplittableRandom random = new SplittableRandom(SEED);
            int asLarge = 1;
            for (int i = 0; i < ORDERS; i++) {
                List<Double> shuffled = shuffled(logs, random);
                asLarge += statistic(shuffled, best(shuffled)) >= found ? 1 : 0;
            }
            double difference =
                    LogDifference.mean(logs.subList(best, logs.size())) - LogDifference.mean(logs.subList(0, best));
            return (double) asLarge / (ORDERS + 1) <= LEVEL
                    ? Optional.of(new ChangePoint(best, StrictMath.exp(difference)))
                    : Optional.empty();
        }

        String text(String statistic, String run) {
            return String.format(Locale.ROOT, "%s is %.3f times its earlier value from %s on", statistic, ratio, run);
        }

        private static List<Double> shuffled(List<Double> logs, SplittableRandom random) {
            List<Double> shuffled = new ArrayList<>(logs);
            for (int i = shuffled.size() - 1; i > 0; i--) {
                int other = random.nextInt(i + 1);
                Double kept = shuffled.get(i);
                shuffled.set(i, shuffled.get(other));
                shuffled.set(other, kept);
            }
            return shuffled;
        }

        /** Returns the best split; 0 if there are too few values. */
        private static int best(List<Double> logs) {
            int best = 0;
            double most = -1;
            for (int at = MIN_PER_SIDE; at <= logs.size() - MIN_PER_SIDE; at++) {
                double here = statistic(logs, at);
                if (here > most) {
                    most = here;
                    best = at;
                }
            }
            return best;
        }

        private static double statistic(List<Double> logs, int at) {
            List<Double> one = logs.subList(0, at);
            List<Double> other = logs.subList(at, logs.size());
            double squares = LogDifference.squares(one) + LogDifference.squares(other);
            double difference = Math.abs(LogDifference.mean(one) - LogDifference.mean(other));
            if (squares == 0) {
                return difference == 0 ? 0 : Double.MAX_VALUE;
            }
            return difference / Math.sqrt(squares * (1.0 / one.size() + 1.0 / other.size()));
        }
    }
}
