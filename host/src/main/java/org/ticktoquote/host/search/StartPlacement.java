package org.ticktoquote.host.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Placements that searches start from. */
final class StartPlacement {
    private final PlacementProblem problem;
    private final int[] placement;

    private StartPlacement(PlacementProblem problem) {
        this.problem = problem;
        this.placement = new int[problem.threads];
    }

    /** Balanced loads, blind to communication: the heaviest thread first, each to the CPU with the least load. */
    static int[] balanced(PlacementProblem problem) {
        int[] placement = new int[problem.threads];
        double[] loads = new double[problem.cpus];
        List<Integer> heaviestFirst = new ArrayList<>(range(problem.threads));
        heaviestFirst.sort(Comparator.comparingDouble(thread -> -problem.load(thread)));
        for (int thread : heaviestFirst) {
            int best = 0;
            for (int cpu = 1; cpu < problem.cpus; cpu++) {
                if (cost(problem, loads, thread, cpu) < cost(problem, loads, thread, best)) {
                    best = cpu;
                }
            }
            placement[thread] = best;
            loads[best] += unit(problem, thread);
        }
        return placement;
    }

    private static double cost(PlacementProblem problem, double[] loads, int thread, int cpu) {
        double fixed = problem.fixed[thread * problem.cpus + cpu];
        return loads[cpu] + (fixed >= PlacementProblem.FORBIDDEN ? fixed : 0);
    }

    private static double unit(PlacementProblem problem, int thread) {
        return problem.queueing ? problem.load(thread) + 1e-9 : 1;
    }

    /** Recursive bisection: CPUs into near halves, threads into halves of equal load that talk little to each other. */
    static int[] bisected(PlacementProblem problem) {
        StartPlacement start = new StartPlacement(problem);
        start.bisect(range(problem.threads), range(problem.cpus));
        return start.placement;
    }

    private static List<Integer> range(int end) {
        return IntStream.range(0, end).boxed().toList();
    }

    private void bisect(List<Integer> threads, List<Integer> cpus) {
        if (cpus.size() == 1) {
            threads.forEach(thread -> placement[thread] = cpus.get(0));
            return;
        }
        int one = farthest(cpus, cpus.get(0));
        int other = farthest(cpus, one);
        List<Integer> sorted = new ArrayList<>(cpus);
        sorted.sort(Comparator.comparingDouble(cpu -> distance(cpu, one) - distance(cpu, other)));
        int half = (cpus.size() + 1) / 2;
        List<Integer> near = grow(threads, (double) half / cpus.size());
        List<Integer> rest = new ArrayList<>(threads);
        rest.removeAll(near);
        bisect(near, sorted.subList(0, half));
        bisect(rest, sorted.subList(half, sorted.size()));
    }

    private int farthest(List<Integer> cpus, int from) {
        int farthest = cpus.get(0);
        for (int cpu : cpus) {
            farthest = distance(from, cpu) > distance(from, farthest) ? cpu : farthest;
        }
        return farthest;
    }

    private double distance(int one, int other) {
        return problem.distances[one * problem.cpus + other];
    }

    /** Adds the thread that talks most to those already there, and least to the others, until they have their share of the load. */
    private List<Integer> grow(List<Integer> threads, double share) {
        double all =
                threads.stream().mapToDouble(thread -> unit(problem, thread)).sum();
        double[] attraction = new double[problem.threads];
        for (int thread : threads) {
            for (int other : threads) {
                attraction[thread] -= weight(thread, other);
            }
        }
        List<Integer> left = new ArrayList<>(threads);
        List<Integer> grown = new ArrayList<>();
        double load = 0;
        while (!left.isEmpty() && load + unit(problem, left.get(0)) / 2 < all * share) {
            int best = 0;
            for (int k = 1; k < left.size(); k++) {
                best = attraction[left.get(k)] > attraction[left.get(best)] ? k : best;
            }
            int added = left.remove(best);
            grown.add(added);
            load += unit(problem, added);
            left.forEach(thread -> attraction[thread] += 2 * weight(thread, added));
        }
        return grown;
    }

    private double weight(int one, int other) {
        return problem.weights[one * problem.threads + other];
    }
}
