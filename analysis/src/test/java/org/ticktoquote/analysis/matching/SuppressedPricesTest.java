package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.measures.Certainty;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Matching;

/** Prices restored before they were published, for applications that suppress or can suppress the quote. */
final class SuppressedPricesTest {
    private static final String RESTORED_IN_A_SLICE =
            "tick 10 1; names-at 15 1 1; tick 20 2; tick 30 1; tick 40 3; names-at 205 4 3; end";

    @TempDir
    private Path directory;

    private MatchScene scene(String by, Conflation conflation) {
        Matching matching = by.equals(Matching.BY_ID) ? MatchScene.BY_ID : MatchScene.BY_PRICE;
        return new MatchScene(directory, MatchScene.plan(matching, 10, 0, conflation));
    }

    private static Conflation suppressing(String policy) {
        return new Conflation(policy, policy.equals(Conflation.INTERVAL) ? 100 : 0, true);
    }

    @ParameterizedTest(name = "{0}, by {1}, conflation {2}")
    @CsvSource(delimiter = '|', textBlock = """
            ticks that restore the last sent price need no quote | id | interval \
            | tick 10 1; names-at 15 1 1; tick 20 2; tick 30 1; tick 200 3; names-at 205 4 3; end \
            | outcomes published/unchanged/unchanged/published, latest.4 205, unchanged 2
            ticks that restore the last sent price need no quote | price | interval \
            | tick 10 1; names-at 15 1 1; tick 20 2; tick 30 1; tick 200 3; names-at 205 4 3; end \
            | outcomes published/unchanged/unchanged/published, latest.4 205, unchanged 2
            a price that the session never received is lost | id | interval \
            | tick 10 1; names-at 15 1 1; tick 20 2; tick 30 1; tick 40 2; end \
            | outcome.2 unchanged, outcome.3 unchanged, outcome.4 lost
            a tick that cannot share a slice with the restored price is skipped | id | none \
            | tick 10 1; names-at 15 1 1; tick 20 2; tick 30 1; tick 200 3; names-at 205 4 3; end \
            | outcome.2 skipped, outcome.3 unchanged
            a price that is not restored waits for its quote | id | interval \
            | tick 10 1; names-at 15 1 1; tick 20 2; tick 30 3; names-at 90 3 3; end \
            | outcome.2 conflated, latest.2 90, unchanged 0
            a price restored after a withdrawal is the session's price | id | interval \
            | tick 10 1; names-at 15 1 1; offers-nothing 20 1; tick 25 1; names-at 30 2 1; tick 40 2; tick 50 1; end \
            | outcome.3 unchanged, outcome.4 unchanged
            a price from before the run is the session's price | id | interval \
            | names-at 2 2 1; tick 10 1; end | outcome.1 unchanged
            also without an id | id | interval | logs-on 1; names-at 2 none 1; tick 10 1; end | outcome.1 unchanged
            also by price | price | interval | shows 2 1; tick 10 1; end | outcome.1 unchanged, soonest-outcome.1 unchanged
            a repeated price answers if it is sent | id | interval \
            | tick 10 1; names-at 15 1 1; tick 20 2; tick 30 1; names-at 40 3 1; end | outcome.2 conflated, outcome.3 published
            """)
    void suppressedPricesNeedNoQuote(String name, String by, String policy, String events, String expected) {
        try (MatchScene scene = scene(by, suppressing(policy))) {
            scene.play(events).assertHas(name, expected);
        }
    }

    @Test
    void restoredPricesWaitForAQuoteIfSuppressionIsUndeclared() {
        try (MatchScene scene = scene(Matching.BY_ID, new Conflation(Conflation.INTERVAL, 100, false))) {
            scene.play("tick 10 1; names-at 15 1 1; tick 20 2; tick 30 1; tick 200 3; names-at 205 4 3; end")
                    .assertHas("undeclared", "latest.2 205, latest.3 205, unchanged 2");
        }
    }

    @Test
    void tickThatCanShareASliceWithANewerPriceIsNotCertain() {
        try (MatchScene scene = scene(Matching.BY_ID, suppressing(Conflation.INTERVAL))) {
            Certainty certainty = scene.play(RESTORED_IN_A_SLICE).certainty(true);
            assertThat(certainty.perhapsConflated()).isEqualTo(2);
            assertThat(scene.latest.cell(3, 0)).isEqualTo(ResultCell.unchangedOrConflated(175));
            assertThat(ResultCell.isCertain(scene.latest.cell(4, 0))).isTrue();
        }
    }

    @Test
    void tickIsCertainWithoutConflation() {
        try (MatchScene scene = scene(Matching.BY_ID, suppressing(Conflation.NONE))) {
            Certainty certainty = scene.play(RESTORED_IN_A_SLICE).certainty(false);
            assertThat(certainty.perhapsConflated()).isZero();
            scene.assertHas("restored", "outcome.3 unchanged");
            assertThat(ResultCell.isCertain(scene.latest.cell(3, 0))).isTrue();
        }
    }
}
