package org.ticktoquote.host.search;

/** The best placement that a search has seen. Not thread-safe. */
final class BestPlacement {
    /** Smaller differences are rounding. */
    private static final double LEAST_GAIN = 1e-9;

    final int[] placement;
    private double cost;

    BestPlacement(int[] placement, double cost) {
        this.placement = placement.clone();
        this.cost = cost;
    }

    void offer(int[] other, double otherCost) {
        if (otherCost < cost - LEAST_GAIN * Math.abs(cost)) {
            cost = otherCost;
            System.arraycopy(other, 0, placement, 0, placement.length);
        }
    }

    double cost() {
        return cost;
    }
}
