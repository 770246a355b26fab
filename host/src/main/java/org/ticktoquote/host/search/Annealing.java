package org.ticktoquote.host.search;

/**
 * Simulated annealing by shifts and swaps (Kirkpatrick, Gelatt, Vecchi, Science 220, 1983): the temperature falls by a
 * constant factor a move, from a third of the mean worsening to a ten-thousandth of that. Deterministic; bounded by moves.
 */
final class Annealing {
    private static final int SAMPLES = 1000;
    /** Hotter than this most moves are accepted, which costs time and gains nothing. */
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

    /** Any CPU, or that of a thread with which it communicates. */
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
