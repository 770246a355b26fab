package org.ticktoquote.analysis.statistics;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Percentile of several runs: the value over all ticks with a 95 % interval.
 *
 * <p>Of n ticks, k = n q lie beyond a percentile p, where q is 1 - p. Late ticks come in clusters of D ticks on average
 * ({@link Clusters}), and runs differ by phi ({@link RunSpread}). Therefore k has the variance k (1 - q) D phi instead of k
 * (1 - q). The interval ends are the values at rank n minus the bounds of k. The bounds are Garwood's (1936) exact bounds of
 * a Poisson count k / (D phi), times D phi. Their distances from k are multiplied by the square root of 1 - q. The upper end
 * includes an allowance for unseen clusters ({@link Clusters#unseen}). If unseen clusters could account for all ticks
 * beyond, the upper end is the largest value. The interval is widened to whole buckets.
 *
 * <p>An application can start in several ways with different speeds. A kind of start not seen in R runs has a share of at most
 * 1 - 0.05^(1/R) (95 %). If it is up to 10 % slower or faster than the others, it moves a percentile by at most that share of
 * 10 %. Both ends of the interval are at least that far from the value.
 *
 * @param beyond share of ticks beyond the percentile
 * @param valueNs null if its rank falls among the lost ticks, or without ticks
 * @param lowNs lower end of the interval; null for a single run, or if its rank lies below every tick
 * @param highNs upper end; null for a single run, with too few independent ticks beyond, or if its rank falls among the lost
 * ticks. Each end alone has 97.5 % confidence
 * @param runs number of runs
 * @param ticks number of ticks in all runs
 * @param effective lower bound of the independent ticks beyond
 * @param phi variance between runs relative to the variance that clusters explain
 * @param refusal reason for a missing end; empty if both exist
 */
public record PercentileBound(
        double beyond,
        @Nullable Long valueNs,
        @Nullable Long lowNs,
        @Nullable Long highNs,
        int runs,
        long ticks,
        double effective,
        double phi,
        String refusal) {
    private static final double ALPHA = 0.05;
    private static final double ROUNDING = 1e-9;
    /** Assumed difference of an unseen kind of start. */
    private static final double OTHER_KIND = 0.1;

    private static final String ONE_RUN = "one run does not show the differences between runs";

    /**
     * Computes the bound over runs of the same input.
     *
     * @param share fraction of ticks beyond: 0.01 for p99; at most 0.5
     */
    public static PercentileBound of(List<ClientStatistics> runs, double share) {
        SortedMap<Long, Long> pooled = pooled(runs);
        long ticks = runs.stream().mapToLong(ClientStatistics::ticks).sum();
        double k = ticks * share;
        OptionalLong value = at(Math.max(1, (long) Math.ceil(ticks - k - ROUNDING * ticks)), pooled);
        if (value.isEmpty()) {
            String why = ticks == 0 ? "there are no ticks" : "its rank falls among the lost ticks";
            return refused(share, null, runs.size(), ticks, effective(runs, share), 1, why);
        }
        long valueNs = value.getAsLong();
        List<Double> late = beyond(runs, valueNs, k);
        Clusters clusters = new Clusters();
        for (int run = 0; run < runs.size(); run++) {
            runs.get(run).addTo(clusters, late.get(run));
        }
        double effective = effective(runs, share);
        // ticks beyond a higher percentile are beyond this one, too
        double deff = Math.min(clusters.deff(), k / Math.min(Math.max(effective, 1), Support.MIN_INDEPENDENT));
        RunSpread spread = RunSpread.of(late, deff * (1 - share));
        if (runs.size() == 1) {
            return refused(share, valueNs, 1, ticks, effective, spread.phi(), ONE_RUN);
        }
        double size = deff * spread.factor() * spread.factor();
        double narrower = Math.sqrt(1 - share);
        double most = k + (size * Quantiles.garwoodHigh(k / size, ALPHA) - k) * narrower;
        double least = k - (k - size * Quantiles.garwoodLow(k / size, ALPHA)) * narrower;
        long above = Math.max(1, (long) Math.floor(least - clusters.unseen()));
        OptionalLong low = at(ticks - (long) Math.ceil(most), pooled);
        OptionalLong high = effective < Clusters.MAX_UNSEEN ? OptionalLong.empty() : at(ticks - above + 1, pooled);
        double moved = OTHER_KIND * (1 - Math.pow(ALPHA, 1.0 / runs.size()));
        return new PercentileBound(
                share,
                valueNs,
                low.isEmpty()
                        ? null
                        : (Long) Math.min(ValueCounts.lowerEnd(low.getAsLong()), (long) (valueNs * (1 - moved))),
                high.isEmpty() ? null : (Long) Math.max(high.getAsLong(), (long) Math.ceil(valueNs * (1 + moved))),
                runs.size(),
                ticks,
                effective,
                spread.phi(),
                missing(low.isEmpty(), high.isEmpty(), effective));
    }

    private static String missing(boolean low, boolean high, double effective) {
        String below = low ? "its lower bound is below every tick" : "";
        if (!high) {
            return below;
        }
        String above = effective < Clusters.MAX_UNSEEN
                ? String.format(
                        Locale.ROOT,
                        "%d independent episodes lie beyond it, an upper bound needs %d",
                        (long) effective,
                        Clusters.MAX_UNSEEN)
                : "its upper bound falls among the lost ticks";
        return low ? below + ", and " + above : above;
    }

    /** Returns each run's ticks beyond a value, plus the same share of those in its bucket, so that the total is k. */
    private static List<Double> beyond(List<ClientStatistics> runs, long valueNs, double k) {
        long above = runs.stream()
                .mapToLong(run -> run.values().above(valueNs) + run.lost())
                .sum();
        long in = runs.stream().mapToLong(run -> run.values().in(valueNs)).sum();
        double share = Math.max(0, k - above) / Math.max(1, in);
        return runs.stream()
                .map(run -> run.values().above(valueNs)
                        + run.lost()
                        + share * run.values().in(valueNs))
                .toList();
    }

    private static PercentileBound refused(
            double share, @Nullable Long valueNs, int runs, long ticks, double effective, double phi, String why) {
        return new PercentileBound(share, valueNs, null, null, runs, ticks, effective, phi, why);
    }

    /**
     * Returns the independent ticks beyond a percentile of all runs, at least as many as beyond any higher percentile that
     * is not lost.
     */
    static double effective(List<ClientStatistics> runs, double share) {
        double most = 0;
        for (Exceedance rank :
                runs.isEmpty() ? List.<Exceedance>of() : runs.get(0).ranks()) {
            double beyond = (double) rank.late() / runs.get(0).ticks();
            if (!rank.amongLost() && rank.late() < share * runs.get(0).ticks() + 1) {
                most = Math.max(most, effectiveAt(runs, beyond));
            }
        }
        return most;
    }

    private static double effectiveAt(List<ClientStatistics> runs, double share) {
        Clusters clusters = new Clusters();
        runs.forEach(run -> run.addTo(clusters, share * run.ticks()));
        return clusters.effective();
    }

    /** Returns whether verdicts and claims can use the percentile. */
    public boolean supported() {
        return effective >= Support.MIN_INDEPENDENT;
    }

    /** Returns the number of ticks of several runs by ascending value, without lost ones. */
    private static SortedMap<Long, Long> pooled(List<ClientStatistics> runs) {
        SortedMap<Long, Long> counts = new TreeMap<>();
        for (ClientStatistics run : runs) {
            for (int i = 0; i < run.values().valuesNs().size(); i++) {
                counts.merge(
                        run.values().valuesNs().get(i), run.values().counts().get(i), Long::sum);
            }
        }
        return counts;
    }

    /** Returns the value at a rank, from 1; empty if the rank does not exist or is lost. */
    private static OptionalLong at(long rank, SortedMap<Long, Long> counts) {
        long below = 0;
        for (Map.Entry<Long, Long> bucket : counts.entrySet()) {
            below += bucket.getValue();
            if (rank >= 1 && rank <= below) {
                return OptionalLong.of(bucket.getKey());
            }
        }
        return OptionalLong.empty();
    }
}
