package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Prices of snapshots that name their tick. */
final class IdPricesTest {
    @TempDir
    private Path directory;

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            accepts the price of the named tick | tick 10 1; names-at 15 1 1; tick 20 2; names-at 25 2 2 | 2 | 0 | 0
            accepts a price newer than the id   | tick 10 1; tick 20 2; names-at 25 1 2                 | 1 | 0 | 0
            counts an older price of the newest id \
            | warm-up 5 7; tick 10 1; tick 20 2; names-at 25 2 1; names-at 26 2 7                       | 2 | 2 | 0
            accepts a recurring price           | tick 10 1; tick 20 2; tick 30 1; names-at 35 2 1      | 1 | 0 | 0
            accepts the previous price for a tick that needs no quote \
            | tick 10 1; tick 20 1; names-at 25 2 1                                                     | 1 | 0 | 0
            unknown prices refute the model \
            | tick 10 1; names-at 15 1 40; tick 20 2; names-at 25 2 41; names-at 26 2 1                 | 3 | 1 | 2
            """)
    void checksPricesAgainstTheModel(String name, String events, long checked, long older, long unknown) {
        try (MatchScene scene = new MatchScene(directory, MatchScene.BY_ID)) {
            PairTally tally = scene.play(events).matcher.pairTallies().get(0);
            assertThat(new long[] {tally.checked(), tally.older(), tally.unknown()})
                    .as(name)
                    .containsExactly(checked, older, unknown);
            assertThat(tally.modelled()).as(name).isEqualTo(2 * unknown <= checked);
        }
    }
}
