package org.ticktoquote.comparison.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Computes the one-sided error level of each look at growing data, so that all looks together spend at most a given level
 * alpha (Lan and DeMets 1983). The spending function is alpha t^2, where t is the share of the runs so far.
 *
 * <p>Integrates by Simpson's rule the probability that a sum of normal increments first crosses its bound at a look
 * (Armitage, McPherson and Rowe 1969).
 */
public final class AlphaSpending {
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
    private static final double FAR = 8;
    private static final int STEPS = 800;
    private static final int HALVINGS = 60;

    /** Cached because computing the levels takes about 0.1 s and a process has few policies. */
    private static final Map<Question, List<Double>> KNOWN = new ConcurrentHashMap<>();

    private final List<Double> levels = new ArrayList<>();
    /** Grid points of the density of sums that have not crossed a bound, and their weights. */
    private double[] at = {0};

    private double[] mass = {1};

    private AlphaSpending() {}

    private record Question(double alpha, List<Integer> looks) {}

    /**
     * Returns the nominal level of each look.
     *
     * @param alpha error level of all looks together
     * @param looks runs per side at each look, ascending
     */
    public static List<Double> levels(double alpha, List<Integer> looks) {
        return KNOWN.computeIfAbsent(new Question(alpha, List.copyOf(looks)), question -> integrated(alpha, looks));
    }

    private static List<Double> integrated(double alpha, List<Integer> looks) {
        AlphaSpending spending = new AlphaSpending();
        double most = looks.get(looks.size() - 1);
        double before = 0;
        double spent = 0;
        for (int look : looks) {
            double t = look / most;
            spending.look(before, t, alpha * t * t - spent);
            before = t;
            spent = alpha * t * t;
        }
        return List.copyOf(spending.levels);
    }

    private void look(double before, double now, double part) {
        double step = Math.sqrt(now - before);
        double low = 0;
        double high = FAR * Math.sqrt(now);
        for (int i = 0; i < HALVINGS; i++) {
            double bound = (low + high) / 2;
            if (crossing(bound, step) > part) {
                low = bound;
            } else {
                high = bound;
            }
        }
        levels.add(NORMAL.survivalProbability(high / Math.sqrt(now)));
        survive(high, step, Math.sqrt(now));
    }

    private double crossing(double bound, double step) {
        return IntStream.range(0, at.length)
                .mapToDouble(i -> mass[i] * NORMAL.survivalProbability((bound - at[i]) / step))
                .sum();
    }

    /** Computes the density of the sums below the bound, as points with Simpson's weights. */
    private void survive(double bound, double step, double spread) {
        double from = -FAR * spread;
        double width = (bound - from) / STEPS;
        double[] sums = new double[STEPS + 1];
        double[] masses = new double[STEPS + 1];
        for (int i = 0; i <= STEPS; i++) {
            double sum = from + i * width;
            double weight = width / 3 * (i == 0 || i == STEPS ? 1 : i % 2 == 1 ? 4 : 2);
            double density = IntStream.range(0, at.length)
                    .mapToDouble(j -> mass[j] * NORMAL.density((sum - at[j]) / step) / step)
                    .sum();
            sums[i] = sum;
            masses[i] = weight * density;
        }
        at = sums;
        mass = masses;
    }
}
