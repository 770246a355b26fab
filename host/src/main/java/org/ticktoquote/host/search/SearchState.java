package org.ticktoquote.host.search;

/**
 * Placement with precomputed sums, from which the effect of a shift or swap on the cost is computed in O(1).
 *
 * <p>{@code towards[i][c]} is the cost of thread i on CPU c with all others in place. Four sums per CPU describe its
 * queue. Making a shift or swap takes O(neighbours x CPUs). Single-threaded; allocation-free after construction.
 */
final class SearchState {
    static final int SUMS = 4;
    private static final double MICROS = 1e6;
    /** Load above which the queue length continues as a steep parabola, since 1 / (1 - load) diverges at 1. */
    private static final double STEEP_LOAD = 0.9;
    /** Additional service time of a hardware thread whose sibling is always busy. */
    private static final double INTERFERENCE = 0.4 * MICROS;
    /** Makes an overloaded CPU worse than any queue, regardless of the weights of its threads. */
    private static final double OVERLOAD = 1e8;

    private static final int NONE = -1;
    /** Smaller gains are rounding errors. */
    private static final double MIN_GAIN = 1e-9;

    final PlacementProblem problem;
    final int[] placement;
    final int[] best;

    final double[] towards;
    private double cost;
    private double bestCost;
    private final double[] sums;
    private final double[] queueCosts;
    /** Three sums per core: load, weighted load, sum of load x weighted load of its CPUs. */
    private final double[] coreSums;

    SearchState(PlacementProblem problem, int[] placement) {
        this.problem = problem;
        this.placement = placement.clone();
        this.best = placement.clone();
        this.towards = problem.fixed.clone();
        this.sums = new double[SUMS * problem.cpus];
        this.queueCosts = new double[problem.cpus];
        this.coreSums = new double[3 * problem.cpus];
        for (int i = 0; i < problem.threads; i++) {
            for (int j = 0; j < problem.threads; j++) {
                double weight = problem.weights[i * problem.threads + j];
                for (int c = 0; weight != 0 && c < problem.cpus; c++) {
                    towards[i * problem.cpus + c] += weight * problem.distances[placement[j] * problem.cpus + c];
                }
            }
            changeQueue(i, placement[i], 1);
        }
        this.cost = fullCost();
        this.bestCost = cost;
    }

    double cost() {
        return cost;
    }

    double bestCost() {
        return bestCost;
    }

    /** Adds the delta of a completed shift or swap to the cost. */
    void add(double delta) {
        cost += delta;
        if (cost < bestCost - MIN_GAIN * Math.abs(bestCost)) {
            bestCost = cost;
            System.arraycopy(placement, 0, best, 0, best.length);
        }
    }

    /** Computes the cost from the sums. Equals {@link #cost} up to rounding. */
    double fullCost() {
        double twice = 0;
        double fixed = 0;
        for (int i = 0; i < problem.threads; i++) {
            double own = problem.fixed[i * problem.cpus + placement[i]];
            twice += towards[i * problem.cpus + placement[i]] - own;
            fixed += own;
        }
        double queues = 0;
        for (int cpu = 0; problem.queueing && cpu < problem.cpus; cpu++) {
            queues += queueCosts[cpu]
                    + INTERFERENCE * (coreSums[3 * cpu] * coreSums[3 * cpu + 1] - coreSums[3 * cpu + 2]);
        }
        return twice / 2 + fixed + queues;
    }

    private static double queue(double rate, double moment, double load) {
        if (load <= STEEP_LOAD) {
            return MICROS / 2 * rate * moment / (1 - load);
        }
        double over = load - STEEP_LOAD;
        double longer = 1 / (1 - STEEP_LOAD) * (1 + over / (1 - STEEP_LOAD) * (1 + over / (1 - STEEP_LOAD)));
        return MICROS / 2 * rate * moment * longer + OVERLOAD * over * over;
    }

    /** Returns the change of the cost if a thread moves to a CPU. */
    double shiftDelta(int thread, int to) {
        int row = thread * problem.cpus;
        int from = placement[thread];
        double delta = towards[row + to] - towards[row + from];
        return problem.queueing ? delta + queueDelta(thread, NONE, from, to) : delta;
    }

    /** Returns the change of the cost if two threads exchange CPUs. */
    double swapDelta(int one, int other) {
        int from = placement[one];
        int to = placement[other];
        int cpus = problem.cpus;
        double[] distances = problem.distances;
        double delta = towards[one * cpus + to]
                - towards[one * cpus + from]
                + towards[other * cpus + from]
                - towards[other * cpus + to];
        double weight = problem.weights[one * problem.threads + other];
        if (weight != 0) {
            delta += weight
                    * (2 * distances[from * cpus + to] - distances[from * cpus + from] - distances[to * cpus + to]);
        }
        return problem.queueing ? delta + queueDelta(one, other, from, to) : delta;
    }

    /** Returns the change of queues and interference if one thread moves, and optionally another the opposite way. */
    private double queueDelta(int one, int other, int from, int to) {
        double[] demands = problem.demands;
        int at = SUMS * one;
        double rate = demands[at];
        double moment = demands[at + 1];
        double load = demands[at + 2];
        double weighted = demands[at + 3];
        if (other != NONE) {
            at = SUMS * other;
            rate -= demands[at];
            moment -= demands[at + 1];
            load -= demands[at + 2];
            weighted -= demands[at + 3];
        }
        int f = SUMS * from;
        int t = SUMS * to;
        double delta = queue(sums[f] - rate, sums[f + 1] - moment, sums[f + 2] - load)
                - queueCosts[from]
                + queue(sums[t] + rate, sums[t + 1] + moment, sums[t + 2] + load)
                - queueCosts[to];
        double fromBefore = sums[f + 2] * sums[f + 3];
        double fromAfter = (sums[f + 2] - load) * (sums[f + 3] - weighted);
        double toBefore = sums[t + 2] * sums[t + 3];
        double toAfter = (sums[t + 2] + load) * (sums[t + 3] + weighted);
        double interference = fromBefore - fromAfter + toBefore - toAfter;
        int fromCore = 3 * problem.cores[from];
        int toCore = 3 * problem.cores[to];
        if (fromCore != toCore) {
            interference += (coreSums[fromCore] - load) * (coreSums[fromCore + 1] - weighted)
                    - coreSums[fromCore] * coreSums[fromCore + 1]
                    + (coreSums[toCore] + load) * (coreSums[toCore + 1] + weighted)
                    - coreSums[toCore] * coreSums[toCore + 1];
        }
        return delta + INTERFERENCE * interference;
    }

    void swap(int one, int other) {
        int from = placement[one];
        shift(one, placement[other]);
        shift(other, from);
    }

    void shift(int thread, int to) {
        int from = placement[thread];
        placement[thread] = to;
        double[] distances = problem.distances;
        for (int neighbour : problem.neighbours[thread]) {
            double weight = problem.weights[thread * problem.threads + neighbour];
            for (int c = 0; c < problem.cpus; c++) {
                towards[neighbour * problem.cpus + c] +=
                        weight * (distances[to * problem.cpus + c] - distances[from * problem.cpus + c]);
            }
        }
        if (problem.queueing) {
            changeQueue(thread, from, -1);
            changeQueue(thread, to, 1);
        }
    }

    private void changeQueue(int thread, int cpu, int sign) {
        int at = SUMS * cpu;
        int core = 3 * problem.cores[cpu];
        double load = sign * problem.demands[SUMS * thread + 2];
        double weighted = sign * problem.demands[SUMS * thread + 3];
        coreSums[core] += load;
        coreSums[core + 1] += weighted;
        coreSums[core + 2] += (sums[at + 2] + load) * (sums[at + 3] + weighted) - sums[at + 2] * sums[at + 3];
        for (int k = 0; k < SUMS; k++) {
            sums[at + k] += sign * problem.demands[SUMS * thread + k];
        }
        queueCosts[cpu] = queue(sums[at], sums[at + 1], sums[at + 2]);
    }
}
