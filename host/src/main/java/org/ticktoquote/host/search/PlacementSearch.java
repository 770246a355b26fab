package org.ticktoquote.host.search;

import java.util.Comparator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Several searches of one problem in parallel, from a balanced placement.
 *
 * <p>Problem, seed and moves decide the result, to the bit: the number of CPUs only decides when it is there.
 *
 * @param moves of all searches together
 */
public record PlacementSearch(long seed, long moves) {
    /** Takes some seconds. */
    public static final PlacementSearch USUAL = new PlacementSearch(1, 16_000_000);

    /** Looks at a neighbour by tabu search in the time of a move of annealing, since it looks at all neighbours in order. */
    private static final int LOOKS_A_MOVE = 5;

    /** Parts of all moves: searches by shifts and swaps gain most by annealing, those by swaps alone by tabu search. */
    private static final int PARTS = 20;

    /**
     * Result.
     *
     * @param placement CPU of each thread
     */
    @SuppressWarnings("ArrayRecordComponent") // results are not compared
    public record Result(int[] placement, double cost) {}

    /** The placement of the least cost. */
    public Result search(PlacementProblem problem) {
        problem.complete();
        int[] start = balanced(problem).placement;
        long part = moves / PARTS;
        Stream<Supplier<SearchState>> searches = problem.queueing
                ? Stream.of(
                        () -> new Annealing(problem, start, seed).search(9 * part),
                        () -> new Annealing(problem, start, seed + 1).search(9 * part),
                        () -> new TabuSearch(problem, start, seed + 2).search(2 * part * LOOKS_A_MOVE))
                : Stream.of(
                        () -> new TabuSearch(problem, start, seed).search(8 * part * LOOKS_A_MOVE),
                        () -> new TabuSearch(problem, start, seed + 1).search(8 * part * LOOKS_A_MOVE),
                        () -> new Annealing(problem, start, seed + 2).search(4 * part));
        int[] best = searches.parallel()
                .map(Supplier::get)
                .reduce((one, other) -> other.bestCost() < one.bestCost() ? other : one)
                .orElseThrow()
                .best;
        return new Result(best, problem.cost(best));
    }

    /**
     * Balanced loads, blind to communication: the heaviest thread first, each to the CPU with the least load. What a search is
     * compared with.
     */
    public static Result balanced(PlacementProblem problem) {
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
        return new Result(placement, problem.cost(placement));
    }

    private static double cost(PlacementProblem problem, double[] loads, int thread, int cpu) {
        double fixed = problem.fixed[thread * problem.cpus + cpu];
        return loads[cpu] + (fixed >= PlacementProblem.FORBIDDEN ? fixed : 0);
    }
}
