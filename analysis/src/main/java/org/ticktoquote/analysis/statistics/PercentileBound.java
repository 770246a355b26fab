package org.ticktoquote.analysis.statistics;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What runs say of a percentile: its value over all their ticks and a 95 % interval of it.
 *
 * <p>Of n ticks k = n q lie beyond. Late ticks come in clusters, of D ticks on average ({@link Clusters}), and runs differ by
 * phi ({@link RunSpread}): k has the variance k (1 - q) D phi in place of k (1 - q). The ends are the values at the ranks
 * n less the bounds of k. These are Garwood's (1936) exact ones of a Poisson number k / (D phi), times D phi, their distances
 * from k times the root of 1 - q. Where ticks come in clusters the upper end leaves room for one or two more as large as the
 * largest one within a second. D is also that of the ticks beyond the upper end, where it is larger: what is rare is diluted
 * among all k. Ends of buckets are taken outwards.
 *
 * @param beyond share of ticks beyond the percentile
 * @param valueNs null where its rank falls among the lost, or there are no ticks
 * @param lowNs lower end of the interval; null where it is refused, or its rank lies below every tick
 * @param highNs upper end; null where it is refused, or its rank lies above every tick or among the lost. Each end alone is
 *     one of 97.5 %
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
    private static final String TOO_FEW = "fewer than 10 independent episodes lie beyond it";
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
        Clusters clusters = clusters(runs, late);
        double effective = effective(runs, share);
        // ticks beyond a higher percentile are beyond this one, too
        double deff = Math.min(clusters.deff(), k / Math.min(Math.max(effective, 1), Support.LEAST));
        RunSpread spread = RunSpread.of(late, deff * (1 - share));
        if (effective < Support.LEAST) {
            return refused(share, valueNs, runs.size(), ticks, effective, spread.phi(), TOO_FEW);
        }
        double widening = spread.factor() * spread.factor();
        double size = deff * widening;
        double narrower = Math.sqrt(1 - share);
        double most = k + (size * Quantiles.garwoodHigh(k / size, ALPHA) - k) * narrower;
        OptionalLong low = pooled.at(ticks - (long) Math.ceil(most));
        OptionalLong high = OptionalLong.empty();
        for (double next = size, last = 0; next > last; ) { // the larger the clusters at the end, the further out it is
            last = next;
            double least = k - (k - last * Quantiles.garwoodLow(k / last, ALPHA)) * narrower;
            long above = (long) Math.floor(least - clusters.unseen());
            high = above < 1 ? OptionalLong.empty() : pooled.at(ticks - above + 1);
            next = high.isEmpty()
                    ? 0
                    : clusters(runs, beyond(runs, high.getAsLong(), (double) above))
                                    .deff()
                            * widening;
        }
        return new PercentileBound(
                share,
                valueNs,
                low.isEmpty() ? null : (Long) ValueCounts.lowerEnd(low.getAsLong()),
                high.isEmpty() ? null : (Long) high.getAsLong(),
                runs.size(),
                ticks,
                effective,
                spread.phi(),
                missing(low.isEmpty(), high.isEmpty()));
    }

    /** How the ticks of runs cluster, of each so many as lie beyond a value. */
    private static Clusters clusters(List<ClientStatistics> runs, List<Double> late) {
        Clusters clusters = new Clusters();
        for (int run = 0; run < runs.size(); run++) {
            runs.get(run).addTo(clusters, late.get(run));
        }
        return clusters;
    }

    private static String missing(boolean low, boolean high) {
        if (low && high) {
            return "its bounds lie beyond all ticks";
        }
        if (low) {
            return "its lower bound lies below every tick";
        }
        return high ? "its upper bound lies above every tick, or among the lost ones" : "";
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

    /** What the interval speaks of. */
    public String scope() {
        return runs == 1 ? "this run only" : runs + " runs";
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
