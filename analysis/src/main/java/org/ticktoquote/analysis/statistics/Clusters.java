package org.ticktoquote.analysis.statistics;

import java.util.TreeMap;

/**
 * Mean number of late ticks that come together, over one or more runs.
 *
 * <p>Late ticks are counted in blocks of time of several lengths ({@link LateBlocks}). Were they independent, the variance of
 * a count would be that of a binomial one. The largest ratio of the two over all lengths is the mean size of a cluster
 * (McCullagh and Nelder 1989, section 4.5: Pearson's X^2 over its degrees of freedom, of what exceeds 1), at least 1. Unlike
 * clusters cut by a rule of gaps it does not grow where independent ticks are close to each other. A length counts where
 * there are enough blocks of it. Not thread-safe.
 */
final class Clusters {
    /** A Poisson number of which none was seen is 3.7 at most (97.5 %). */
    static final int MOST_UNSEEN = 4;

    /** From this mean size on late ticks count as clustered, wholly from half a tick more on: there is no step. */
    private static final double CLUSTERED = 1.25;

    private static final double FADED = 0.5;
    /**
     * Ten times this share of the late ticks in the largest cluster is what ten independent ones may have: a sixth. Of equal
     * clusters it has a tenth, of exponentially distributed ones mostly less than a sixth.
     */
    private static final double LARGE = 0.6;

    private static final int LEAST_BLOCKS = 10;
    /** Of blocks longer than any pause. */
    private static final int LEAST_LONG_BLOCKS = 30;

    private static final long LONG_NS = 3_000_000_001L;

    private static final class Sum {
        private double dispersions;
        private double weights;
        private long blocks;
        private int runs;
    }

    private final TreeMap<Long, Sum> byLength = new TreeMap<>();
    private double knownDispersions;
    private double knownWeights;
    private double late;
    private double largest;
    private double together;

    /**
     * Adds the ticks of one run beyond a value.
     *
     * @param rank the rank of the run that is nearest to the value
     * @param rankLate ticks beyond that rank
     * @param ticks of the run
     * @param lateHere of these, ticks beyond the value
     */
    void add(LateBlocks blocks, int rank, long rankLate, long ticks, double lateHere) {
        late += lateHere;
        largest = Math.max(largest, blocks.largestInSecond().get(rank) - rankLate / blocks.seconds());
        together = Math.max(together, blocks.together(ticks));
        double weight = lateHere * (1 - lateHere / ticks);
        for (LateBlocks.Length length : blocks.lengths()) {
            Sum sum = byLength.computeIfAbsent(length.lengthNs(), ns -> new Sum());
            sum.dispersions += weight * length.dispersion(rank, rankLate, ticks);
            sum.weights += weight;
            sum.blocks += length.blocks();
            sum.runs++;
        }
    }

    /** Adds the ticks of a run of which only the mean size of a cluster is known, and in how many blocks they are. */
    void add(double deff, LateBlocks blocks, long ticks, double lateHere) {
        late += lateHere;
        largest = Math.max(largest, deff);
        together = Math.max(together, blocks.together(ticks));
        double weight = lateHere * (1 - lateHere / ticks);
        knownDispersions += weight * deff;
        knownWeights += weight;
    }

    /** The mean number, weighted by ticks; all of them where no length has enough blocks. */
    double deff() {
        double most = knownWeights > 0 ? knownDispersions / knownWeights : 0;
        for (var each : byLength.entrySet()) {
            Sum sum = each.getValue();
            int least = each.getKey() < LONG_NS ? LEAST_BLOCKS : LEAST_LONG_BLOCKS;
            if (sum.blocks >= least && sum.blocks > sum.runs && sum.weights > 0) {
                double raw = (sum.dispersions + knownDispersions) / (sum.weights + knownWeights);
                double excess = Math.max(0, raw - 1) * sum.blocks / (sum.blocks - sum.runs);
                most = Math.max(most, 1 + excess);
            }
        }
        return Math.max(1, most == 0 ? late : most);
    }

    /** How many independent ticks say as much as the late ones, as far as the largest cluster lets it be known. */
    double effective() {
        return late / Math.max(deff(), LARGE * largestCluster());
    }

    /**
     * Room for clusters that were not seen: for so many as may be larger than the largest. Where none stands out, a pause that
     * was not seen has the ticks of one block.
     */
    double unseen() {
        return MOST_UNSEEN * Math.max(largestCluster(), together);
    }

    /** Largest number of late ticks within a second beyond the mean; 0 where they are independent: then it is no cluster. */
    private double largestCluster() {
        return largest * Math.min(1, Math.max(0, (deff() - CLUSTERED) / FADED));
    }
}
