package org.ticktoquote.host.threads;

/**
 * Load of several threads at their peaks, in CPUs. Threads that have their peaks together add them; bursts of the others
 * are independent of each other and add in quadrature.
 */
public final class PeakLoad {
    /** Load of a CPU above which waiting for it grows steeply: plans with more are refused. */
    public static final double MOST = 0.8;

    private double sum;
    private double squares;

    /** @param together whether it has its peak when others do */
    public void add(double mean, double peak, boolean together) {
        double burst = peak - mean;
        sum += together ? peak : mean;
        squares += together ? 0 : burst * burst;
    }

    /** Load of all threads added so far. */
    public double total() {
        return sum + Math.sqrt(squares);
    }
}
