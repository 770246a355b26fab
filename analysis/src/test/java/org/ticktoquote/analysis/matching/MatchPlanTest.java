package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.SessionPlan;

/** Creation of a plan from a consistent manifest. */
final class MatchPlanTest {
    private static final List<Long> TWO_TIERS = List.of(0L, 5L);
    private static final Matching DECLARED = Matching.byPrice(Matching.DECLARED);
    private static final Matching LEARNED = Matching.byPrice(Matching.LEARNED);

    private static MatchPlan plan(int tier, List<Integer> instruments, Matching matching, List<Long> tiers) {
        List<SessionPlan> sessions =
                List.of(new SessionPlan(0, "a", 0, List.of(0)), new SessionPlan(1, "b", tier, instruments));
        return MatchPlan.of(ManifestFixture.of(2, sessions, matching, tiers), 3);
    }

    private static void assertRefused(int tier, List<Integer> instruments, Matching matching, List<Long> tiers) {
        assertThatThrownBy(() -> plan(tier, instruments, matching, tiers))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("session b names an instrument or a tier that is not declared");
    }

    @Test
    void takesValuesFromTheManifest() {
        MatchPlan plan = plan(1, List.of(0, 1), DECLARED, TWO_TIERS);
        assertThat(List.of(plan.tier(0, 1), plan.tier(1, 1), plan.plannedTicks(), plan.drainDeadlineNs()))
                .containsExactly(0, 1, 7L, 99L);
        assertThat(plan.uncertaintyNs()).isEqualTo(3);
    }

    @Test
    void onlySessionsWithThePairSubscribeToIt() {
        MatchPlan plan = plan(1, List.of(1), DECLARED, TWO_TIERS);
        assertThat(plan.subscribers(0)).containsExactly(0);
        assertThat(plan.subscribers(1)).containsExactly(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2, 3})
    void refusesUndeclaredTier(int tier) {
        assertRefused(tier, List.of(0), DECLARED, TWO_TIERS);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2})
    void refusesUnrecordedInstrument(int instrument) {
        assertRefused(0, List.of(0, instrument), DECLARED, TWO_TIERS);
    }

    /** The learned prices define the tiers. */
    @Test
    void declaredTiersDoNotLimitLearnedOnes() {
        assertThat(plan(2, List.of(0), LEARNED, TWO_TIERS).tier(1, 0)).isEqualTo(2);
        assertRefused(-1, List.of(0), LEARNED, TWO_TIERS);
    }

    /** Every tick is then due for every tier, and tiers are the bits of a long. */
    @Test
    void acceptsUpTo64TiersWithoutADeclaredModel() {
        assertThat(plan(63, List.of(0), MatchScene.BY_ID, List.of()).tier(1, 0)).isEqualTo(63);
        assertRefused(64, List.of(0), MatchScene.BY_ID, List.of());
    }
}
