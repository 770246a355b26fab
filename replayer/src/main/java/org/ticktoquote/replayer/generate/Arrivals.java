package org.ticktoquote.replayer.generate;

import java.util.PriorityQueue;

/**
 * Arrival times of an instrument's ticks, from a Hawkes process in its branching form (Hawkes and Oakes, 1974).
 *
 * <p>Immigrants form a Poisson process whose rate follows the instrument's activity. Every tick triggers a Poisson number of
 * further ticks, {@code branching} on average, with delays on three scales: fast machines, other machines, humans. The
 * immigrant rate is multiplied by 1 - branching, so that the mean rate equals the activity. In the silence after the
 * announcement nearly all ticks are suppressed.
 *
 * <p>Times are seconds since the announcement. Holds only triggered ticks that are still pending.
 */
final class Arrivals {
    private static final double LOOK_AHEAD_S = 1;
    private static final double SILENCE_FROM_S = 0.5;
    private static final double SILENCE_TO_S = 1.2;
    private static final double SUPPRESSED = 0.97;

    private static final double PEOPLE_SHARE = 0.18;
    private static final double MACHINES_DELAY_S = 0.004;
    private static final double OTHERS_DELAY_S = 0.075;
    private static final double PEOPLE_DELAY_S = 1.5;

    private final MarketActivity activity;
    private final double branching;
    private final double immigrantFactor;
    private final RandomStream random;
    private final PriorityQueue<Double> triggered = new PriorityQueue<>();
    private double immigrant;

    /** Generates arrivals from a given second. Start some seconds early, so that the process can settle. */
    Arrivals(MarketActivity activity, double rateFactor, double fromSecond, RandomStream random) {
        this.activity = activity;
        this.branching = activity.branching();
        this.immigrantFactor = rateFactor * (1 - branching);
        this.random = random;
        this.immigrant = immigrantAfter(fromSecond);
    }

    /** Returns the second of the next tick. */
    double next() {
        while (true) {
            double second = advance();
            if (isKept(second)) {
                trigger(second);
                return second;
            }
        }
    }

    private double advance() {
        Double first = triggered.peek();
        if (first != null && first <= immigrant) {
            triggered.poll();
            return first;
        }
        double second = immigrant;
        immigrant = immigrantAfter(second);
        return second;
    }

    /** Returns the next point of the inhomogeneous Poisson process, by thinning (Lewis and Shedler, 1979) in steps of a second. */
    private double immigrantAfter(double second) {
        double from = second;
        while (true) {
            double to = from + LOOK_AHEAD_S;
            double bound = activity.highestBetween(from, to) * immigrantFactor;
            double candidate = from + random.nextExponential() / bound;
            if (candidate >= to) {
                from = to;
            } else if (random.nextDouble() * bound < activity.perSecond(candidate) * immigrantFactor) {
                return candidate;
            } else {
                from = candidate;
            }
        }
    }

    private boolean isKept(double second) {
        boolean silence = second >= SILENCE_FROM_S && second < SILENCE_TO_S;
        return !silence || !random.nextBoolean(SUPPRESSED);
    }

    private void trigger(double second) {
        for (int left = random.nextPoisson(branching); left > 0; left--) {
            triggered.add(second + delay());
        }
    }

    private double delay() {
        double kind = random.nextDouble();
        double mean = kind < activity.machines()
                ? MACHINES_DELAY_S
                : kind < 1 - PEOPLE_SHARE ? OTHERS_DELAY_S : PEOPLE_DELAY_S;
        return mean * random.nextExponential();
    }
}
