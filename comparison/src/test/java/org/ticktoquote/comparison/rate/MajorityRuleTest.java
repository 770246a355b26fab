package org.ticktoquote.comparison.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.comparison.rate.RateOutcome.BROKEN;
import static org.ticktoquote.comparison.rate.RateOutcome.HOLDS;
import static org.ticktoquote.comparison.rate.RateOutcome.UNDECIDED;
import static org.ticktoquote.comparison.rate.RateOutcome.VOID;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MajorityRuleTest {
    private static Optional<RateOutcome> two(RateOutcome... places) {
        return plan(2).outcome(List.of(places));
    }

    private static RatePlan plan(int runs) {
        return new RatePlan(RatePlan.FORMAT_VERSION, List.of(), 1, 8, 8, 0.05, runs, 1, 1);
    }

    @Test
    void thirdRunDecidesIfTwoDisagree() {
        assertThat(two()).isEmpty();
        assertThat(two(HOLDS)).isEmpty();
        assertThat(two(HOLDS, HOLDS)).contains(HOLDS);
        assertThat(two(BROKEN, BROKEN)).contains(BROKEN);
        assertThat(two(HOLDS, BROKEN)).isEmpty();
        assertThat(two(HOLDS, BROKEN, HOLDS)).contains(HOLDS);
        assertThat(two(HOLDS, BROKEN, BROKEN)).contains(BROKEN);
    }

    @Test
    void undecidedRunsDoNotCountAsMet() {
        assertThat(two(UNDECIDED, UNDECIDED)).contains(UNDECIDED);
        assertThat(two(UNDECIDED, BROKEN)).contains(BROKEN);
        assertThat(two(UNDECIDED, HOLDS)).isEmpty();
        assertThat(two(UNDECIDED, HOLDS, HOLDS)).contains(HOLDS);
    }

    @Test
    void voidRunsNeverCount() {
        assertThat(two(VOID, VOID)).contains(VOID);
        assertThat(two(VOID, HOLDS)).isEmpty();
        assertThat(two(VOID, HOLDS, HOLDS)).contains(HOLDS);
        assertThat(two(VOID, HOLDS, BROKEN)).contains(VOID);
        assertThat(two(VOID, BROKEN, VOID)).contains(VOID);
    }

    @Test
    void majorityDecidesWithinTheMaximumNumberOfRuns() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 20_000; i++) {
            RatePlan votes = plan(1 + random.nextInt(6));
            List<RateOutcome> places = new ArrayList<>();
            while (votes.outcome(places).isEmpty()) {
                places.add(RateOutcome.values()[random.nextInt(RateOutcome.values().length)]);
            }
            assertThat(places).hasSizeBetween(votes.runs(), votes.mostRuns());
            long met = places.stream().filter(each -> each == HOLDS).count();
            long unmet = places.stream()
                    .filter(each -> each == BROKEN || each == UNDECIDED)
                    .count();
            RateOutcome outcome = votes.outcome(places).orElseThrow();
            if (outcome == HOLDS) {
                assertThat(met).isGreaterThan(unmet);
            } else if (outcome != VOID) {
                assertThat(unmet).isGreaterThan(met);
            } else {
                assertThat(Math.max(met, unmet)).isLessThanOrEqualTo(votes.runs() / 2);
            }
        }
    }
}
