package org.ticktoquote.comparison.gate;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.ticktoquote.comparison.gate.GateRun.Late;

/**
 * Episodes of late ticks on both sides, compared exactly if they are too few for a ratio of shares.
 *
 * <p>If the releases are equal, the candidate's part of the sum is binomial, with its share of the ticks as probability
 * (Przyborowski and Wilenski 1940).
 *
 * @param baseline number of episodes
 * @param candidate number of episodes
 * @param p probability of as many or more episodes of the candidate if the releases are equal
 */
public record LateEpisodes(long baseline, long candidate, double p) {
    /** Minimum episodes on both sides together to compare shares by their logarithms. */
    static final int ENOUGH = 10;

    private static final double HALF = 0.5;
    /** Share of late ticks up to which few episodes are no sign of a difference: one stall must not prevent a PASS. */
    private static final double RARE = 0.01;

    /** Compares the runs of both sides; empty if there are enough episodes, or if any run's number is unknown. */
    static Optional<LateEpisodes> few(List<GateRun> baseline, List<GateRun> candidate) {
        List<Late> before = late(baseline);
        List<Late> now = late(candidate);
        if (before.size() < baseline.size() || now.size() < candidate.size()) {
            return Optional.empty();
        }
        long first = before.stream().mapToLong(Late::episodes).sum();
        long second = now.stream().mapToLong(Late::episodes).sum();
        double ticks = now.stream().mapToLong(Late::ticks).sum();
        double all = ticks + before.stream().mapToLong(Late::ticks).sum();
        if (first + second >= ENOUGH || ticks == 0 || ticks == all) {
            return Optional.empty();
        }
        BinomialDistribution equal = BinomialDistribution.of((int) (first + second), ticks / all);
        return Optional.of(
                new LateEpisodes(first, second, second == 0 ? 1 : equal.survivalProbability((int) second - 1)));
    }

    /** Returns the ratio of the shares of late ticks; 0 if late ticks of the candidate are rare, or without ticks. */
    static double shareRatio(List<GateRun> baseline, List<GateRun> candidate) {
        double now = share(late(candidate), 0);
        return now > RARE ? share(late(candidate), HALF) / share(late(baseline), HALF) : 0;
    }

    private static double share(List<Late> runs, double more) {
        return (runs.stream().mapToLong(Late::late).sum() + more)
                / runs.stream().mapToLong(Late::ticks).sum();
    }

    /** Returns whether the runs have too few late episodes for a spread of their shares. */
    static boolean few(List<GateRun> runs) {
        List<Late> known = late(runs);
        return known.size() == runs.size()
                && known.stream().mapToLong(Late::episodes).sum() < ENOUGH;
    }

    private static List<Late> late(List<GateRun> runs) {
        return runs.stream().map(GateRun::late).filter(Objects::nonNull).toList();
    }

    /** Returns the ratio of the numbers after adding half an episode to each. */
    double ratio() {
        return (candidate + HALF) / (baseline + HALF);
    }
}
