package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileNameFactsTest {
    @ParameterizedTest
    @CsvSource({
        "/x/oanda_eurusd_20140502_quote.zip, EUR/USD, OANDA, 2014-05-02, -1",
        "/x/oanda/tick/xauusd/20140502_quote.zip, XAU/USD, OANDA, 2014-05-02, -1",
        "/x/20140502_eurusd_tick_quote.csv, EUR/USD, , 2014-05-02, -1",
        "/x/EURUSD/2014/04/02/12h_ticks.bi5, EUR/USD, , 2014-05-02, 12",
        "/x/EURUSD/2014/11/31/00h_ticks.bi5, EUR/USD, , 2014-12-31, 0",
        "/x/EURUSD/2014/12/02/12h_ticks.bi5, EUR/USD, , , 12",
        "/x/23h_ticks.bi5, , , , 23",
        "/x/EURUSD-2014-05.csv, EUR/USD, , , -1",
        "/x/EUR_USD_2014-05-02.csv, EUR/USD, , 2014-05-02, -1",
        "/x/usdcnh.csv, USD/CNH, , , -1",
        "/x/eurusd_gbpusd.csv, , , , -1",
        "/x/quotes.csv, , , , -1",
        "/x/20149902.csv, , , , -1"
    })
    void readsFactsFromFileName(Path file, String symbol, String venue, LocalDate date, int hour) {
        FileNameFacts facts = FileNameFacts.of(file, "");

        assertThat(facts.symbol().orElse(null)).isEqualTo(symbol);
        assertThat(facts.venue().orElse(null)).isEqualTo(venue);
        assertThat(facts.date().orElse(null)).isEqualTo(date);
        assertThat(facts.hour().orElse(-1)).isEqualTo(hour);
    }
}
