package org.ticktoquote.analysis.matching;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.run.Conflation;

/** Counts and quote ages of snapshots matched by id, and events outside the measurement. Three ticks are planned. */
final class SessionTalliesTest {
    @TempDir
    Path directory;

    private void assertHas(long drainDeadlineNs, String name, String events, String expected) {
        assertHas(MatchScene.plan(MatchScene.BY_ID, 3, drainDeadlineNs), name, events, expected);
    }

    private void assertHas(MatchPlan plan, String name, String events, String expected) {
        try (MatchScene scene = new MatchScene(directory, plan)) {
            scene.play(events).assertHas(name, expected);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a repeated id is a duplicate and an older id a regression \
            | tick 10 1; tick 20 2; names 21 2; names 22 2; names 23 2; names 24 1; end \
            | matched 1, duplicate 2, regressed 1, latest-ages 1
            a planned tick named before it is sent is early \
            | tick 10 1; names 11 2; names 12 3 | early 2, unexplained 2
            an unplanned id is unexplained but not early \
            | tick 10 1; names 11 4; names 12 0; names 13 -1 | early 0, unexplained 3
            a price from before the run is initial, also if it is repeated just after the first tick \
            | logs-on 1; names 2 2; names 3 none; names 4 2; warm-up 5 0; names 6 2; tick 10 1; names 11 1; end \
            | early 0, unexplained 0, initial 4, matched 1
            but not after an answer | names 2 2; tick 10 1; names 11 1; names 12 2; end | early 1, unexplained 1, initial 1
            nor later | names 2 2; tick 10 1; names 1000000009 2; names 1000000010 2; end | early 1, initial 2
            nor without an id | names 2 none; tick 10 1; names 11 none; end | unexplained 1, initial 1
            a refresh that only deletes need not name a tick, but can \
            | warm-up 1 0; names 2 1000000000001; deletes 3 none; tick 10 1; names 11 1; tick 20 2; names 21 2; \
            deletes 22 none; deletes 23 1; deletes 24 1000000000001; tick 30 3; deletes 31 3; deletes 32 9; end \
            | duplicate 5, regressed 0, matched 3, unexplained 0
            also if its entry is from before the run \
            | names 2 2; tick 10 1; names 11 1; deletes 12 2; end | early 0, unexplained 0, duplicate 1, initial 1
            a tick sent beyond the plan counts like any other \
            | tick 10 1; tick 20 2; tick 30 3; tick 40 4; names 41 4 | matched 1, unexplained 0, latest.4 41
            a snapshot of an unknown instrument is unexplained \
            | tick 10 1; of-instrument 11 1; of-instrument 12 2; of-instrument 13 65535 | unexplained 3
            an age counts from the send time of the named tick \
            | warm-up 1 0; tick 100 1; names 130 1; tick 200 2; names 270 2; names 280 2 | latest-ages 30/70
            a tick that was not sent has no age \
            | warm-up 1 0; tick-unrequested 100 1; names 130 1; tick 200 2; names 270 2 | latest-ages 70
            """)
    void snapshotCountsUnderItsClass(String name, String events, String expected) {
        assertHas(0, name, events, expected);
    }

    /** The conflation interval is 10 ns. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a quote that names a tick without a due one | tick 10 1; names 11 1; tick 20 1; names 25 2; end | 1
            not if it also answers a due tick | tick 10 1; tick 11 1; names 15 2; end | 0
            nor if it ends a time without a price | tick 10 1; names 11 1; offers-nothing 15 1; tick 20 1; names 25 2; end | 0
            but the next one | tick 10 1; names 11 1; offers-nothing 15 1; tick 20 1; names 25 2; tick 30 1; names 35 3; end | 1
            nor if it answers a request | tick 10 1; names 11 1; disconnects 15; tick 20 1; logs-on 21; names 25 2; end | 0
            """)
    void countsQuotesThatNothingCallsFor(String name, String events, String expected) {
        MatchPlan plan = MatchScene.plan(MatchScene.BY_ID, 3, 0, new Conflation(Conflation.INTERVAL, 10));
        assertHas(plan, name, events, "published-not-due " + expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            sessions ended for garbage count separately \
            | logs-on 1; disconnects 2; logs-on 3; ended-for-garbage 4; end | drops 2, ended 1
            only a disconnect without an order is a drop \
            | logs-on 1; ordered-down 2; disconnects 3; logs-on 4; disconnects 5; logs-on 6; end \
            | logons 3, ordered-down 1, drops 1
            a pair with a due tick and no snapshot is unanswered | logs-on 1; tick 10 1; end | unanswered 1
            a pair of a disconnected session is not | logs-on 1; tick 10 1; disconnects 11; end | unanswered 0
            an exclusion lasts from the first order to the first snapshot \
            | ordered-down 10; ordered-down 20; tick 30 1; logs-on 40; names 50 1; \
            tick 60 2; names 65 2; ordered-down 70; tick 80 3; end \
            | excluded latest:10..50/latest:70..80, outcome.3 excluded, latest.2 65
            a client without a subscription is owed nothing until its first snapshot after the next one \
            | logs-on 1; tick 10 1; names 11 1; tick 20 2; unsubscribes 21; names 22 2; tick 30 3; names 31 3; \
            subscribes 40; names 50 3; tick 60 4; names 61 4; end \
            | outcomes published/excluded/excluded/published, excluded latest:21..50, initial 4, matched 1, \
            latest-ages 1, unanswered 0
            a client that does not subscribe again is owed nothing \
            | logs-on 1; unsubscribes 3; tick 10 1; end | outcomes excluded, unanswered 0
            the end of a stream excludes ticks of the last second, but loses older ones \
            | logs-on 1; names 2 none; tick 10 1; tick 900000000 2; ends-stream 1500000000; end | outcomes lost/excluded
            at once if the client subscribes again \
            | logs-on 1; names 2 none; tick 10 1; ends-stream 1500000000; subscribes 1500000001; end | outcomes lost
            a price of the next second still answers them \
            | logs-on 1; names 2 none; tick 10 1; ends-stream 1500000000; names 1600000000 1; tick 1700000000 2; end \
            | outcomes published/excluded, excluded latest:1600000000..1700000000
            but not a later one \
            | logs-on 1; names 2 none; tick 10 1; ends-stream 1500000000; names 2500000001 1; end | outcomes lost
            their answers can be missing in a gap \
            | logs-on 1; names 2 none; tick 10 1; ends-stream 1500000000; not-captured 1600000000; end | outcomes excluded
            a client that requested one snapshot was owed no more \
            | logs-on 1; names 2 none; tick 10 1; unsubscribes 1500000000; end | outcomes excluded
            unless prices arrived for over a second \
            | logs-on 1; tick 10 1; names 11 1; names 900000000 1; names 1100000000 1; tick 1200000000 2; \
            unsubscribes 2500000000; end | outcomes published/lost
            prices that stream in over a second later show a subscription \
            | logs-on 1; unsubscribes 3; tick 10 1; names-again 1500000000 1; names 1600000000 1; names 2500000000 1; \
            names 2700000000 1; tick 2750000000 2; names 2760000000 2; tick 2800000000 3; end \
            | outcomes excluded/published/lost, initial 3, matched 1
            unless it has requested one snapshot since then \
            | logs-on 1; unsubscribes 3; tick 10 1; names 1600000000 1; unsubscribes 1700000000; names 2500000000 1; \
            names 2650000000 1; tick 2660000000 2; end | outcomes excluded/excluded, unanswered 0
            late prices show no subscription \
            | logs-on 1; tick 10 1; ends-stream 20; names 1200000000 1; names 1250000000 1; tick 2000000000 2; \
            tick 3000000000 3; end | outcomes excluded/excluded/excluded
            nor do answers to requests that the capture lacks \
            | unsubscribes 2; names 5 77; names 2000000000 77; tick 2100000000 1; names 4000000000 77; tick 4100000000 2; \
            unsubscribes 6000000000; end | outcomes excluded/excluded
            after a gap in the capture a client is owed a price if it subscribes again \
            | not-captured 1; names 2 none; tick 10 1; names 11 1; unsubscribes 20; subscribes 30; tick 40 2; end | unanswered 1
            a client that logs out before it subscribes again is owed nothing \
            | logs-on 1; unsubscribes 3; disconnects 5; subscribes 6; tick 10 1; end | unanswered 0
            the application cannot lose a tick sent around the stop of the clients \
            | tick 10 1; names 11 1; tick 20 2; breaks-off | latest.1 11, outcome.2 excluded
            """)
    void countsDisconnectsAndExclusions(String name, String events, String expected) {
        assertHas(0, name, events, expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            counts snapshots with only levels of size zero \
            | tick 10 1; offers-nothing 11 1; names 12 1; offers-nothing 13 1; offers-nothing 101 1; end \
            | only-zero-sizes 2
            a refresh answers its tick without a known book, but the arrival of the price of tick 2 is unknown \
            | tick 10 1; without-book 11 1; tick 20 2; not-captured 21; without-book 25 none; without-book 26 2; \
            tick 30 3; without-book 101 3; end \
            | without-book 3, matched 2, initial 1, after-drain 0, outcomes published/excluded/published, \
            excluded latest:20..21/latest:21..26
            a refresh that was sent again is not one of an unknown book \
            | tick 10 1; without-book-again 11 1; end | without-book 0, duplicate 1, outcome.1 published
            a snapshot without a price answers nothing and begins a time without a price \
            | tick 10 1; names 11 1; offers-nothing 12 1; tick 20 2; offers-nothing 21 2; names 25 2; offers-nothing 95 2; end \
            | latest.2 25, matched 2, withdrawn 3, no-price-ns 18, no-price-ns-of-pair 18
            a repeated message neither begins nor ends a time without a price \
            | tick 10 1; names 11 1; offers-nothing-again 12 1; offers-nothing 20 1; names-again 30 1; \
            tick 40 2; names 45 2; end | matched 2, duplicate 2, withdrawn 1, no-price-ns 25
            a repeated snapshot of the warm-up is a duplicate \
            | warm-up 1 0; tick 10 1; names 11 1; names-again 12 1000000000001; end | duplicate 1, regressed 0
            a snapshot after the drain counts only if a tick is unanswered \
            | tick 10 1; tick 20 2; names 100 1; names 101 2; names 102 1; end \
            | matched 2, regressed 0, after-drain 2, latest.1 100, latest.2 101
            """)
    void countsUntilTheDrainEndsAt100(String name, String events, String expected) {
        assertHas(100, name, events, expected);
    }
}
