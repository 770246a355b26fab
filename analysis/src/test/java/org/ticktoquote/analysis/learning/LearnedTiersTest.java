package org.ticktoquote.analysis.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.Refusals.assertRefused;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.learning.LearnedPrices.Finding;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.analysis.model.PriceTransform;

final class LearnedTiersTest {
    private static final PriceTransform NARROW = new PriceTransform(-1, 1, 10);
    private static final PriceTransform WIDE = new PriceTransform(-5, 5, 10);

    private static LearnedPrices learned(int session, int instrument, PriceTransform transform, boolean accepted) {
        return new LearnedPrices(
                session, instrument, transform, 100, 90, accepted ? Finding.ACCEPTED : Finding.REFUSED);
    }

    @Test
    void numbersTiersInOrderOfAppearanceAndSharesEqualPrices() {
        LearnedTiers tiers = LearnedTiers.of(
                List.of(
                        learned(0, 0, NARROW, true),
                        learned(0, 1, WIDE, true),
                        learned(1, 0, WIDE, true),
                        learned(1, 1, NARROW, false),
                        learned(2, 0, NARROW, true),
                        learned(2, 1, NARROW, true),
                        learned(3, 0, WIDE, true)),
                4,
                2);
        assertThat(tiers.transforms()).containsExactly(List.of(NARROW, WIDE), List.of(WIDE, NARROW));
        assertThat(tiers.tiers())
                .startsWith(List.of(0, 0), List.of(1, MatchPlan.UNKNOWN_TIER), List.of(0, 1))
                .hasSize(4);
        assertThat(tiers.tiers().get(3).get(0)).isEqualTo(1);
    }

    @Test
    void acceptsTheMaximumNumberOfTiersAndRefusesOneMore() {
        assertThat(different(DueTicks.MAX_TIERS).transforms().get(0)).hasSize(DueTicks.MAX_TIERS);
        assertRefused(() -> different(DueTicks.MAX_TIERS + 1), "65 different prices of one pair");
    }

    private static LearnedTiers different(int sessions) {
        List<LearnedPrices> learned = IntStream.range(0, sessions)
                .mapToObj(session -> learned(session, 0, new PriceTransform(-session, session, 10), true))
                .toList();
        return LearnedTiers.of(learned, sessions, 1);
    }
}
