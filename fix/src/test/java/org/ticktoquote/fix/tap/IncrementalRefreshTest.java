package org.ticktoquote.fix.tap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class IncrementalRefreshTest extends RefreshedSession {
    @Test
    void changesOnlyTheFieldsItContainsAndTheEntryOfItsReference() throws InterruptedException {
        snapshot("EUR/USD", EURUSD)
                .refresh("268=1|279=1|278=b|55=EUR/USD|270=1.55|")
                .refresh("268=1|279=1|278=a|55=EUR/USD|269=1|271=9|")
                .refresh("55=EUR/USD|268=1|279=1|278=c|280=b|270=1.52|")
                .refresh("55=EUR/USD|268=1|279=2|278=c|");

        assertRefreshes(
                "refresh 3 of 0: 1.55x3 1.6x4",
                "refresh 4 of 0: 1.55x3 1.6x9",
                "refresh 5 of 0: 1.52x3 1.6x9",
                "refresh 6 of 0: -x0 1.6x9");
    }

    @Test
    void writesARecordPerPairWithTheTimeOfTheMessage() throws InterruptedException {
        snapshot("EUR/USD", EURUSD).snapshot("USD/JPY", "268=1|269=0|278=j|270=100|271=1|");
        refresh(
                "268=3|279=1|278=j|55=USD/JPY|270=101|299=7|279=1|278=b|55=EUR/USD|270=1.51|299=8|279=1|278=a|270=1.7|299=9|");

        List<String> records = party.records();
        assertThat(records.subList(3, 5))
                .containsExactly(
                        "1003 1/1 refresh 4 of 1: 101x1 -x0 id 7", "1003 1/1 refresh 4 of 0: 1.51x3 1.7x4 id 9");
    }

    @Test
    void idOfAnExistingEntryNamesNoTick() throws Exception {
        party = new TapParty(
                Files.createDirectory(directory.resolve("by-entry")),
                Symbols.inSymbol(TapParty.PAIRS),
                EchoedId.of(278, "decimal"),
                false);
        party.logon();
        snapshot("EUR/USD", "268=2|269=0|278=90|270=1.5|271=3|269=1|278=91|270=1.6|271=4|")
                .refresh("55=EUR/USD|268=2|279=2|278=90|279=0|269=0|278=7|270=1.4|271=1|")
                .refresh("55=EUR/USD|268=1|279=1|278=8|280=7|270=1.3|")
                .refresh("55=EUR/USD|268=1|279=1|278=91|270=1.7|")
                .refresh("55=EUR/USD|268=1|279=2|278=91|");

        assertRefreshes(
                "refresh 3 of 0: 1.4x1 1.6x4 id 7",
                "refresh 4 of 0: 1.3x1 1.6x4 id 8",
                "refresh 5 of 0: 1.3x1 1.7x4",
                "refresh 6 of 0: 1.3x1 -x0");
    }

    /** Neither those that name a tick before the entries or in another entry; the last one is of an unknown book. */
    @Test
    void marksRefreshesThatOnlyDelete() throws InterruptedException {
        snapshot("EUR/USD", EURUSD)
                .refresh("55=EUR/USD|268=1|279=0|269=0|278=c|270=1.4|271=1|299=7|")
                .refresh("55=EUR/USD|268=1|279=2|278=c|299=7|")
                .refresh("55=EUR/USD|299=8|268=1|279=2|278=b|")
                .refresh("55=EUR/USD|268=2|279=2|278=a|279=0|269=1|278=d|270=1.7|271=1|299=9|")
                .message("35=X|34=9|55=EUR/USD|268=1|279=2|278=d|299=9|");

        assertThat(party.onlyDeletes()).containsExactly(4L, 9L);
    }

    @Test
    void findsAnEntryWithoutAPairByItsIdInAnyBook() throws InterruptedException {
        snapshot("EUR/USD", EURUSD).snapshot("USD/JPY", "268=1|269=0|278=j|270=100|271=1|");
        refresh("268=1|279=2|278=a|").refresh("268=2|279=1|278=j|270=99|279=1|278=b|270=1.3|");

        assertRefreshes("refresh 4 of 0: 1.5x3 -x0", "refresh 5 of 1: 99x1 -x0", "refresh 5 of 0: 1.3x3 -x0");
    }

    @Test
    void distinguishesTheSidesOfAnIdAndLongIds() throws InterruptedException {
        snapshot("EUR/USD", "268=2|269=0|278=1|270=1.5|271=3|269=1|278=1|270=1.6|271=4|")
                .refresh("55=EUR/USD|268=2|279=1|269=1|278=1|270=1.7|279=0|269=0|278=2|270=1.4|271=2|")
                .refresh("55=EUR/USD|268=2|279=0|269=1|278=2|270=1.65|271=1|279=2|269=0|278=1|")
                .refresh("55=EUR/USD|268=1|279=1|269=1|278=2|270=1.66|");

        String[] ids = {
            "EURUSD-2026-11-25-000000001", "EURUSD-2026-11-25-000000002", "1234567890123456", "123456789012345"
        };
        StringBuilder levels = new StringBuilder("268=4|");
        for (int i = 0; i < ids.length; i++) {
            levels.append("269=0|278=" + ids[i] + "|270=1." + i + "|271=1|");
        }
        snapshot("EUR/USD", levels.toString());
        Arrays.stream(ids).skip(1).forEach(id -> refresh("55=EUR/USD|268=1|279=2|278=" + id + "|"));

        assertRefreshes(
                "refresh 3 of 0: 1.5x3 1.7x4",
                "refresh 4 of 0: 1.4x2 1.65x1",
                "refresh 5 of 0: 1.4x2 1.66x1",
                "refresh 7 of 0: 1.3x1 -x0",
                "refresh 8 of 0: 1.3x1 -x0",
                "refresh 9 of 0: 1x1 -x0");
    }

    /** The last delete names a price that was replaced. */
    @Test
    void topOfBookNeedsNoKeysAndHasAnEntryForEachMarketOrLevel() throws Exception {
        topOnly();
        snapshot("EUR/USD", "268=2|269=0|270=1.5|271=3|269=1|270=1.6|271=4|")
                .refresh("55=EUR/USD|268=2|279=0|269=0|270=1.4|271=1|279=1|269=1|270=1.7|")
                .refresh("55=EUR/USD|268=1|279=2|269=0|")
                .refresh("55=EUR/USD|268=2|279=0|269=1|270=1.8|271=1|279=2|269=1|270=1.7|");

        snapshot("EUR/USD", "268=2|269=0|275=A|282=B|270=1.5|271=3|269=0|275=B|282=A|270=1.4|271=2|")
                .refresh("55=EUR/USD|268=1|279=0|269=0|275=A|282=B|270=1.3|271=1|")
                .refresh("55=EUR/USD|268=1|279=2|269=0|275=B|282=A|")
                .snapshot("EUR/USD", "268=2|269=0|270=1.5|271=3|269=0|270=1.4|271=2|")
                .refresh("55=EUR/USD|268=2|279=0|269=0|270=1.3|271=1|279=2|269=0|270=1.5|");

        assertRefreshes(
                "refresh 3 of 0: 1.4x1 1.7x4",
                "refresh 4 of 0: -x0 1.7x4",
                "refresh 5 of 0: -x0 1.8x1",
                "refresh 7 of 0: 1.4x2 -x0",
                "refresh 8 of 0: 1.3x1 -x0",
                "refresh 10 of 0: 1.4x2 -x0");
    }

    /** Applications also answer a request of the top with levels by price, of one market or without any. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "275=X|; 279=1|269=0|275=X|270=1.4|271=7|; 1.5x3",
                "275=X|; 279=2|269=0|275=X|270=1.4|; 1.5x3",
                "''; 279=2|269=0|270=1.4|~279=0|269=0|270=1.3|271=1|; 1.5x3",
                "''; 279=2|269=0|270=1.4|~279=0|269=0|270=1.3|271=1|~279=2|269=0|270=1.3|; 1.5x3",
                "''; 279=2|269=0|270=1.5|~279=0|269=0|270=1.3|271=1|; 1.4x2"
            })
    void levelsOfATopKeepTheirPrices(String market, String changes, String bid) throws Exception {
        topOnly();
        snapshot("EUR/USD", "268=2|269=0|" + market + "270=1.5|271=3|269=0|" + market + "270=1.4|271=2|");
        for (String change : changes.split("~")) {
            refresh("55=EUR/USD|268=1|" + change);
        }
        refresh("55=EUR/USD|268=1|279=2|269=0|");
        List<String> records = refreshes();
        assertThat(records.stream().filter(record -> record.startsWith("refresh")))
                .last()
                .asString()
                .endsWith(": " + bid + " -x0");
        assertThat(records).noneMatch(record -> record.contains("unknown") || record.contains("repeated"));
        assertThat(records).as("after a delete without a price").contains("malformed");
    }

    @Test
    void marketOfAChangeIsThatOfATopWithoutOne() throws Exception {
        topOnly();
        snapshot("EUR/USD", "268=1|269=0|270=1.5|271=3|")
                .refresh("55=EUR/USD|268=1|279=0|269=0|275=X|270=1.4|271=1|")
                .refresh("55=EUR/USD|268=1|279=2|269=0|275=X|270=1.5|")
                .refresh("55=EUR/USD|268=1|279=0|269=0|275=Y|270=1.45|271=2|")
                .refresh("55=EUR/USD|268=1|279=2|269=0|275=Y|");

        assertRefreshes(
                "refresh 3 of 0: 1.4x1 -x0",
                "refresh 4 of 0: 1.4x1 -x0",
                "refresh 5 of 0: 1.45x2 -x0",
                "refresh 6 of 0: 1.4x1 -x0");
    }

    private void topOnly() throws Exception {
        Symbols symbols = Symbols.inSymbol(TapParty.PAIRS);
        party = new TapParty(
                Files.createDirectory(directory.resolve("top")),
                new SessionFormat("FIX.4.4", symbols, EchoedId.of(299, "decimal"), false, new RequestIds(), true),
                false);
        party.logon();
    }

    @Test
    void newLevelMovesLevelsDownAndADeletedOneMovesThemUp() throws InterruptedException {
        snapshot("EUR/USD", "268=2|269=0|1023=1|270=1.5|271=3|269=0|1023=2|270=1.4|271=2|")
                .refresh("55=EUR/USD|268=1|279=0|269=0|1023=1|270=1.51|271=1|")
                .refresh("55=EUR/USD|268=1|279=1|269=0|1023=1|270=1.52|271=1|")
                .refresh("55=EUR/USD|268=1|279=2|269=0|1023=1|")
                .refresh("55=EUR/USD|268=1|279=2|269=0|1023=1|")
                .refresh("55=EUR/USD|268=1|279=1|269=0|1023=1|270=1.3|");

        assertRefreshes(
                "refresh 3 of 0: 1.51x1 -x0",
                "refresh 4 of 0: 1.52x1 -x0",
                "refresh 5 of 0: 1.5x3 -x0",
                "refresh 6 of 0: 1.4x2 -x0",
                "refresh 7 of 0: 1.3x2 -x0");
    }

    @Test
    void countsInconsistentEntriesWithThePrice() throws InterruptedException {
        snapshot("EUR/USD", EURUSD)
                .refresh("55=EUR/USD|268=2|279=0|269=0|278=b|270=1.52|271=1|279=2|278=zz|")
                .refresh("55=EUR/USD|268=1|279=1|269=0|278=y|270=1.7|");

        assertRefreshes(
                "refresh 3 of 0: 1.52x1 1.6x4 repeated 1 unknown 1", "refresh 4 of 0: 1.7x0 1.6x4 unknown 1 crossed");
    }

    @Test
    void keepsTheBestLevelsWithinTheDepthUntilTheBestIsUnknown() throws InterruptedException {
        StringBuilder levels = new StringBuilder("268=7|");
        for (int i = 1; i <= 7; i++) {
            levels.append("269=0|278=").append(i).append("|270=1.").append(i).append("|271=1|");
        }
        snapshot("EUR/USD", levels.toString())
                .refresh("55=EUR/USD|268=4|279=2|278=7|279=2|278=6|279=2|278=5|279=2|278=4|")
                .refresh("55=EUR/USD|268=1|279=2|278=3|")
                .refresh("55=EUR/USD|268=1|279=0|278=9|269=0|270=1.9|")
                .snapshot("EUR/USD", EURUSD)
                .refresh("55=EUR/USD|268=1|279=2|278=b|");

        assertRefreshes(
                "refresh 3 of 0: 1.3x1 -x0 beyond 2",
                "without book 4 of 0: 3",
                "without book 5 of 0: 3",
                "refresh 7 of 0: -x0 1.6x4");
        assertThat(party.told).filteredOn("book unknown"::equals).hasSize(1);
    }

    @Test
    void resentMessagesNameTheirTicksAndPairsAndChangeNoBook() throws InterruptedException {
        snapshot("EUR/USD", EURUSD)
                .refresh("55=EUR/USD|268=1|279=1|278=b|270=1.52|")
                .message("35=X|34=3|43=Y|55=EUR/USD|268=1|279=1|278=b|270=1.51|299=7|")
                .message("35=W|34=2|43=Y|55=EUR/USD|" + EURUSD)
                .message(
                        "35=X|34=2|43=Y|268=2|279=0|269=0|278=n|55=EUR/USD|270=1.5|299=7|279=0|269=1|278=o|270=1.7|299=8|")
                .refresh("55=EUR/USD|268=1|279=1|278=a|270=1.61|");

        assertRefreshes(
                "refresh 3 of 0: 1.52x3 1.6x4",
                "without book 3 of 0: 4 id 7 possdup",
                "without book 2 of 0: 4 id 8 possdup",
                "refresh 4 of 0: 1.52x3 1.61x4");
    }

    /** The second entry is no longer in the book of its pair. */
    @Test
    void changeInAResentMessageHasOnlyThePairThatItNames() throws InterruptedException {
        snapshot("EUR/USD", EURUSD).snapshot("USD/JPY", "268=1|269=0|278=j|270=100|271=1|");
        refresh("55=USD/JPY|268=1|279=2|278=j|")
                .message("35=X|34=3|43=Y|268=2|279=1|278=b|55=EUR/USD|270=1.51|299=7|279=1|278=j|270=101|299=8|")
                .message("35=X|34=3|43=Y|268=1|279=1|278=b|270=1.51|299=9|");

        assertRefreshes(
                "refresh 4 of 1: -x0 -x0", "without book 3 of 0: 4 id 7 possdup", "without book 3 of 65535: 4 possdup");
    }

    @Test
    void levelOfSizeZeroIsNotAPriceUntilItHasASize() throws InterruptedException {
        snapshot("EUR/USD", EURUSD)
                .refresh("55=EUR/USD|268=2|279=1|278=b|271=0|279=2|278=a|")
                .refresh("55=EUR/USD|268=1|279=1|278=b|271=8|");

        assertRefreshes("refresh 3 of 0: -x0 -x0 nothing to be had", "refresh 4 of 0: 1.5x8 -x0");
        assertThat(party.session.counters().snapshots(0)).isEqualTo(2);
    }

    @Test
    void tradeIsNotALevelAndAnEmptyBookEntryClearsTheBook() throws InterruptedException {
        snapshot("EUR/USD", EURUSD)
                .refresh("55=EUR/USD|268=1|279=0|269=2|270=1.55|271=1|")
                .refresh("55=EUR/USD|268=2|279=0|269=J|279=0|269=1|278=n|270=1.9|271=1|");

        assertRefreshes("refresh 3 of 0: 1.5x3 1.6x4", "refresh 4 of 0: -x0 1.9x1");
    }
}
