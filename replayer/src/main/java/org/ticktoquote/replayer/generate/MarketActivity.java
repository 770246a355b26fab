package org.ticktoquote.replayer.generate;

import java.util.function.ToDoubleFunction;

/**
 * Activity of an instrument, as a weighted sum of the tick rates of three real instruments during the non-farm payrolls of
 * 2014-05-02, read from the public LEAN sample data (see {@code ReferenceFigures}). They rise in the last two minutes, drop while
 * traders read the figures, then burst and decay over minutes.
 *
 * @param euro weight of EUR/USD, a strong burst after a calm market
 * @param kiwi weight of NZD/USD, a weaker burst with a second one 20 s later
 * @param gold weight of XAU/USD, busy and strongly clustered, with a lasting burst
 */
record MarketActivity(double euro, double kiwi, double gold) {
    private static final Reference EUR_USD = new Reference(
            0.58,
            0.24,
            PiecewiseLinear.through(
                    -330, 0.86, -300, 0.9, -120, 1.2, -110, 4, -12, 5, -10, 10, -2.2, 13, -1.9, 1.5, -1, 0.8, 0, 12,
                    0.45, 12, 0.5, 0.1, 1.15, 0.1, 1.2, 110, 2, 128, 4, 138, 7, 124, 11, 112, 20, 60, 27, 45, 30, 20,
                    60, 22, 62, 14, 120, 13, 240, 9, 300, 6.5, 600, 3.9, 1800, 2.9));
    private static final Reference NZD_USD = new Reference(
            0.51,
            0.15,
            PiecewiseLinear.through(
                    -330, 0.53, -300, 0.55, -120, 0.8, -110, 2.5, -5, 4, -3, 2, -2.2, 3, -1.9, 0.5, 0, 5, 0.45, 5, 0.5,
                    0.05, 1.15, 0.05, 1.2, 30, 4, 22, 6, 14, 10, 12, 18, 10, 19.5, 30, 19.8, 62, 20.6, 62, 21.4, 26,
                    22.5, 10, 30, 9, 60, 7.6, 120, 7, 180, 5, 300, 4.2, 600, 2.4, 1800, 2));
    private static final Reference XAU_USD = new Reference(
            0.76,
            0.41,
            PiecewiseLinear.through(
                    -330, 2.63, -300, 2.8, -120, 3, -60, 5, -55, 10, -2.2, 14, -1.9, 2, -0.9, 0.2, 1.15, 0.05, 1.2, 150,
                    2, 165, 5, 135, 12, 135, 14, 175, 18, 205, 26, 205, 28, 135, 50, 108, 60, 85, 120, 62, 180, 55, 300,
                    35, 600, 19, 1800, 16));

    /**
     * A real instrument.
     *
     * @param branching mean number of ticks that a tick triggers directly
     * @param machines share of these that machines send within milliseconds
     * @param rate mean ticks per second
     */
    private record Reference(double branching, double machines, PiecewiseLinear rate) {}

    /** Returns the mean ticks per second. */
    double perSecond(double second) {
        return sum(reference -> reference.rate().at(second));
    }

    double highestBetween(double from, double to) {
        return sum(reference -> reference.rate().highestBetween(from, to));
    }

    /** Returns the mean number of ticks that a tick triggers directly. */
    double branching() {
        return mean(Reference::branching);
    }

    /** Returns the share of these that machines send within milliseconds. */
    double machines() {
        return mean(Reference::machines);
    }

    private double mean(ToDoubleFunction<Reference> figure) {
        return sum(figure) / (euro + kiwi + gold);
    }

    private double sum(ToDoubleFunction<Reference> figure) {
        return euro * figure.applyAsDouble(EUR_USD)
                + kiwi * figure.applyAsDouble(NZD_USD)
                + gold * figure.applyAsDouble(XAU_USD);
    }
}
