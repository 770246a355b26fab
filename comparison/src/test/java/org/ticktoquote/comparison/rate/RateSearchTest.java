package org.ticktoquote.comparison.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ticktoquote.comparison.rate.RateOutcome.BROKEN;
import static org.ticktoquote.comparison.rate.RateOutcome.HOLDS;
import static org.ticktoquote.comparison.rate.RateOutcome.UNDECIDED;
import static org.ticktoquote.comparison.rate.RateOutcome.VOID;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

/** Searches for limits at random rates. */
class RateSearchTest {
    private static final double SLACK = 1e-9;
    private static final int MAX_RATES = 200;

    private final SplittableRandom random = new SplittableRandom(5);

    /** Returns all rates that a search tries, in order. */
    private static Map<Double, RateOutcome> searched(RateSearch search, DoubleFunction<RateOutcome> at) {
        Map<Double, RateOutcome> tried = new LinkedHashMap<>();
        Optional<Double> next = search.next(tried);
        while (next.isPresent()) {
            double speed = next.get();
            assertThat(tried)
                    .as("tried twice: %s", search)
                    .doesNotContainKey(speed)
                    .hasSizeLessThan(MAX_RATES);
            assertThat(speed).isBetween(search.from(), search.to());
            tried.put(speed, at.apply(speed));
            next = search.next(tried);
        }
        return tried;
    }

    private RateSearch any() {
        double from = Math.pow(10, random.nextDouble(-2, 2));
        double to = random.nextInt(10) == 0 ? from : from * Math.pow(10, random.nextDouble(0, 3));
        return new RateSearch(from, to, random.nextDouble(RateSearch.MIN_STEP, 1));
    }

    @Test
    void bracketContainsTheLimitAndIsNoWiderThanTheStep() {
        for (int i = 0; i < 20_000; i++) {
            RateSearch search = any();
            double limit = search.from() * Math.pow(10, random.nextDouble(-0.5, 3.5));
            RateOutcome beyond = RateOutcome.values()[1 + random.nextInt(3)];
            Map<Double, RateOutcome> tried = searched(search, speed -> speed <= limit ? HOLDS : beyond);
            RateSearch.Bracket found = RateSearch.bracket(tried);
            if (limit < search.from()) {
                assertThat(found).isEqualTo(new RateSearch.Bracket(null, search.from()));
                assertThat(tried).hasSize(1);
            } else if (limit >= search.to()) {
                assertThat(found).isEqualTo(new RateSearch.Bracket(search.to(), null));
            } else {
                assertThat(found.holds()).isLessThanOrEqualTo(limit);
                assertThat(found.above()).isGreaterThan(limit);
                assertThat(found.above() / found.holds()).isLessThanOrEqualTo(1 + search.step() + SLACK);
            }
        }
    }

    /** Doublings up to the limit, then bisections of one doubling: bounded by logarithms. */
    @Test
    void triesNoMoreRatesThanNeeded() {
        for (int i = 0; i < 5_000; i++) {
            RateSearch search = any();
            double limit = search.from() * Math.pow(10, random.nextDouble(0, 3));
            int tried =
                    searched(search, speed -> speed <= limit ? HOLDS : BROKEN).size();
            double up = Math.log(Math.min(search.to(), 2 * limit) / search.from()) / Math.log(2);
            double between = Math.max(0, Math.log(Math.log(2) / Math.log1p(search.step())) / Math.log(2));
            assertThat((double) tried).as("%s, %s", search, limit).isLessThanOrEqualTo(up + between + 4);
        }
    }

    /** With random outcomes the search ends with the highest rate that holds below all rates that do not. */
    @Test
    void searchEndsDespiteNoise() {
        for (int i = 0; i < 20_000; i++) {
            RateSearch search = any();
            Map<Double, RateOutcome> tried =
                    searched(search, speed -> RateOutcome.values()[random.nextInt(RateOutcome.values().length)]);
            RateSearch.Bracket found = RateSearch.bracket(tried);
            tried.forEach((speed, outcome) -> {
                if (outcome != HOLDS) {
                    assertThat(found.above()).isLessThanOrEqualTo(speed);
                } else if (found.above() == null || speed < found.above()) {
                    assertThat(found.holds()).isGreaterThanOrEqualTo(speed);
                }
            });
        }
    }

    @Test
    void endsAtTheLowestRateIfItCannotBeDecided() {
        assertThat(searched(new RateSearch(1, 100, 0.05), speed -> VOID)).containsOnlyKeys(1.0);
        assertThat(searched(new RateSearch(1, 100, 0.05), speed -> UNDECIDED)).containsOnlyKeys(1.0);
    }

    @Test
    void doublesThenBisectsByRatio() {
        assertThat(searched(new RateSearch(1, 100, 0.2), speed -> speed <= 5 ? HOLDS : BROKEN)
                        .keySet())
                .containsExactly(1.0, 2.0, 4.0, 8.0, 5.657, 4.757);
        assertThat(searched(new RateSearch(3, 10, 1), speed -> HOLDS).keySet()).containsExactly(3.0, 6.0, 10.0);
    }

    @Test
    void ignoresRatesThatHoldAboveOneThatDoesNot() {
        Map<Double, RateOutcome> tried = Map.of(1.0, HOLDS, 2.0, BROKEN, 4.0, HOLDS);
        assertThat(RateSearch.bracket(tried)).isEqualTo(new RateSearch.Bracket(1.0, 2.0));
    }

    @Test
    void formatsSpeedsBriefly() {
        assertThat(List.of(RateSearch.text(8), RateSearch.text(100), RateSearch.text(9.514)))
                .containsExactly("8", "100", "9.514");
        assertThat(RateSearch.below(34.999_99)).isEqualTo(34.99);
        assertThat(RateSearch.below(35)).isEqualTo(35);
    }

    @Test
    void refusesInvalidSearches() {
        for (double[] wrong : new double[][] {
            {0, 1, 0.05}, {2, 1, 0.05}, {1, 2, 0.001}, {1, 2, Double.NaN}, {Double.NaN, 2, 1}, {1, 1 / 0.0, 1}
        }) {
            assertThatThrownBy(() -> new RateSearch(wrong[0], wrong[1], wrong[2]))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
