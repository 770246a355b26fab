package org.ticktoquote.analysis.statistics;

import java.util.TreeMap;

/**
 * Mean size of a cluster of late ticks, over one or more runs.
 *
 * <p>Late ticks are counted in blocks of time of several lengths ({@link LateBlocks}). Counts of independent ticks would have
 * binomial variance. The mean cluster size is the largest ratio of observed to binomial variance over all lengths, at least 1.
 * The ratio is Pearson's X^2, with its excess above 1 corrected for degrees of freedom (McCullagh and Nelder 1989, section
 * 4.5). Unlike clusters defined by gaps, it does not grow when independent ticks are close to each other. Lengths with too few
 * blocks are ignored. Not thread-safe.
 */
final class Clusters {
    /** 97.5 % upper bound of a Poisson mean after none was observed, 3.7 rounded up. */
    static final int MAX_UNSEEN = 4;

    /** Mean size above which clustering counts. To avoid a step, its weight rises from 0 to 1 over the next 0.5. */
    private static final double CLUSTERED = 1.25;

    private static final double FADED = 0.5;
    /**
     * Limits the largest of ten independent clusters to a sixth of the late ticks. Of ten equal clusters, the largest has a
     * tenth; of exponentially distributed ones, usually less than a sixth.
     */
    private static final double LARGE = 0.6;

    private static final int MIN_BLOCKS = 10;
    private static final int MIN_LONG_BLOCKS = 30;

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
     * Adds the ticks of a run beyond a value.
     *
     * @param rank the run's nearest rank to the value
     * @param rankLate ticks beyond that rank
     * @param ticks number of ticks in the run
     * @param lateHere ticks of the run beyond the value
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

    /**
     * Adds the ticks of a run for which only the mean cluster size and the number of blocks are known.
     *
     * @param deff mean cluster size
     */
    void add(double deff, LateBlocks blocks, long ticks, double lateHere) {
        late += lateHere;
        largest = Math.max(largest, deff);
        together = Math.max(together, blocks.together(ticks));
        double weight = lateHere * (1 - lateHere / ticks);
        knownDispersions += weight * deff;
        knownWeights += weight;
    }

    /** Returns the mean cluster size, weighted by ticks; the number of late ticks if no length has enough blocks. */
    double deff() {
        double most = knownWeights > 0 ? knownDispersions / knownWeights : 0;
        for (var each : byLength.entrySet()) {
            Sum sum = each.getValue();
            int least = each.getKey() < LONG_NS ? MIN_BLOCKS : MIN_LONG_BLOCKS;
            if (sum.blocks >= least && sum.blocks > sum.runs && sum.weights > 0) {
                double raw = (sum.dispersions + knownDispersions) / (sum.weights + knownWeights);
                double excess = Math.max(0, raw - 1) * sum.blocks / (sum.blocks - sum.runs);
                most = Math.max(most, 1 + excess);
            }
        }
        return Math.max(1, most == 0 ? late : most);
    }

    /** Returns the number of independent ticks equivalent to the late ones, limited by the largest cluster. */
    double effective() {
        return late / Math.max(deff(), LARGE * largestCluster());
    }

    /**
     * Returns an allowance for unseen clusters, each as large as the largest seen. Without clusters, an unseen pause is assumed
     * to affect the ticks of one block.
     */
    double unseen() {
        return MAX_UNSEEN * Math.max(largestCluster(), together);
    }

    /**
     * Returns the most late ticks in one second, less the mean per second; 0 for independent ticks, which form no cluster.
     */
    private double largestCluster() {
        return largest * Math.min(1, Math.max(0, (deff() - CLUSTERED) / FADED));
    }
}
