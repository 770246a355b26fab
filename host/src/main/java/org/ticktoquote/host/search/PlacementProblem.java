package org.ticktoquote.host.search;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Problem of placing threads on CPUs at minimum cost, in weighted microseconds per second.
 *
 * <p>The cost is weight x distance of each pair of threads, plus the fixed cost of each thread's CPU. Queueing adds two
 * costs: weighted rate x mean wait for each CPU, and interference between the hardware threads of each core. The mean
 * wait is that of M/G/1: rate x E[S^2] / 2(1 - load) (Pollaczek and Khinchine). Without queueing and with one thread
 * per CPU, the problem is a quadratic assignment problem.
 *
 * <p>Immutable and thread-safe after setup.
 */
public final class PlacementProblem {
    /** Cost of a CPU that a thread must not use. */
    public static final double FORBIDDEN = 1e12;

    final int threads;
    final int cpus;
    /** Weights by pair of threads, symmetric, both directions together. */
    final double[] weights;
    /** Distances by pair of CPUs, symmetric. */
    final double[] distances;
    /** Fixed costs by thread and CPU. */
    final double[] fixed;
    /** Four values per thread: weighted rate, rate x E[S^2], load, weighted load. */
    final double[] demands;

    final int[] cores;

    final boolean queueing;
    int[][] neighbours = {};

    private PlacementProblem(int threads, int cpus, boolean queueing) {
        this.threads = threads;
        this.cpus = cpus;
        this.queueing = queueing;
        this.weights = new double[threads * threads];
        this.distances = new double[cpus * cpus];
        this.fixed = new double[threads * cpus];
        this.demands = new double[SearchState.SUMS * threads];
        this.cores = new int[cpus];
        Arrays.setAll(cores, cpu -> cpu);
    }

    /** Creates a problem with any number of threads per CPU, which wait for each other. */
    public static PlacementProblem withQueueing(int threads, int cpus) {
        return new PlacementProblem(threads, cpus, true);
    }

    /** Creates a quadratic assignment problem with one thread per CPU. */
    public static PlacementProblem assignment(int size) {
        return new PlacementProblem(size, size, false);
    }

    public void addWeight(int one, int other, double weight) {
        if (one != other) {
            weights[one * threads + other] += weight;
            weights[other * threads + one] += weight;
        }
    }

    public void distance(int one, int other, double distance) {
        distances[one * cpus + other] = distance;
        distances[other * cpus + one] = distance;
    }

    public void addFixed(int thread, int cpu, double cost) {
        fixed[thread * cpus + cpu] += cost;
    }

    public void core(int cpu, int core) {
        cores[cpu] = core;
    }

    /**
     * Sets the demand of a thread.
     *
     * @param weight weight of the thread's waits
     * @param rate slices per second
     * @param load share of the CPU
     */
    public void demand(int thread, double weight, double rate, double load) {
        double service = rate > 0 ? load / rate : 0;
        demands[SearchState.SUMS * thread] = weight * rate;
        demands[SearchState.SUMS * thread + 1] = 2 * rate * service * service; // exponential service
        demands[SearchState.SUMS * thread + 2] = load;
        demands[SearchState.SUMS * thread + 3] = weight * load;
    }

    /** Returns the cost of a placement, given the CPU of each thread. */
    public double cost(int[] placement) {
        return new SearchState(this, placement).cost();
    }

    double load(int thread) {
        return demands[SearchState.SUMS * thread + 2];
    }

    /** Lists each thread's neighbours: the threads with a weight to it. Call once before a search. */
    PlacementProblem complete() {
        neighbours = IntStream.range(0, threads)
                .mapToObj(one -> IntStream.range(0, threads)
                        .filter(other -> weights[one * threads + other] != 0)
                        .toArray())
                .toArray(int[][]::new);
        return this;
    }
}
