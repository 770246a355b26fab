package org.ticktoquote.host.hiccups;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.ticktoquote.host.hiccups.HiccupsRun.SpinGapMeter.SpinGaps;

class SpinGapsTest {
    private static final long US = 1_000;

    private final SpinGaps gaps = new SpinGaps(2 * US, 100 * US);

    @Test
    void countsGapsAtOrAboveThreshold() {
        gaps.clockRead(100 * US + 30);
        gaps.clockRead(102 * US + 29);
        gaps.clockRead(104 * US + 29);
        gaps.clockRead(604 * US + 29);
        Histogram found = gaps.takeInterval();

        assertThat(found.getTotalCount()).isEqualTo(2);
        assertThat(found.getCountAtValue(2 * US)).isEqualTo(1);
        assertThat(found.getCountAtValue(500 * US)).isEqualTo(1);
    }

    @Test
    void countsEachGapInOneIntervalOnly() {
        gaps.clockRead(200 * US);
        assertThat(gaps.takeInterval().getTotalCount()).isEqualTo(1);
        assertThat(gaps.takeInterval().getTotalCount()).isZero();
    }
}
