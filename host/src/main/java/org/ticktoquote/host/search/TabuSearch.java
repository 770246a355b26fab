package org.ticktoquote.host.search;

import java.util.Arrays;

/**
 * Robust tabu search (Taillard, Parallel Computing 17, 1991) over swaps, and over shifts where several threads share a CPU.
 *
 * <p>Each iteration makes the best move that is not tabu. With many threads it looks at the moves of some random ones only.
 * Deterministic; bounded by moves, of which one is a look at a neighbour.
 */
final class TabuSearch {
    private static final int MOST_MOVES = 4096;
    private static final int TENURE = 8;
    private static final int ASPIRATION = 5;

    private final SearchState state;
    private final PlacementProblem problem;
    private final Random64 random;
    /** Iteration until which a thread may not return to a CPU. */
    private final long[] tabu;

    private long iteration = 1;
    private double bestDelta;
    private boolean bestAspired;
    private int bestThread;
    private int bestPartner;
    private int bestCpu;

    TabuSearch(PlacementProblem problem, int[] start, long seed) {
        this.problem = problem;
        this.state = new SearchState(problem, start);
        this.random = new Random64(seed);
        this.tabu = new long[problem.threads * problem.cpus];
        Arrays.setAll(tabu, i -> -i);
    }

    SearchState search(long moves) {
        int neighbours = problem.threads + (problem.queueing ? problem.cpus : 0);
        boolean all = (long) problem.threads * neighbours / 2 <= MOST_MOVES;
        int looks = all ? problem.threads : Math.max(1, Math.min(problem.threads, MOST_MOVES / neighbours));
        long done = 0;
        while (done < moves) {
            bestDelta = Double.POSITIVE_INFINITY;
            bestAspired = false;
            bestThread = -1;
            for (int k = 0; k < looks; k++) {
                look(all ? k : random.below(problem.threads), all ? k + 1 : 0);
            }
            done += (long) looks * neighbours / (all ? 2 : 1);
            move();
            iteration++;
        }
        return state;
    }

    private void look(int thread, int firstPartner) {
        int from = state.placement[thread];
        int row = thread * problem.cpus;
        long old = iteration - (long) ASPIRATION * problem.threads * problem.cpus;
        for (int partner = firstPartner; partner < problem.threads; partner++) {
            int to = state.placement[partner];
            if (to != from) {
                long here = tabu[row + to];
                long there = tabu[partner * problem.cpus + from];
                double delta = state.swapDelta(thread, partner);
                offer(delta, here < iteration || there < iteration, here < old || there < old, thread, partner, to);
            }
        }
        for (int to = 0; problem.queueing && to < problem.cpus; to++) {
            if (to != from) {
                long here = tabu[row + to];
                offer(state.shiftDelta(thread, to), here < iteration, here < old, thread, -1, to);
            }
        }
    }

    private void offer(double delta, boolean allowed, boolean forgotten, int thread, int partner, int cpu) {
        boolean aspired = forgotten || state.cost() + delta < state.bestCost() * (1 - 1e-9);
        if (aspired && !bestAspired || (aspired || allowed) && aspired == bestAspired && delta < bestDelta) {
            bestDelta = delta;
            bestAspired = aspired;
            bestThread = thread;
            bestPartner = partner;
            bestCpu = cpu;
        }
    }

    private void move() {
        if (bestThread < 0) {
            return;
        }
        forbid(bestThread);
        if (bestPartner < 0) {
            state.shift(bestThread, bestCpu);
        } else {
            forbid(bestPartner);
            state.swap(bestThread, bestPartner);
        }
        state.add(bestDelta);
    }

    private void forbid(int thread) {
        double part = random.below(1 << 20) / (double) (1 << 20);
        tabu[thread * problem.cpus + state.placement[thread]] =
                iteration + (long) (part * part * part * TENURE * problem.threads);
    }
}
