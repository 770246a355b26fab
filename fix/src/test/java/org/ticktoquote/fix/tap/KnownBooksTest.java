package org.ticktoquote.fix.tap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A book is known until a message is missing or unreadable, or the session ends. Sequence resets do not matter. */
final class KnownBooksTest extends RefreshedSession {
    @Test
    void refreshOfAnUnknownBookNamesItsTick() throws InterruptedException {
        snapshot("EUR/USD", EURUSD);
        number++;
        refresh("268=2|279=1|278=b|55=EUR/USD|270=1.51|299=7|279=2|278=j|55=USD/JPY|299=8|")
                .refresh("55=EUR/USD|268=1|279=1|278=b|270=dear|299=9|")
                .refresh("299=10|55=EUR/USD|268=1|279=0|269=0|278=n|270=dear|")
                .snapshot("EUR/USD", EURUSD)
                .refresh("299=11|55=EUR/USD|268=1|279=0|269=0|278=n|270=dear|");

        assertRefreshes(
                "gap: 4 instead of 3",
                "without book 4 of 0: 1 id 7",
                "without book 4 of 1: 1 id 8",
                "without book 5 of 0: 1 id 9",
                "without book 6 of 0: 1 id 10",
                "malformed",
                "without book 8 of 0: 2");
    }

    @Test
    void emptyBookEntryMakesTheBookKnownAgain() throws InterruptedException {
        snapshot("EUR/USD", EURUSD);
        number++;
        refresh("55=EUR/USD|268=2|279=0|269=J|279=0|269=1|278=n|270=1.9|271=1|");

        assertRefreshes("gap: 4 instead of 3", "refresh 4 of 0: -x0 1.9x1");
    }

    @Test
    void readsAnIdThatAnUnknownBookCouldHold() throws InterruptedException {
        snapshot("EUR/USD", EURUSD);
        number++;
        snapshot("USD/JPY", "268=1|269=0|278=j|270=100|271=1|")
                .refresh("268=1|279=2|278=b|")
                .refresh("268=1|279=1|278=j|270=101|");

        assertRefreshes("gap: 4 instead of 3", "without book 5 of 65535: 1", "refresh 6 of 1: 101x1 -x0");
    }

    @Test
    void sequenceResetDoesNotChangeTheBooks() throws InterruptedException {
        snapshot("EUR/USD", EURUSD).message("35=4|34=3|36=50|");
        number = 49;
        refresh("55=EUR/USD|268=1|279=1|278=b|270=1.51|").message("35=4|34=51|36=1|");
        number = 0;
        refresh("55=EUR/USD|268=1|279=1|278=b|270=1.52|").message("35=A|34=1|108=30|141=Y|");
        number = 1;
        refresh("55=EUR/USD|268=1|279=1|278=b|270=1.53|");

        assertRefreshes(
                "reset: 50 instead of 3",
                "refresh 50 of 0: 1.51x3 1.6x4",
                "gap: 1 instead of 51",
                "refresh 1 of 0: 1.52x3 1.6x4",
                "reset: 1 instead of 2",
                "refresh 2 of 0: 1.53x3 1.6x4");
    }

    @Test
    void unknownBookStaysUnknownAfterASequenceReset() throws InterruptedException {
        snapshot("EUR/USD", EURUSD);
        number++;
        refresh("55=EUR/USD|268=1|279=1|278=b|270=1.51|")
                .message("35=4|34=5|36=50|")
                .message("35=A|34=1|108=30|141=Y|");
        number = 1;
        refresh("55=EUR/USD|268=1|279=1|278=b|270=1.53|");

        assertThat(refreshes()).endsWith("reset: 1 instead of 50", "without book 2 of 0: 1");
    }

    @Test
    void logonAfterALogoutStartsWithEmptyBooks() throws InterruptedException {
        snapshot("EUR/USD", EURUSD).message("35=5|34=3|").message("35=A|34=4|108=30|");
        number = 4;
        refresh("55=EUR/USD|268=1|279=0|269=0|278=n|270=1.2|271=5|");

        assertThat(refreshes()).endsWith("refresh 5 of 0: 1.2x5 -x0");
    }

    @Test
    void requestsASnapshotOnceASecond() {
        snapshot("EUR/USD", EURUSD);
        number++;
        for (long ns : new long[] {0, 1, 999_999_999, 1_000_000_000, 1_500_000_000}) {
            party.nowNs = 5_000 + ns;
            refresh("55=EUR/USD|268=1|279=1|278=b|270=1.51|");
        }

        assertThat(party.told).filteredOn("book unknown"::equals).hasSize(2);
    }

    @Test
    void newConnectionStartsWithEmptyBooks() throws InterruptedException {
        snapshot("EUR/USD", EURUSD);
        party.connection.closed("it ended");
        party.connection = party.session.connected(party);
        number = 1;
        party.logon();
        refresh("55=EUR/USD|268=1|279=0|269=0|278=n|270=1.2|271=5|");

        assertThat(refreshes()).contains("refresh 2 of 0: 1.2x5 -x0");
    }

    @Test
    void unreadableRefreshMakesTheBookUnknown() throws InterruptedException {
        snapshot("EUR/USD", EURUSD).refresh("55=EUR/USD|268=1|279=0|269=0|278=n|270=dear|");
        snapshot("EUR/USD", EURUSD).refresh("55=EUR/USD|268=1|279=3|278=b|");
        snapshot("EUR/USD", EURUSD).refresh("268=1|279=2|278=nobody's|");
        snapshot("EUR/USD", EURUSD).refresh("55=GBP/USD|268=1|279=2|278=b|");

        assertRefreshes(
                "malformed",
                "without book 3 of 0: 2",
                "malformed",
                "without book 5 of 0: 2",
                "malformed",
                "unknown symbol 9");
    }

    @Test
    void entryAfterOneOfAnUnsubscribedPairBelongsToThatPair() throws InterruptedException {
        String bid = "279=0|269=0|278=u|55=USD/TRY|270=34|271=1|";
        String ask = "279=0|269=1|278=v|270=1.55|271=1|";
        snapshot("EUR/USD", EURUSD).refresh("268=3|279=0|269=0|278=c|55=EUR/USD|270=1.51|271=1|" + bid + ask);
        refresh("268=2|" + bid + ask).refresh("55=EUR/USD|268=2|" + bid + ask);
        refresh("55=EUR/USD|268=1|279=2|278=c|");

        assertRefreshes(
                "unknown symbol 3",
                "refresh 3 of 0: 1.51x1 1.6x4",
                "unknown symbol 4",
                "unknown symbol 5",
                "refresh 6 of 0: 1.5x3 1.6x4");
    }
}
