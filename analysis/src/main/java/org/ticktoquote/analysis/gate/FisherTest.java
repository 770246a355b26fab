package org.ticktoquote.analysis.gate;

import org.apache.commons.statistics.distribution.HypergeometricDistribution;

/** Fisher's exact test of two shares, two-sided: all tables that are no more likely than the one found. */
public final class FisherTest {
    private static final double ROUNDING = 1 + 1e-7;

    private FisherTest() {}

    /** The probability of shares that differ so much, of {@code a} among {@code ofA} and {@code b} among {@code ofB}. */
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
