package org.ticktoquote.replayer.generate;

/**
 * Activity of an instrument, as a weighted sum of the three observed {@linkplain Regime regimes}.
 *
 * @param euro weight of EUR/USD, a strong burst after a calm market
 * @param kiwi weight of NZD/USD, a weaker burst with a second one 20 s later
 * @param gold weight of XAU/USD, busy and strongly clustered, with a lasting burst
 */
record MarketActivity(double euro, double kiwi, double gold) {

    double perSecond(double second) {
        return euro * Regime.EUR_USD.perSecond().at(second)
                + kiwi * Regime.NZD_USD.perSecond().at(second)
                + gold * Regime.XAU_USD.perSecond().at(second);
    }

    double highestBetween(double from, double to) {
        return euro * Regime.EUR_USD.perSecond().highestBetween(from, to)
                + kiwi * Regime.NZD_USD.perSecond().highestBetween(from, to)
                + gold * Regime.XAU_USD.perSecond().highestBetween(from, to);
    }

    double branching() {
        return mean(Regime.EUR_USD.branching(), Regime.NZD_USD.branching(), Regime.XAU_USD.branching());
    }

    double machines() {
        return mean(Regime.EUR_USD.machines(), Regime.NZD_USD.machines(), Regime.XAU_USD.machines());
    }

    private double mean(double ofEuro, double ofKiwi, double ofGold) {
        return (euro * ofEuro + kiwi * ofKiwi + gold * ofGold) / (euro + kiwi + gold);
    }
}
