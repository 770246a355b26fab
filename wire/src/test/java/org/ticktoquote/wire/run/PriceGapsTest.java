package org.ticktoquote.wire.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

final class PriceGapsTest extends WireRunFixture {
    private List<String> priceGaps(UUID run) {
        List<String> all = new ArrayList<>();
        Path journal = new RunDirectory(folder).priceGaps();
        try (JournalReader reader = JournalReader.open(journal, TickRecord.PRICE_GAPS, run)) {
            while (reader.next()) {
                int at = reader.offset();
                all.add("pair " + reader.buffer().getLong(at + TickRecord.GAP_INSTRUMENT) + " from "
                        + Math.max(-1, reader.buffer().getLong(at + TickRecord.GAP_BEGIN) - HOUR) + " to tick "
                        + reader.buffer().getLong(at + TickRecord.GAP_END));
            }
        }
        return all;
    }

    private RunManifest madeWithModel() {
        WirePlan plan = plan();
        plan.declared = new RunManifest.Declared(
                plan.declared.matching().with(Matching.TOTAL),
                new ApplicationModel(true, ApplicationModel.BEST_OF_VENUES, true, 0, List.of(0L), 0),
                plan.declared.conflation());
        return made(plan, system);
    }

    @Test
    void pricesAreUnknownFromAMissingTickToTheVenuesNextTickOfEachPair() {
        feedAndClient();
        long[][] idAndPair = {{1, 0}, {2, 1}, {4, 0}, {6, 1}, {7, 1}, {5, 0}, {9, 0}}; // 5 was overtaken
        for (int i = 0; i < idAndPair.length; i++) {
            system.tick(10 * MS * (i + 1), FEED, 7, idAndPair[i][0], (int) idAndPair[i][1], i + 1, i + 2);
        }

        RunManifest manifest = madeWithModel();

        assertThat(priceGaps(manifest.identity()))
                .containsExactly(
                        "pair 0 from 20000001 to tick 3",
                        "pair 1 from 20000001 to tick 4",
                        "pair 0 from 60000001 to tick 7",
                        "pair 1 from 60000001 to tick 0");
        assertThat(manifest.observed().host()).containsEntry(RunManifest.PRICE_GAPS_FACT, "4");
    }

    @Test
    void theUnknownPriceOfASideEndsWithTheNextTickOfTheSide() {
        WirePlan plan = plan();
        PriceGaps gaps = new PriceGaps(LongStream.of(HOUR + 20));
        gaps.feedTick(0, 3, TickRecord.BID | TickRecord.ASK, HOUR + 10, 1);
        gaps.feedTick(0, 3, TickRecord.BID, HOUR + 30, 2);
        gaps.feedTick(0, 3, TickRecord.BID, HOUR + 40, 3);
        gaps.feedTick(0, 3, TickRecord.ASK, HOUR + 50, 4);

        gaps.write(plan.directory, new WireJournals(plan, new WireClock(CapturedSystem.START_NS), folder));

        assertThat(priceGaps(plan.identity)).containsExactly("pair 3 from 21 to tick 2", "pair 3 from 21 to tick 4");
    }

    @Test
    void aFeedSessionThatBeganUnseenHasUnknownPricesSinceTheSessionBefore() {
        feedAndClient();
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        system.tick(20 * MS, FEED, 7, 2, 0, 1, 2);
        system.tick(30 * MS, FEED, 8, 5, 0, 1, 2);

        assertThat(priceGaps(madeWithModel().identity())).containsExactly("pair 0 from 20000001 to tick 3");
    }

    @Test
    void pricesAreUnknownBeforeTheFirstTicksOfAFeedThatBeganBeforeTheCapture() {
        feedAndClient();
        system.tick(10 * MS, FEED, 7, 500, 1, 1, 2);
        system.tick(20 * MS, FEED, 7, 501, 0, 1, 2);

        assertThat(priceGaps(madeWithModel().identity()))
                .containsExactly("pair 1 from -1 to tick 1", "pair 0 from -1 to tick 2");
    }

    @Test
    void pricesAreUnknownFromAHoleInAVenuesSession() {
        subscribed("CLIENT");
        CapturedSystem.Connection other = system.venue("OTHER").logon(0).subscribe(1, "EUR/USD");
        system.venue("VENUE")
                .logon(0)
                .subscribe(1, "EUR/USD", "USD/JPY")
                .massQuote(10 * MS, 2, "EUR/USD")
                .massQuote(20 * MS, 3, "USD/JPY")
                .hole(25 * MS, 100)
                .massQuote(30 * MS, 5, "EUR/USD")
                .massQuote(40 * MS, 6, "USD/JPY");
        other.massQuote(15 * MS, 2, "EUR/USD").massQuote(27 * MS, 3, "EUR/USD");

        assertThat(priceGaps(madeWithModel().identity()))
                .containsExactly("pair 0 from 20000001 to tick 5", "pair 1 from 20000001 to tick 6");
    }

    @Test
    void resentRefreshOfAVenueIsNoTickWithoutABook() {
        subscribed("CLIENT");
        CapturedSystem.Connection venue = system.venue("VENUE").logon(0).subscribe(1, "EUR/USD", "USD/JPY");
        venue.massQuote(10 * MS, 2, "EUR/USD", "USD/JPY")
                .message(11 * MS, "X", 2, "43=Y|268=2|279=0|269=0|55=EUR/USD|270=1.1|279=0|269=0|55=USD/JPY|270=110|");

        assertThat(made().observed().host()).doesNotContainKey("wire.ticksWithoutBook");
    }

    @Test
    void twoLinesOfASessionHaveTheSameVenues() {
        feedAndClient();
        system.define(0, FEED + 1, 7, "EUR/USD", "USD/JPY");
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        system.tick(11 * MS, FEED + 1, 7, 1, 0, 1, 2);
        system.tick(20 * MS, FEED + 1, 7, 2, 1, 1, 2);
        system.tick(30 * MS, FEED, 7, 3, 0, 2, 3);

        RunManifest manifest = madeWithModel();

        assertThat(manifest.recording().venues()).hasSize(1);
        assertThat(ticks(manifest)).hasSize(3);
        assertThat(manifest.observed().host())
                .containsEntry("wire.ticksRepeated", "1")
                .doesNotContainKey(RunManifest.PRICE_GAPS_FACT);
    }

    @Test
    void noPriceIsUnknownIfNoTickIsMissingOrNoModelIsDeclared() {
        feedAndClient();
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        system.tick(20 * MS, FEED, 7, 2, 1, 1, 2);
        assertThat(madeWithModel().observed().host()).doesNotContainKey(RunManifest.PRICE_GAPS_FACT);
        clear();

        system.tick(30 * MS, FEED, 7, 4, 0, 1, 2);
        assertThat(made().observed().host()).doesNotContainKey(RunManifest.PRICE_GAPS_FACT);
    }
}
