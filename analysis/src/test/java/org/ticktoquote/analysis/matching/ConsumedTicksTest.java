package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Latest time by which the application has consumed a tick. */
final class ConsumedTicksTest {
    private static final long UNCERTAINTY_NS = 3;
    private static final long STEPS = 1_024;

    private final ConsumedTicks taken = new ConsumedTicks(UNCERTAINTY_NS, true);

    private void assertTaken(long id, long byNs) {
        assertThat(taken.consumedByNs(id)).as("tick %d", id).isEqualTo(byNs + UNCERTAINTY_NS);
    }

    /** Prices as {@code tick at time}, ticks as {@code tick by time}. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a tick is consumed by the first price no older than it \
            | 5 at 100, 9 at 120 | 1 by 100, 5 by 100, 6 by 120, 9 by 120 | 10
            a later price of an older tick changes nothing \
            | 5 at 100, 3 at 100, 3 at 110, 5 at 120 | 3 by 100, 5 by 100 | 6
            an earlier time replaces a later one | 5 at 100, 7 at 110, 7 at 105 | 5 by 100, 7 by 105 | 8
            an earlier time replaces all later ones \
            | 5 at 100, 7 at 110, 7 at 105, 8 at 90 | 5 by 90, 8 by 90 | 9
            the time can start at zero | 1 at 0 | 1 by 0 | 2
            """)
    void tickIsConsumedByTheEarliestPriceThatIsNotOlder(String name, String prices, String consumed, long unknown) {
        pairs(prices, " at ").forEach(price -> taken.onPrice(price[0], price[1]));
        pairs(consumed, " by ").forEach(tick -> assertTaken(tick[0], tick[1]));
        assertThat(taken.consumedByNs(unknown)).as(name).isEqualTo(Long.MAX_VALUE);
    }

    private static Stream<long[]> pairs(String text, String between) {
        return Stream.of(text.split(", ", -1))
                .map(pair -> Stream.of(pair.split(between, -1))
                        .mapToLong(Long::parseLong)
                        .toArray());
    }

    @Test
    void nothingIsConsumedBeforeTheFirstPrice() {
        assertThat(taken.consumedByNs(1)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void remembersAThousandStepsAndReturnsLaterTimesForOlderTicks() {
        for (long id = 1; id <= STEPS + 1; id++) {
            taken.onPrice(id, 100 + id);
        }
        assertTaken(STEPS + 1, 100 + STEPS + 1);
        assertTaken(2, 102);
        assertTaken(1, 102);
    }

    @Test
    void repetitionsUseNoCapacity() {
        taken.onPrice(1, 50);
        for (long i = 0; i < 2 * STEPS; i++) {
            taken.onPrice(2, 60 + i);
        }
        assertTaken(1, 50);
        assertTaken(2, 60);
    }

    @Test
    void pricesOfOneMomentUseOneStep() {
        taken.onPrice(1, 50);
        for (long id = 2; id <= 2 * STEPS; id++) {
            taken.onPrice(id, 60);
        }
        assertTaken(1, 50);
        assertTaken(2, 60);
        assertTaken(2 * STEPS, 60);
    }
}
