package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Classes, answers and quote ages of snapshots matched by price, and the number of quotes counted as skipped. */
final class PriceTalliesTest {
    @TempDir
    Path directory;

    private void assertHas(MatchPlan plan, String name, String events, String expected) {
        try (MatchScene scene = new MatchScene(directory, plan)) {
            scene.play(events).assertHas(name, expected);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a repeated price is a duplicate without an age \
            | tick 10 1; shows 20 1; shows 30 1; tick 40 2; shows 45 2; end \
            | matched 2, duplicate 1, ambiguous 0, soonest-ages 10/5, latest-ages 10/5
            the price of several ticks is ambiguous, with a soonest and a latest age \
            | tick 10 1; tick 20 2; tick 30 1; shows 50 1; end \
            | ambiguous 1, matched 0, soonest-ages 20, latest-ages 40, soonest.3 50, latest.3 never
            either snapshot can be the first to show tick 3 \
            | tick 10 1; tick 20 2; tick 30 1; shows 50 1; shows 60 1; end | ambiguous 2, duplicate 0
            a PossDup is a duplicate that bounds only the soonest answer | tick 10 1; shows-again 15 1; end \
            | duplicate 1, soonest.1 15, latest.1 never, soonest-ages none, latest-ages none, agreed true
            the PossDup of an old price is not a regression \
            | tick 10 1; tick 20 2; shows 25 2; shows-again 30 1; end | duplicate 1, regressed 0, agreed true
            a PossDup does not delay the soonest answers of an ambiguous snapshot before it \
            | tick 10 1; tick 20 2; tick 30 1; shows 35 1; tick 40 3; shows-again 45 3; end \
            | latest.1 35, soonest.1 35, soonest.2 35, soonest.3 35, soonest.4 45
            a price of no tick is unexplained even as the first \
            | tick 10 1; logs-on 11; shows 12 9; end | unexplained 1, initial 0, agreed false
            an old price is a regression \
            | tick 10 1; tick 20 2; shows 25 2; shows 30 1; end | regressed 1, unexplained 0, agreed false
            a refresh without a known book answers nothing \
            | tick 10 1; without-book 11 1; end | without-book 1, unexplained 0, outcome.1 lost
            both attributions receive exclusions | tick 5 1; ordered-down 10; logs-on 40; shows 50 1; end \
            | excluded soonest:10..50/latest:10..50
            every price without a subscription is initial | tick 5 1; logs-on 6; shows 7 1; unsubscribes 10; shows 11 1; \
            tick 20 2; subscribes 40; shows 50 2; tick 60 3; shows 61 3; end \
            | initial 3, matched 1, unexplained 0, outcome.2 excluded, excluded soonest:10..50/latest:10..50
            ticks of an ambiguous snapshot are excluded from both | tick 10 1; shows 15 1; tick 20 2; tick 30 1; \
            shows 35 1; ordered-down 40; end \
            | outcome.2 excluded, soonest-outcome.2 excluded, outcome.3 excluded, soonest-outcome.3 excluded
            a due tick is pending | tick 10 1; tick 20 2 | soonest-outcome.1 not-planned, outcome.2 not-planned
            until it is answered | tick 10 1; tick 20 2; shows 25 1 | outcome.1 published, outcome.2 not-planned
            or lost at the end | tick 10 1; tick 20 2; shows 25 1; end | outcome.2 lost
            """)
    void snapshotHasItsClassAnswersAndAge(String name, String events, String expected) {
        assertHas(MatchScene.plan(MatchScene.BY_PRICE, 10, 0), name, events, expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            the first price after a logon answers but has no age \
            | tick 10 1; logs-on 11; shows 12 1; tick 20 2; shows 23 2; end \
            | initial 1, matched 1, soonest.1 12, latest.1 12, soonest-ages 3, latest-ages 3
            a price before all ticks is initial | logs-on 5; shows 6 7 | initial 1, unexplained 0, agreed true
            so are all of them until the first tick of the pair \
            | logs-on 1; shows 2 9; shows 3 9; tick 10 1; shows 11 1; end | initial 2, unexplained 0, matched 1
            and those after a tick that is not due \
            | tick-unrequested 5 1; shows 6 9; tick 10 1; shows 11 1; end | initial 1, unexplained 0, matched 1
            but not those of a pair without a due tick after a second \
            | tick 5 -1; shows 6 9; tick 1000000006 -1; shows 1000000007 8; end | initial 1, unexplained 1, matched 0
            a price of the warm-up is initial and answers no tick \
            | warm-up 1 1; logs-on 2; shows 3 1; shows 4 1; tick 10 2; shows 12 2; end \
            | initial 2, unexplained 0, matched 1, soonest-ages 2, latest-ages 2
            its current price is initial after a reconnect \
            | warm-up 1 1; logs-on 2; shows 3 1; disconnects 5; logs-on 6; shows 7 1; tick 10 2; shows 12 2; end \
            | initial 2, matched 1, unexplained 0, regressed 0, agreed true
            its old price is a regression even after a reconnect \
            | warm-up 1 1; logs-on 2; shows 3 1; tick 10 2; shows 12 2; disconnects 15; logs-on 16; shows 17 1; end \
            | regressed 1, unexplained 0, agreed false
            """)
    void priceIsInitialAfterALogon(String name, String events, String expected) {
        assertHas(MatchScene.plan(MatchScene.BY_PRICE, 10, 0), name, events, expected);
    }

    @Test
    void certainSnapshotsUseNoCapacity() {
        assertHas(
                MatchScene.plan(MatchScene.narrow(1, 64), 10, 0),
                "before the end",
                "tick 10 1; shows 11 1; tick 20 2; shows 21 2; tick 30 3; shows 31 3",
                "matched 3, overflowed 0");
    }

    /** The session has no snapshot of 80 or 100 ticks with two or four prices in turn, of which 64 are remembered. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            it answers all or none if it can be that of a forgotten tick \
            | ticks 1 100 1 4; tick 4000 2; shows 5000 2; end \
            | overflowed 1, ambiguous 1, soonest.1 5000, soonest.101 5000, latest.1 never, latest.101 never
            the first price of no forgotten tick is certain, and ends the ambiguity \
            | ticks 1 100 1 4; tick 4000 2; shows 5000 2; tick 6000 1000; shows 7000 1000; tick 8000 2; shows 9000 2; end \
            | overflowed 1, matched 2, soonest.1 5000, latest.1 7000, latest.101 7000, \
            soonest.102 7000, latest.102 7000, soonest.103 9000, latest.103 9000
            a price forgotten before the last snapshot can no longer match \
            | ticks 1 80 1 4; tick 4000 500; shows 4010 500; ticks 4100 80 600 2; tick 5000 2; shows 5010 2; end \
            | overflowed 0, matched 2, latest.162 5010
            an unexpected price is unexplained | ticks 1 100 1 4; tick 4000 2; shows 5000 700; end \
            | unexplained 1, overflowed 0, agreed false
            """)
    void priceAfterAnAbsenceIsCertainOrOverflows(String name, String events, String expected) {
        assertHas(MatchScene.plan(MatchScene.narrow(4, 64), 200, 0), name, events, expected);
    }

    /** With more prices than are remembered, no price is known to be new for the rest of the run. */
    @Test
    void newPriceOverflowsIfTooManyPricesAreForgotten() {
        int ticks = 400;
        try (MatchScene scene = new MatchScene(directory, MatchScene.plan(MatchScene.narrow(512, 64), ticks, 0))) {
            for (int id = 1; id <= ticks; id++) {
                scene.tick(id * 10L, id);
                if (id >= 200) {
                    scene.shows(id * 10L + 1, id);
                }
            }
            scene.play("end").assertHas("with 64", "overflowed 201, soonest.400 4001, latest.400 never");
        }
    }

    @Test
    void possDupOfAForgottenPriceIsADuplicate() {
        try (MatchScene scene = new MatchScene(directory, MatchScene.plan(MatchScene.narrow(4, 64), 103, 0))) {
            scene.tick(1, 500).shows(2, 500);
            for (int i = 0; i < 100; i++) {
                scene.tick(10 + 2 * i, i % 2).shows(11 + 2 * i, i % 2);
            }
            scene.play("shows-again 4000 500; shows-again 4001 700; end")
                    .assertHas("one price never existed", "duplicate 1, unexplained 1");
        }
    }

    /** Either tick 6 alone or tick 2 too has no quote. */
    @Test
    void skippedNeverExceedsMissingQuotesWhenAPriceRecurs() {
        assertThat(skippedAfter("tick 10 1; shows 11 1; tick 20 2; tick 30 3; shows 31 3; tick 32 4; shows 33 4"))
                .as("ticks 2 and 6")
                .isBetween(1L, 2L);
    }

    @Test
    void oneMissingQuoteCountsOnceIfItsTickIsAmbiguous() {
        assertThat(skippedAfter("tick 10 1; shows 11 1")).isEqualTo(1);
    }

    /** Returns the number of skipped ticks of a run that ends with a recurring price, one of whose quotes is missing. */
    private long skippedAfter(String events) {
        try (MatchScene scene = new MatchScene(directory, MatchScene.BY_PRICE)) {
            scene.play(events)
                    .play("tick 40 5; tick 50 6; tick 60 5; shows 61 5; shows 62 5; tick 70 7; shows 71 7; end");
            return scene.certainty(false).skipped();
        }
    }
}
