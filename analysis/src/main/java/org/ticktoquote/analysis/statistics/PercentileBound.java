package org.ticktoquote.analysis.statistics;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What several runs say of a percentile: its value over all their ticks and a 95 % interval of it.
 *
 * <p>Of n ticks k = n q lie beyond. Late ticks come in clusters, of D ticks on average ({@link Clusters}), and runs differ by
 * phi ({@link RunSpread}): k has the variance k (1 - q) D phi in place of k (1 - q). The ends are the values at the ranks
 * n less the bounds of k. These are Garwood's (1936) exact ones of a Poisson number k / (D phi), times D phi, their distances
 * from k times the root of 1 - q. The upper end also leaves room for clusters that were not seen ({@link Clusters#unseen}).
 * Where they might be all ticks beyond, it is the largest value. Ends of buckets are taken outwards.
 *
 * <p>Starts of an application can be of several kinds. A kind that R runs did not show has a share of 1 - 0.05^(1/R) at most
 * (95 %). If it is up to 10 % slower or faster than the others, it moves a percentile by that share of 10 % at most: both ends
 * are at least as far from the value.
 *
 * @param beyond share of ticks beyond the percentile
 * @param valueNs null where its rank falls among the lost, or there are no ticks
 * @param lowNs lower end of the interval; null of a single run, and where its rank lies below every tick
 * @param highNs upper end; null of a single run, with too few independent ticks beyond, and where its rank lies among the
 *     lost. Each end alone is one of 97.5 %
 * @param runs behind it
 * @param ticks of all of them
 * @param effective independent ticks beyond, at least
 * @param phi variance between runs over what clusters explain
 * @param refusal why an end is missing; empty where there are both
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
    /** By how much a kind of start may differ that no run shows. */
    private static final double OTHER_KIND = 0.1;

    private static final String ONE_RUN = "one run does not show how much runs differ";

    /**
     * Of runs of the same input.
     *
     * @param share of ticks beyond: 0.01 for p99; at most 0.5
     */
    public static PercentileBound of(List<ClientStatistics> runs, double share) {
        PooledValues pooled = new PooledValues(runs);
        long ticks = pooled.ticks();
        double k = ticks * share;
        OptionalLong value = pooled.at(Math.max(1, (long) Math.ceil(ticks - k - ROUNDING * ticks)));
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
        double deff = Math.min(clusters.deff(), k / Math.min(Math.max(effective, 1), Support.LEAST));
        RunSpread spread = RunSpread.of(late, deff * (1 - share));
        if (runs.size() == 1) {
            return refused(share, valueNs, 1, ticks, effective, spread.phi(), ONE_RUN);
        }
        double size = deff * spread.factor() * spread.factor();
        double narrower = Math.sqrt(1 - share);
        double most = k + (size * Quantiles.garwoodHigh(k / size, ALPHA) - k) * narrower;
        double least = k - (k - size * Quantiles.garwoodLow(k / size, ALPHA)) * narrower;
        long above = Math.max(1, (long) Math.floor(least - clusters.unseen()));
        OptionalLong low = pooled.at(ticks - (long) Math.ceil(most));
        OptionalLong high = effective < Clusters.MOST_UNSEEN ? OptionalLong.empty() : pooled.at(ticks - above + 1);
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
        String below = low ? "its lower bound lies below every tick" : "";
        if (!high) {
            return below;
        }
        String above = effective < Clusters.MOST_UNSEEN
                ? String.format(
                        Locale.ROOT,
                        "%d independent episodes lie beyond it, of %d that an upper bound takes",
                        (long) effective,
                        Clusters.MOST_UNSEEN)
                : "its upper bound lies among the lost ticks";
        return low ? below + ", and " + above : above;
    }

    /** Of each run the ticks beyond a value, and of those in its bucket as large a share as makes k of all. */
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
     * Independent ticks beyond a percentile of all runs together: at least as many as lie beyond any higher percentile that
     * is not lost.
     */
    static double effective(List<ClientStatistics> runs, double share) {
        double most = 0;
        for (Level rank : runs.isEmpty() ? List.<Level>of() : runs.get(0).ranks()) {
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

    /** Whether a verdict or a claim may rest on it. */
    public boolean supported() {
        return effective >= Support.LEAST;
    }

    /** The ticks of several runs together, by rising value; lost ones rank above every number. */
    private static final class PooledValues {
        private final TreeMap<Long, Long> counts = new TreeMap<>();
        private final long ticks;

        PooledValues(List<ClientStatistics> runs) {
            for (ClientStatistics run : runs) {
                for (int i = 0; i < run.values().valuesNs().size(); i++) {
                    counts.merge(
                            run.values().valuesNs().get(i),
                            run.values().counts().get(i),
                            Long::sum);
                }
            }
            this.ticks = runs.stream().mapToLong(ClientStatistics::ticks).sum();
        }

        long ticks() {
            return ticks;
        }

        /** The value at a rank from 1; none where there is no such rank, or a lost tick has it. */
        OptionalLong at(long rank) {
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
}
