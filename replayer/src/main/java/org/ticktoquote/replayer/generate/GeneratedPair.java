package org.ticktoquote.replayer.generate;

import org.ticktoquote.core.run.Instrument;

/**
 * Pair that can be generated.
 *
 * @param pip pip size in units of 1e-9
 * @param tickSize tick size in units of 1e-9
 * @param quietSpreadPips typical spread in a quiet market
 * @param newsSpreadPips widest spread after the news
 */
record GeneratedPair(
        Currency base,
        Currency quote,
        long pip,
        long tickSize,
        MarketActivity activity,
        double quietSpreadPips,
        double newsSpreadPips) {

    String symbol() {
        return base + "/" + quote;
    }

    Instrument instrument(int id) {
        return new Instrument(id, symbol(), pip, tickSize);
    }
}
