package org.ticktoquote.analysis.statistics;

import java.util.ArrayList;
import java.util.List;

/**
 * Sums of ticks beyond the ranks of a series over blocks of time, which show the clustering of late ticks. Empty if no ticks
 * were counted. All lists are in rank order.
 *
 * @param largestInSecond largest number of late ticks in a block of 1 s
 * @param lengths block lengths in ascending order; lengths with fewer than two blocks are omitted
 */
public record LateBlocks(List<Long> largestInSecond, List<Length> lengths) {
    public static final LateBlocks NONE = new LateBlocks(List.of(), List.of());

    private static final long SECOND_NS = 1_000_000_000;

    public LateBlocks {
        largestInSecond = List.copyOf(largestInSecond);
        lengths = List.copyOf(lengths);
    }

    /**
     * Sums over the blocks of one length.
     *
     * @param lengthNs length of a block; the first begins with the first tick
     * @param blocks number of blocks with ticks
     * @param tickSquares sum of the squared tick counts
     * @param squares sums of the squared late counts, one per rank
     * @param products sums of late count times tick count, one per rank
     */
    public record Length(long lengthNs, long blocks, long tickSquares, List<Long> squares, List<Long> products) {
        public Length {
            squares = List.copyOf(squares);
            products = List.copyOf(products);
        }

        /**
         * Returns the variance of the late count relative to independent ticks. It is the sum of
         * (late - share x ticks)^2 of the blocks, divided by ticks x share x (1 - share) of the series, without
         * correction for the estimated share.
         *
         * @param late ticks beyond the rank
         * @param ticks number of ticks in the series
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

    /** Returns the mean tick count of a block of the shortest length; 1 if unknown. */
    double together(long ticks) {
        return lengths.isEmpty() ? 1 : (double) ticks / lengths.get(0).blocks();
    }

    /** Returns the number of blocks of 1 s; 1 if unknown. */
    double seconds() {
        return lengths.stream()
                .filter(length -> length.lengthNs() == SECOND_NS)
                .mapToLong(Length::blocks)
                .findFirst()
                .orElse(1);
    }

    /**
     * Returns the number of independent ticks beyond each rank of one series.
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
