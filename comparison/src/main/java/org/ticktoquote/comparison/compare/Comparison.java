package org.ticktoquote.comparison.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.report.LatencyCell;
import org.ticktoquote.comparison.compare.Compared.Kind;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.matrix.CaseRange;
import org.ticktoquote.comparison.matrix.ComparedFigure;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.run.JsonFile;
import org.ticktoquote.report.Figures;

/**
 * Contents of {@code t2q compare --json}: runs, matrix cases and files, each compared with the first element.
 *
 * @param formatVersion version of the file format
 * @param latency compared latency of the runs, by its name in {@code summary.json}
 * @param thresholdNs threshold of the statistic {@code share}
 * @param baseline name of the first element
 * @param compared elements in the given order
 * @param pairs comparison of each other element with the baseline
 */
public record Comparison(
        int formatVersion,
        String latency,
        long thresholdNs,
        String baseline,
        List<Compared> compared,
        List<ComparedPair> pairs) {
    public static final int FORMAT_VERSION = 1;
    /** Maximum number of elements: more lines in a chart are not distinguishable. */
    public static final int MAX_INPUTS = 20;

    private static final Map<ComparedFigure, GateStatistic> STATISTICS = Map.of(
            ComparedFigure.P50, GateStatistic.P50,
            ComparedFigure.P99_9, GateStatistic.P99_9,
            ComparedFigure.MAX, GateStatistic.MAX);

    private static final JsonFile<Comparison> JSON =
            JsonFile.withNulls(Comparison.class, "comparison of runs and files", JsonFile.ANY_MEMBER);

    public Comparison {
        compared = List.copyOf(compared);
        pairs = List.copyOf(pairs);
    }

    /**
     * Reads and compares all elements.
     *
     * @param unit unit of the files; null for the unit stated in each, or the default one
     * @param tag tag of the log lines to read; null if the log has only one tag
     * @param loop load loop of the files; null for the loop stated in each
     * @param progress receives each path before it is read
     * @throws org.ticktoquote.core.command.ProblemException if an element is invalid, or there are too few or too many
     */
    public static Comparison of(
            List<CompareArgument> given,
            Latency latency,
            @Nullable ValueUnit unit,
            @Nullable String tag,
            @Nullable LoadLoop loop,
            Consumer<String> progress) {
        List<Compared> all = new ArrayList<>();
        for (CompareArgument one : given) {
            progress.accept(one.path().toString());
            all.addAll(one.read(latency, unit, tag, loop));
            if (all.size() > MAX_INPUTS) {
                break;
            }
        }
        if (all.size() < 2 || all.size() > MAX_INPUTS) {
            throw Problem.ofFault(
                            all.size() > MAX_INPUTS
                                    ? "more than " + MAX_INPUTS + " inputs"
                                    : CountText.of(all.size(), "input"))
                    .expected("2 to " + MAX_INPUTS + " (runs, matrix cases or histogram files)")
                    .exception();
        }
        requireDistinct(all);
        long thresholdNs = GatePolicy.THRESHOLD_NS;
        List<ComparedPair> pairs = all.stream()
                .skip(1)
                .map(other -> ComparedPair.of(all.get(0), other, latency, thresholdNs))
                .toList();
        return new Comparison(
                FORMAT_VERSION, latency.field(), thresholdNs, all.get(0).name(), all, pairs);
    }

    private static void requireDistinct(List<Compared> all) {
        Set<String> names = new HashSet<>();
        Set<String> runs = new HashSet<>();
        for (Compared one : all) {
            if (!names.add(one.name())) {
                throw Problem.ofValue(one.name())
                        .fault("names two inputs")
                        .expected("a distinct name for each (NAME=PATH)")
                        .exception();
            }
            for (GatedRun run : one.runs()) {
                if (!runs.add(run.id())) {
                    throw Problem.ofValue(run.name()).fault("is given twice").exception();
                }
            }
        }
    }

    /**
     * Returns the findings, one sentence each: best and worst overall, then each result against the baseline. VOID runs are
     * never compared.
     */
    public List<String> findings() {
        List<Compared> all =
                compared.stream().filter(one -> one.kind() != Kind.DIAGNOSTIC).toList();
        List<String> found = new ArrayList<>();
        if (all.size() > 2) {
            CaseRange.FIGURES.forEach(figure -> range(all, figure).ifPresent(found::add));
        }
        pairs.forEach(pair -> pair(pair).ifPresent(found::add));
        return found;
    }

    /** Returns the contents of the file. */
    public String text() {
        return JSON.text(this);
    }

    /** Describes the best and the worst of more than two results; empty if even the best is among lost values. */
    private static Optional<String> range(List<Compared> all, ComparedFigure figure) {
        List<Compared> rising = all.stream()
                .filter(one -> one.refused(figure) || one.figure(figure).valueNs() != null)
                .sorted(Comparator.comparingLong(one -> rank(one, figure)))
                .toList();
        if (rising.size() < 2 || rising.get(0).refused(figure)) {
            return Optional.empty();
        }
        Compared best = rising.get(0);
        Compared worst = rising.get(rising.size() - 1);
        String range = figure.title() + ": best " + best.name() + " " + DurationText.format(rank(best, figure))
                + ", worst " + worst.name() + " ";
        return Optional.of(
                worst.refused(figure)
                        ? range + LatencyCell.REFUSED + "."
                        : range + DurationText.format(rank(worst, figure)) + ", "
                                + RatioFinding.factor((double) rank(worst, figure) / Math.max(1, rank(best, figure)))
                                + " times as long.");
    }

    /** Returns the value of a figure; lost values rank highest. */
    private static long rank(Compared one, ComparedFigure figure) {
        @Nullable Long valueNs = one.figure(figure).valueNs();
        return valueNs == null ? Long.MAX_VALUE : valueNs;
    }

    private Optional<String> pair(ComparedPair pair) {
        Compared base = compared.get(0);
        Compared other = compared.stream()
                .filter(one -> one.name().equals(pair.name()))
                .findFirst()
                .orElseThrow();
        if (base.kind() == Kind.DIAGNOSTIC || other.kind() == Kind.DIAGNOSTIC) {
            return Optional.empty();
        }
        List<RatioFinding> findings = CaseRange.FIGURES.stream()
                .flatMap(figure -> finding(base, other, pair, figure).stream())
                .toList();
        String known = findings.isEmpty()
                ? unmeasured(base, other)
                : RatioFinding.sentence(other.name(), base.name(), findings);
        String lost = lost(base, other);
        if (known.isEmpty()) {
            return lost.isEmpty() ? Optional.empty() : Optional.of(other.name() + ": " + lost);
        }
        String subject = findings.isEmpty() ? other.name() : "It";
        return Optional.of(known + (lost.isEmpty() ? "" : " " + subject + " " + lost));
    }

    /** Explains why no figures are compared if a FAILED run measured nothing; otherwise empty. */
    private static String unmeasured(Compared base, Compared other) {
        if (other.hasUnmeasuredRun()) {
            return other.name() + ": a FAILED run measured nothing.";
        }
        return base.hasUnmeasuredRun() ? other.name() + ": a FAILED run of " + base.name() + " measured nothing." : "";
    }

    /** Describes the lost values of two results; empty if their loss is the same. */
    private static String lost(Compared base, Compared other) {
        return RatioFinding.isSameLoss(base.lost(), base.count(), other.lost(), other.count())
                ? ""
                : "lost " + share(other) + " values, " + base.name() + " " + share(base) + ".";
    }

    private static String share(Compared one) {
        return Figures.count(one.lost()) + " of " + Figures.count(one.count());
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
