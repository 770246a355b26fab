package org.ticktoquote.analysis.outliers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Yearly figures are limited to the evidence of the runs. */
final class CaseOutliersTest {
    private static final long MS = 1_000_000;

    @Test
    void yearlyFiguresNeedTenIndependentTicks() {
        CaseOutliers one =
                CaseOutliers.of("single", List.of(OutlierHour.hour()), List.of(), LaterThan.P99, OutlierHour.YEAR);
        assertThat(one.hours()).isEqualTo(1);
        assertThat(one.years())
                .extracting(CaseOutliers.YearBeyond::laterThanNs, CaseOutliers.YearBeyond::supported)
                .containsExactly(
                        tuple(2_500_000L, true),
                        tuple(5 * MS, true),
                        tuple(10 * MS, false),
                        tuple(25 * MS, false),
                        tuple(50 * MS, false));
        assertThat(one.years().get(1).perYear().quotesSeconds()).isEqualTo(92.0 / OutlierHour.TICKS * 12 * 3600);
        assertThat(one.years().get(4).atMostAnHour()).isCloseTo(3, within(1e-9));
        CauseFigures stop = one.causes().stream()
                .filter(cause -> cause.cause().equals("jvm-stop"))
                .findFirst()
                .orElseThrow();
        assertThat(stop.perYear()).isNotNull();
        assertThat(stop.perYear().quotesSeconds()).isEqualTo(72.0 / OutlierHour.TICKS * 12 * 3600);
        assertThat(one.causes().stream().filter(cause -> cause.cause().equals("burst")))
                .allMatch(cause -> cause.episodes() == 1 && cause.perYear() == null);
    }

    @Test
    void isEmptyWithoutRuns() {
        CaseOutliers none = CaseOutliers.of("single", List.of(), List.of(), LaterThan.P99, OutlierHour.YEAR);
        assertThat(none.causes()).isEmpty();
        assertThat(none.years()).isEmpty();
    }
}
