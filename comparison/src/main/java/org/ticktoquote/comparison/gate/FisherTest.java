package org.ticktoquote.comparison.gate;

import org.apache.commons.statistics.distribution.HypergeometricDistribution;

/** Fisher's exact two-sided test of two shares: sums over all tables that are no more likely than the observed one. */
public final class FisherTest {
    private static final double ROUNDING = 1 + 1e-7;

    private FisherTest() {}

    /** Returns the p-value of {@code a} out of {@code ofA} against {@code b} out of {@code ofB}. */
    public static double p(int a, int ofA, int b, int ofB) {
        if (a + b == 0 || ofA == 0 || ofB == 0) {
            return 1;
        }
        HypergeometricDistribution tables = HypergeometricDistribution.of(ofA + ofB, a + b, ofA);
        double found = tables.probability(a);
        double sum = 0;
        for (int i = tables.getSupportLowerBound(); i <= tables.getSupportUpperBound(); i++) {
            double each = tables.probability(i);
            sum += each <= found * ROUNDING ? each : 0;
        }
        return Math.min(1, sum);
    }
}
