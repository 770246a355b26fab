package org.ticktoquote.host.search;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Runs several searches of one problem in parallel, starting from a balanced placement.
 *
 * <p>Deterministic to the bit: problem, seed and moves determine the result. The number of CPUs that run the search affects
 * only its time.
 *
 * @param moves number of moves of all searches together
 */
public record PlacementSearch(long seed, long moves) {
    /** Search that takes some seconds. */
    public static final PlacementSearch DEFAULT = new PlacementSearch(1, 16_000_000);

    /** Tabu search evaluates this many neighbours in the time of one annealing move, since it evaluates them in order. */
    private static final int EVALUATIONS_PER_MOVE = 5;

    /**
     * Parts that all moves are divided into. Annealing gets most of them in problems with queueing, tabu search in
     * assignment problems.
     */
    private static final int PARTS = 20;

    /** Returns the placement with the least cost found: the CPU of each thread. */
    public int[] search(PlacementProblem problem) {
        problem.complete();
        int[] start = balanced(problem);
        long part = moves / PARTS;
        Stream<Supplier<SearchState>> searches = problem.queueing
                ? Stream.of(
                        () -> new Annealing(problem, start, seed).search(9 * part),
                        () -> new Annealing(problem, start, seed + 1).search(9 * part),
                        () -> new TabuSearch(problem, start, seed + 2).search(2 * part * EVALUATIONS_PER_MOVE))
                : Stream.of(
                        () -> new TabuSearch(problem, start, seed).search(8 * part * EVALUATIONS_PER_MOVE),
                        () -> new TabuSearch(problem, start, seed + 1).search(8 * part * EVALUATIONS_PER_MOVE),
                        () -> new Annealing(problem, start, seed + 2).search(4 * part));
        return searches.parallel()
                .map(Supplier::get)
                .reduce((one, other) -> other.bestCost() < one.bestCost() ? other : one)
                .orElseThrow()
                .best;
    }

    /** Balances loads only: places each thread, heaviest first, on the least loaded CPU. Baseline for searches. */
    public static int[] balanced(PlacementProblem problem) {
        int[] placement = new int[problem.threads];
        double[] loads = new double[problem.cpus];
        IntStream.range(0, problem.threads)
                .boxed()
                .sorted(Comparator.comparingDouble(thread -> -problem.load(thread)))
                .forEach(thread -> {
                    int best = 0;
                    for (int cpu = 1; cpu < problem.cpus; cpu++) {
                        best = cost(problem, loads, thread, cpu) < cost(problem, loads, thread, best) ? cpu : best;
                    }
                    placement[thread] = best;
                    loads[best] += problem.queueing ? problem.load(thread) + 1e-9 : 1;
                });
        return placement;
    }

    private static double cost(PlacementProblem problem, double[] loads, int thread, int cpu) {
        double fixed = problem.fixed[thread * problem.cpus + cpu];
        return loads[cpu] + (fixed >= PlacementProblem.FORBIDDEN ? fixed : 0);
    }

    /**
     * Simulated annealing with shifts and swaps (Kirkpatrick, Gelatt, Vecchi, Science 220, 1983). The temperature falls by a
     * constant factor, from 0.3 of the mean worsening to a ten-thousandth of that. Deterministic; bounded by moves.
     */
    private static final class Annealing {
        private static final int SAMPLES = 1000;
        /** Higher temperatures accept most moves, which costs time without gain. */
        private static final double HEAT = 0.3;

        private static final double COOLING = 1e-4;
        private static final int MOVES_A_STEP = 256;

        private final SearchState state;
        private final PlacementProblem problem;
        private final Random64 random;

        Annealing(PlacementProblem problem, int[] start, long seed) {
            this.problem = problem;
            this.state = new SearchState(problem, start);
            this.random = new Random64(seed);
        }

        SearchState search(long moves) {
            double temperature = HEAT * meanWorsening();
            long steps = Math.max(1, moves / MOVES_A_STEP);
            double factor = StrictMath.pow(COOLING, 1.0 / steps);
            for (long step = 0; step < steps; step++) {
                for (int i = 0; i < MOVES_A_STEP; i++) {
                    if (random.below(2) == 0 && problem.queueing) {
                        tryShift(temperature);
                    } else {
                        trySwap(temperature);
                    }
                }
                temperature *= factor;
            }
            return state;
        }

        private double meanWorsening() {
            double sum = 0;
            int count = 0;
            for (int i = 0; i < SAMPLES; i++) {
                int one = random.below(problem.threads);
                int other = random.below(problem.threads);
                double delta = state.placement[one] == state.placement[other] ? 0 : state.swapDelta(one, other);
                if (delta > 0 && delta < PlacementProblem.FORBIDDEN / 2) {
                    sum += delta;
                    count++;
                }
            }
            return count == 0 ? 1 : sum / count;
        }

        private void tryShift(double temperature) {
            int thread = random.below(problem.threads);
            int to = target(thread);
            if (to != state.placement[thread]) {
                double delta = state.shiftDelta(thread, to);
                if (delta <= 0 || delta < temperature * random.exponential()) {
                    state.shift(thread, to);
                    state.add(delta);
                }
            }
        }

        /** Returns a random CPU, or the CPU of a random neighbour of the thread. */
        private int target(int thread) {
            int[] neighbours = problem.neighbours[thread];
            return neighbours.length == 0 || random.below(2) == 0
                    ? random.below(problem.cpus)
                    : state.placement[neighbours[random.below(neighbours.length)]];
        }

        private void trySwap(double temperature) {
            int one = random.below(problem.threads);
            int other = random.below(problem.threads);
            if (state.placement[one] != state.placement[other]) {
                double delta = state.swapDelta(one, other);
                if (delta <= 0 || delta < temperature * random.exponential()) {
                    state.swap(one, other);
                    state.add(delta);
                }
            }
        }
    }

    /**
     * Robust tabu search (Taillard, Parallel Computing 17, 1991) with swaps, and with shifts if several threads can share a
     * CPU.
     *
     * <p>Each iteration makes the best move that is not tabu. With many threads it evaluates only the moves of some random
     * threads. Deterministic; bounded by moves, each an evaluation of a neighbour.
     */
    private static final class TabuSearch {
        private static final int MAX_MOVES = 4096;
        private static final int TENURE = 8;
        private static final int ASPIRATION = 5;

        private final SearchState state;
        private final PlacementProblem problem;
        private final Random64 random;
        /** Iteration until which a thread must not return to a CPU. */
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
            boolean all = (long) problem.threads * neighbours / 2 <= MAX_MOVES;
            int looks = all ? problem.threads : Math.max(1, Math.min(problem.threads, MAX_MOVES / neighbours));
            long done = 0;
            while (done < moves) {
                bestDelta = Double.POSITIVE_INFINITY;
                bestAspired = false;
                bestThread = -1;
                for (int k = 0; k < looks; k++) {
                    evaluate(all ? k : random.below(problem.threads), all ? k + 1 : 0);
                }
                done += (long) looks * neighbours / (all ? 2 : 1);
                move();
                iteration++;
            }
            return state;
        }

        private void evaluate(int thread, int firstPartner) {
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

    /** Seeded random numbers: xorshift64* (Vigna, An experimental exploration of Marsaglia's xorshift generators, 2016). */
    private static final class Random64 {
        private static final int LOGARITHMS = 1 << 14;
        private static final double[] MINUS_LOG = new double[LOGARITHMS];

        static {
            for (int i = 0; i < LOGARITHMS; i++) {
                MINUS_LOG[i] = -StrictMath.log((i + 0.5) / LOGARITHMS);
            }
        }

        private long state;

        Random64(long seed) {
            long mixed = (seed + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
            this.state = mixed == 0 ? 1 : mixed;
            for (int i = 0; i < 8; i++) {
                next();
            }
        }

        private long next() {
            state ^= state >>> 12;
            state ^= state << 25;
            state ^= state >>> 27;
            return state * 0x2545F4914F6CDD1DL;
        }

        /** Returns a number from 0 (inclusive) to the bound (exclusive). */
        int below(int bound) {
            return (int) ((next() >>> 33) * bound >>> 31);
        }

        /** Returns an exponentially distributed number with mean 1, from a table of {@value #LOGARITHMS}. */
        double exponential() {
            return MINUS_LOG[(int) (next() >>> 50)];
        }
    }
}
