package org.ticktoquote.replayer.generate;

/** Currency or metal, with its value in US dollars before the news, and its volatility. */
enum Currency {
    USD(1, 0, 0),
    EUR(1.3867, 1.0, 1.2e-5),
    GBP(1.6885, 0.8, 1.2e-5),
    JPY(1 / 102.35, 1.9, 1.4e-5),
    CHF(1 / 0.8785, 1.0, 1.2e-5),
    AUD(0.9265, 1.2, 1.6e-5),
    CAD(1 / 1.0965, 0.7, 1.2e-5),
    NZD(0.8626, 1.4, 1.5e-5),
    XAU(1284.0, 3.2, 2.5e-5);

    final double dollars;

    /** Reaction to the news, relative to the euro. */
    final double sensitivity;

    /** Standard deviation of the relative change over a quiet second. */
    final double volatility;

    Currency(double dollars, double sensitivity, double volatility) {
        this.dollars = dollars;
        this.sensitivity = sensitivity;
        this.volatility = volatility;
    }
}
