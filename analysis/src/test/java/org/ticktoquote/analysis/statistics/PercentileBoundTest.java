package org.ticktoquote.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PercentileBoundTest {
    private static final long MS = Series.MS;

    /** 100 of 10,000 ticks beyond: Garwood's interval of 100 is 81.36 .. 121.63 (his table). */
    @Test
    void singleTicksHaveGarwoodsRanks() {
        ClientStatistics run = Series.statistics(10_000, 50 * MS, i -> (i * 7_919 % 10_000 + 1) * 1_000);
        PercentileBound bound = PercentileBound.of(List.of(run), 0.01);

        assertThat(run.rank(0.01).orElseThrow().deff()).isLessThan(1.1);
        assertThat(bound.valueNs()).isBetween(9_900_000L, 9_910_000L);
        assertThat(bound.lowNs()).isBetween(9_870_000L, 9_888_000L);
        assertThat(bound.highNs()).isBetween(9_919_000L, 9_933_000L);
        assertThat(bound.scope()).isEqualTo("this run only");
    }

    @Test
    void garwoodsBoundsAreThoseOfHisTable() {
        assertThat(Quantiles.garwoodLow(10, 0.05)).isCloseTo(4.795, within(5e-4));
        assertThat(Quantiles.garwoodHigh(10, 0.05)).isCloseTo(18.390, within(5e-4));
        assertThat(Quantiles.garwoodLow(0, 0.05)).isZero();
        assertThat(Quantiles.garwoodHigh(0, 0.05)).isCloseTo(3.689, within(5e-4));
    }

    @Test
    void runsThatDifferMakeItWider() {
        ClientStatistics alike = Series.independent(20_000, 50 * MS, 1);
        PercentileBound same = PercentileBound.of(List.of(alike, alike, alike), 0.01);
        ClientStatistics slow = Series.statistics(20_000, 50 * MS, i -> i % 40 == 0 ? 30 * MS + i : MS + i);
        PercentileBound differing = PercentileBound.of(List.of(alike, alike, slow), 0.01);

        assertThat(same.phi()).isEqualTo(1);
        assertThat(differing.phi()).isGreaterThan(10);
        assertThat(differing.refusal()).contains("bound lies");
    }

    /**
     * One run is late for nine ticks of ten, the others for three: counted as so few
     * that the lower rank of the median lies below every tick. The upper one does not.
     */
    @Test
    void oneEndIsKnownWithoutTheOther() {
        ClientStatistics fast = Series.statistics(6_000, 50 * MS, i -> i % 300 < 90 ? 4 * MS + i : MS + i);
        ClientStatistics slow = Series.statistics(6_000, 50 * MS, i -> i % 300 < 270 ? 4 * MS + i : MS + i);
        PercentileBound bound = PercentileBound.of(List.of(fast, fast, slow), 0.5);
        assertThat(bound.refusal()).isEqualTo("its lower bound lies below every tick");
        assertThat(bound.lowNs()).isNull();
        assertThat(bound.highNs()).isBetween(4 * MS, 5 * MS);
    }

    /** Waits for the end of a pause are all alike in length: the value is in the interval, and no run differs for it. */
    @Test
    void aValueThatManyTicksHaveIsHeld() {
        ClientStatistics one = Series.statistics(20_000, 50 * MS, i -> i % 100 == 7 ? 6 * MS : MS + i);
        ClientStatistics other =
                Series.statistics(20_000, 50 * MS, i -> i == 5 ? 60 * MS : i % 100 == 7 ? 6 * MS : MS + i);
        PercentileBound bound = PercentileBound.of(List.of(one, other, one), 0.005);
        assertThat(bound.phi()).isEqualTo(1);
        assertThat(bound.lowNs()).isBetween(5_990_000L, 6 * MS);
        assertThat(bound.highNs()).isBetween(6 * MS, 6_010_000L);
    }

    @Test
    void isRefusedWhereTooFewEpisodesLieBeyondOrTheRankIsLost() {
        ClientStatistics few = Series.independent(5_000, 50 * MS, 1);
        assertThat(PercentileBound.of(List.of(few), 0.001).refusal())
                .isEqualTo("fewer than 10 independent episodes lie beyond it");
        ClientStatistics lost = Series.statistics(5_000, 50 * MS, i -> i % 50 == 0 ? TickSeries.LOST : MS + i);
        assertThat(PercentileBound.of(List.of(lost), 0.01).refusal()).isEqualTo("its rank falls among the lost ticks");
    }
}
