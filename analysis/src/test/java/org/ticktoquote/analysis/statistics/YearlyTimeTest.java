package org.ticktoquote.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.statistics.YearRegime.Hours;

final class YearlyTimeTest {
    private static final long MS = Series.MS;
    private static final long HOUR_NS = 3_600_000 * MS;
    private static final double FX_WEEK = 6_240;

    /** An hour at 20 ticks/s with the given number of single late ticks. */
    private static Hours hour(int late) {
        int every = late == 0 ? Integer.MAX_VALUE : 72_000 / late;
        return new Hours(HOUR_NS, Series.statistics(72_000, 50 * MS, i -> i % every == 5 && late > 0 ? 20 * MS : MS));
    }

    private static YearlyTime year(double hours, Hours... runs) {
        return YearlyTime.of(15 * MS, List.of(new YearRegime("NFP replay", hours, List.of(runs))));
    }

    /** For episodes of one tick the Fay-Feuer interval equals Garwood's. */
    @Test
    void singleTicksHaveTheGarwoodInterval() {
        YearlyTime year = year(7_200, hour(10));
        assertThat(year.episodes()).isEqualTo(10);
        assertThat(year.quotesHours()).isCloseTo(1, within(1e-9));
        assertThat(year.quotesLowHours()).isCloseTo(0.4795, within(5e-5));
        assertThat(year.quotesHighHours()).isCloseTo(1.8390, within(5e-5));
    }

    @Test
    void regimesAddUpByTheirHours() {
        YearlyTime both = YearlyTime.of(
                15 * MS,
                List.of(
                        new YearRegime("NFP", 12, List.of(hour(100))),
                        new YearRegime("quiet", 6_228, List.of(hour(1)))));
        assertThat(both.quotesHours()).isCloseTo(12 * 100 / 72e3 + 6_228 / 72e3, within(1e-9));
    }

    private static YearlyTime year(Hours payroll, Hours... quiet) {
        return YearlyTime.of(
                15 * MS,
                List.of(
                        new YearRegime("payroll", 12, List.of(payroll)),
                        new YearRegime("quiet", 6_228, List.of(quiet))));
    }

    /** An hour of 72,000 ticks with episodes of the given length. */
    private static Hours bursts(int episodes, int size) {
        int every = 72_000 / episodes;
        return new Hours(HOUR_NS, Series.statistics(72_000, 50 * MS, i -> i % every < size ? 20 * MS : MS));
    }

    /** Expected values: the same formula computed by SciPy. */
    @Test
    void intervalWeighsEpisodesByTheirHoursPerYear() {
        YearlyTime two = year(hour(100), hour(20));
        assertThat(two.quotesHours()).isCloseTo(1.7466667, within(1e-6));
        assertThat(two.quotesLowHours()).isCloseTo(1.0725551, within(1e-6));
        assertThat(two.quotesHighHours()).isCloseTo(2.6878401, within(1e-6));
        assertThat(two.independent()).isCloseTo(20.386834, within(1e-5));
        YearlyTime differing = year(bursts(3, 40), hour(20), hour(30), hour(10));
        assertThat(differing.quotesHours()).isCloseTo(1.75, within(1e-6));
        assertThat(differing.quotesLowHours()).isZero();
        assertThat(differing.quotesHighHours()).isCloseTo(4.1906890, within(1e-6));
    }

    /** No episode occurred in the hours that represent most of the year: one of them can outweigh all that were seen. */
    @Test
    void regimeWithoutEpisodesRaisesTheUpperBound() {
        YearlyTime quietNone = year(hour(100), hour(0));
        assertThat(quietNone.quotesHours()).isCloseTo(12 * 100 / 72e3, within(1e-9));
        assertThat(quietNone.quotesLowHours()).isCloseTo(0.01356067, within(1e-7));
        assertThat(quietNone.quotesHighHours()).isCloseTo(0.32848506, within(1e-7));
        assertThat(year(bursts(30, 40), hour(0)).quotesHighHours())
                .as("unseen episodes as long as the longest seen")
                .isGreaterThan(30 * quietNone.quotesHighHours());
    }

    /** If most ticks are late, the measured times do not show when a tick would be on time. */
    @Test
    void upperBoundIsAllTimeIfMostTicksAreLate() {
        Hours slow = new Hours(HOUR_NS, Series.statistics(72_000, 50 * MS, i -> 20 * MS));
        assertThat(year(FX_WEEK, slow).timeHighHours()).isCloseTo(FX_WEEK, within(1e-6));
    }

    @Test
    void differingRunsWidenTheInterval() {
        YearlyTime alike = year(FX_WEEK, hour(20), hour(20), hour(20));
        YearlyTime differing = year(FX_WEEK, hour(10), hour(20), hour(30));
        assertThat(differing.quotesHours()).isEqualTo(alike.quotesHours());
        assertThat(differing.quotesHighHours() - differing.quotesLowHours())
                .isGreaterThan(2 * (alike.quotesHighHours() - alike.quotesLowHours()));
    }

    @Test
    void boundsEpisodesAndTimeIfNoneWasSeen() {
        YearlyTime none = year(FX_WEEK, hour(0), hour(0));
        assertThat(none.quotesHours()).isZero();
        assertThat(none.quotesHighHours())
                .as("no time is known for so few episodes")
                .isNull();
        assertThat(none.fewerEpisodes()).isCloseTo(3 * FX_WEEK / 2, within(1e-9));
        assertThat(none.longestNs()).isEqualTo(100 * MS);
        assertThat(none.timeAtMostHours()).isCloseTo(1.5 * FX_WEEK * 0.1 / 3_600, within(1e-9));
    }

    /** 9 episodes in an hour: the exact upper bound of a Poisson mean of 9 is 15.705 (one-sided, 95 %). */
    @Test
    void fewEpisodesBoundTheirNumberAndTimeForAStatedLength() {
        YearlyTime few = year(10, hour(9));
        assertThat(few.supported()).isFalse();
        assertThat(few.quotesLowHours()).isNull();
        assertThat(few.quotesHighHours()).isNull();
        assertThat(few.fewerEpisodes()).isCloseTo(157.05, within(0.01));
        assertThat(few.timeAtMostHours()).isCloseTo(157.05 * 0.1 / 3_600, within(1e-5));
        Hours longer = new Hours(HOUR_NS, Series.statistics(72_000, 50 * MS, i -> i == 7 ? 250 * MS : MS));
        assertThat(year(10, longer).longestNs()).as("the longest answer").isBetween(250 * MS, 251 * MS);
        assertThat(year(10, bursts(2, 300)).longestNs()).as("300 ticks").isBetween(15_000 * MS, 15_100 * MS);
        assertThat(year(10, hour(4), hour(0), hour(5)).fewerEpisodes())
                .as("runs that differ")
                .isGreaterThan(10.0 / 3 * 15.705);
    }

    @Test
    void claimNeedsEnoughHours() {
        assertThat(YearlyTime.hoursForClaim(52, FX_WEEK)).isEqualTo(360);
        assertThat(YearlyTime.hoursForClaim(250, FX_WEEK)).isCloseTo(75, within(0.2));
        assertThat(YearlyTime.hoursForClaim(1_000, FX_WEEK)).isCloseTo(19, within(0.3));
        assertThat(YearlyTime.hoursForClaim(18_720, FX_WEEK)).isEqualTo(1);
    }

    @Test
    void wholeSecondsAreAbsentIfTruncationYieldsZero() {
        assertThat(YearlyTime.wholeSeconds(1 - 0.9999)).hasValue(365 * 8.0);
        assertThat(YearlyTime.wholeSeconds(1e-5)).isEmpty();
        assertThat(YearlyTime.wholeSeconds(0)).hasValue(0.0);
    }
}
