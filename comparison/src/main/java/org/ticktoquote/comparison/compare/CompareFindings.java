package org.ticktoquote.comparison.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.compare.Compared.Kind;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.matrix.CaseRange;
import org.ticktoquote.comparison.matrix.ComparedFigure;
import org.ticktoquote.core.command.DurationText;

/** Describes the results of a comparison in sentences. VOID runs are never compared. */
final class CompareFindings {
    private static final Map<ComparedFigure, GateStatistic> STATISTICS = Map.of(
            ComparedFigure.P50, GateStatistic.P50,
            ComparedFigure.P99_9, GateStatistic.P99_9,
            ComparedFigure.MAX, GateStatistic.MAX);

    private CompareFindings() {}

    static List<String> of(Comparison comparison) {
        List<Compared> all = comparison.compared().stream()
                .filter(one -> one.kind() != Kind.DIAGNOSTIC)
                .toList();
        List<String> found = new ArrayList<>();
        if (all.size() > 2) {
            CaseRange.FIGURES.forEach(figure -> range(all, figure).ifPresent(found::add));
        }
        for (ComparedPair pair : comparison.pairs()) {
            pair(comparison, pair).ifPresent(found::add);
        }
        return found;
    }

    /** Describes the best and the worst of more than two results. */
    private static Optional<String> range(List<Compared> all, ComparedFigure figure) {
        List<Compared> rising = all.stream()
                .filter(one -> one.figure(figure).valueNs() != null)
                .sorted(Comparator.comparing(
                        one -> Objects.requireNonNull(one.figure(figure).valueNs())))
                .toList();
        if (rising.size() < 2) {
            return Optional.empty();
        }
        Compared best = rising.get(0);
        Compared worst = rising.get(rising.size() - 1);
        long bestNs = Objects.requireNonNull(best.figure(figure).valueNs());
        long worstNs = Objects.requireNonNull(worst.figure(figure).valueNs());
        return Optional.of(figure.title() + ": best " + best.name() + " " + DurationText.format(bestNs) + ", worst "
                + worst.name() + " " + DurationText.format(worstNs) + ", "
                + RatioFinding.factor((double) worstNs / Math.max(1, bestNs)) + " times as long.");
    }

    private static Optional<String> pair(Comparison comparison, ComparedPair pair) {
        Compared base = comparison.compared().get(0);
        Compared other = comparison.compared().stream()
                .filter(one -> one.name().equals(pair.name()))
                .findFirst()
                .orElseThrow();
        if (base.kind() == Kind.DIAGNOSTIC || other.kind() == Kind.DIAGNOSTIC) {
            return Optional.empty();
        }
        List<RatioFinding> findings = CaseRange.FIGURES.stream()
                .flatMap(figure -> finding(base, other, pair, figure).stream())
                .toList();
        return findings.isEmpty()
                ? Optional.empty()
                : Optional.of(RatioFinding.sentence(other.name(), base.name(), findings));
    }

    private static Optional<RatioFinding> finding(
            Compared base, Compared other, ComparedPair pair, ComparedFigure figure) {
        Optional<ComparedPair.Ratio> known = pair.differences().stream()
                .filter(ratio -> ratio.statistic() == STATISTICS.get(figure))
                .findFirst();
        @Nullable Double ratio = known.map(ComparedPair.Ratio::ratio).orElse(null);
        if (ratio != null) {
            ComparedPair.Ratio of = known.orElseThrow();
            return Optional.of(new RatioFinding(figure.title(), RatioFinding.factor(ratio), of.low(), of.high(), ""));
        }
        @Nullable Long baseNs = base.figure(figure).valueNs();
        @Nullable Long otherNs = other.figure(figure).valueNs();
        if (baseNs == null || otherNs == null || baseNs == 0) {
            return Optional.empty();
        }
        String refusal = pair.refusal().isEmpty() ? "a run has no value" : pair.refusal();
        return Optional.of(
                new RatioFinding(figure.title(), RatioFinding.factor((double) otherNs / baseNs), null, null, refusal));
    }
}
