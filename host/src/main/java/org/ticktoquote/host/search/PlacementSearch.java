package org.ticktoquote.host.search;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Several searches of one problem in parallel, from a balanced and from a bisected placement.
 *
 * <p>Problem, seed and moves decide the result, to the bit: the number of CPUs only decides when it is there.
 *
 * @param moves of all searches together
 */
public record PlacementSearch(long seed, long moves) {
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
        int[] balanced = StartPlacement.balanced(problem);
        int[] bisected = StartPlacement.bisected(problem);
        List<Callable<BestPlacement>> searches = new ArrayList<>();
        long part = moves / PARTS;
        if (problem.queueing) {
            searches.add(() -> new Annealing(problem, bisected, seed).search(9 * part));
            searches.add(() -> new Annealing(problem, balanced, seed + 1).search(9 * part));
            searches.add(() -> new TabuSearch(problem, bisected, seed + 2).search(2 * part * LOOKS_A_MOVE));
        } else {
            searches.add(() -> new TabuSearch(problem, bisected, seed).search(8 * part * LOOKS_A_MOVE));
            searches.add(() -> new TabuSearch(problem, balanced, seed + 1).search(8 * part * LOOKS_A_MOVE));
            searches.add(() -> new Annealing(problem, bisected, seed + 2).search(4 * part));
        }
        return best(problem, searches);
    }

    /** Balanced loads, blind to communication: what a search is compared with. */
    public static Result balanced(PlacementProblem problem) {
        int[] placement = StartPlacement.balanced(problem);
        return new Result(placement, problem.cost(placement));
    }

    private static Result best(PlacementProblem problem, List<Callable<BestPlacement>> searches) {
        AtomicInteger number = new AtomicInteger();
        int cpus = Math.min(searches.size(), Runtime.getRuntime().availableProcessors());
        ExecutorService pool = Executors.newFixedThreadPool(cpus, task -> {
            Thread thread = new Thread(task, "plan-search-" + number.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        });
        try {
            BestPlacement best = null;
            for (Future<BestPlacement> each : pool.invokeAll(searches)) {
                BestPlacement found = each.get();
                best = best == null || found.cost() < best.cost() ? found : best;
            }
            int[] placement = best == null ? StartPlacement.balanced(problem) : best.placement;
            return new Result(placement, problem.cost(placement));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }
}
