package org.ticktoquote.replayer.statistics;

import java.util.List;
import java.util.Optional;
import org.ticktoquote.replayer.statistics.StreamFigures.QuietAndNews;

/**
 * Reference figures from a real announcement: non-farm payrolls of 2014-05-02, 12:00 to 13:00 UTC, T0 = 12:30.
 *
 * <p>Computed from the public sample data of LEAN (QuantConnect/Lean, commit 24863901, Apache-2.0):
 * {@code Data/forex/oanda/tick/{eurusd,nzdusd}} and {@code Data/cfd/oanda/tick/xauusd}, {@code 20140502_quote.zip}. Pip of
 * XAU/USD: 0.01.
 */
public final class ReferenceFigures {
    public static final String SOURCE =
            "OANDA ticks of the non-farm payrolls of 2014-05-02, 12:00 to 13:00 UTC, from the"
                    + " public sample data of QuantConnect/Lean (commit 24863901)";

    private static final List<StreamFigures> ALL = List.of(
            new StreamFigures(
                    "EUR/USD",
                    12_981,
                    new QuietAndNews(0.862, 110.6),
                    new StreamFigures.Peaks(8, 35, 188),
                    new QuietAndNews(3.810, 34.975),
                    new QuietAndNews(1.1, 15.0),
                    0.679,
                    new StreamFigures.Tops(0, 0, 0)),
            new StreamFigures(
                    "NZD/USD",
                    6_714,
                    new QuietAndNews(0.529, 15.2),
                    new StreamFigures.Peaks(5, 16, 65),
                    new QuietAndNews(3.148, 6.061),
                    new QuietAndNews(2.5, 40.0),
                    0.411,
                    new StreamFigures.Tops(0, 0, 0)),
            new StreamFigures(
                    "XAU/USD",
                    56_765,
                    new QuietAndNews(2.633, 111.8),
                    new StreamFigures.Peaks(14, 56, 260),
                    new QuietAndNews(10.714, 17.728),
                    new QuietAndNews(35.0, 246.7),
                    0.028,
                    new StreamFigures.Tops(0, 0, 0)));

    private ReferenceFigures() {}

    public static Optional<StreamFigures> of(String symbol) {
        return ALL.stream().filter(figures -> figures.stream().equals(symbol)).findFirst();
    }
}
