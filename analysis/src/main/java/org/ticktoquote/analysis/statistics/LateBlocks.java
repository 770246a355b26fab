package org.ticktoquote.analysis.statistics;

import java.util.ArrayList;
import java.util.List;

/**
 * Sums over blocks of time of the ticks beyond the ranks of a series, by length of the blocks: what tells how late ticks
 * cluster. Empty where no ticks were counted. All lists are in the order of the ranks.
 *
 * @param largestInSecond largest number of late ticks in one block of 1 s
 * @param lengths by rising length; those of which the series has fewer than two blocks are absent
 */
public record LateBlocks(List<Long> largestInSecond, List<Length> lengths) {
    /** Of a series that was not counted in blocks. */
    public static final LateBlocks NONE = new LateBlocks(List.of(), List.of());

    private static final long SECOND_NS = 1_000_000_000;

    public LateBlocks {
        largestInSecond = List.copyOf(largestInSecond);
        lengths = List.copyOf(lengths);
    }

    /**
     * Sums over the blocks of one length.
     *
     * @param lengthNs of each block; the first one begins with the first tick
     * @param blocks in which there are ticks
     * @param tickSquares sum of the squares of their numbers of ticks
     * @param squares for each rank, the sum of the squares of their numbers of late ticks
     * @param products for each rank, the sum of late ticks times ticks
     */
    public record Length(long lengthNs, long blocks, long tickSquares, List<Long> squares, List<Long> products) {
        public Length {
            squares = List.copyOf(squares);
            products = List.copyOf(products);
        }

        /**
         * Variance of the late ticks of a block over that of independent ones: the sum of (late - share x ticks)^2 over
         * ticks x share x (1 - share), before the correction for the share that is estimated.
         *
         * @param rank of which
         * @param late ticks beyond it
         * @param ticks of the series
         */
        double dispersion(int rank, long late, long ticks) {
            double share = (double) late / ticks;
            double sum = squares.get(rank) - 2 * share * products.get(rank) + share * share * tickSquares;
            return Math.max(0, sum) / (late * (1 - share));
        }
    }

    boolean isEmpty() {
        return largestInSecond.isEmpty();
    }

    /** How many ticks one block of the shortest length has on average; 1 where that is not known. */
    double together(long ticks) {
        return lengths.isEmpty() ? 1 : (double) ticks / lengths.get(0).blocks();
    }

    /** How many blocks of 1 s there are. */
    double seconds() {
        return lengths.stream()
                .filter(length -> length.lengthNs() == SECOND_NS)
                .mapToLong(Length::blocks)
                .findFirst()
                .orElse(1);
    }

    /**
     * Independent ticks beyond each rank of one series.
     *
     * @param late ticks beyond each rank
     */
    List<Double> effective(List<Long> late, long ticks) {
        List<Double> effective = new ArrayList<>();
        for (int rank = 0; rank < late.size(); rank++) {
            Clusters clusters = new Clusters();
            clusters.add(this, rank, late.get(rank), ticks, late.get(rank));
            effective.add(clusters.effective());
        }
        return effective;
    }
}
