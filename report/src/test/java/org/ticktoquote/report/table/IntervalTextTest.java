package org.ticktoquote.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalTextTest {
    @ParameterizedTest
    @CsvSource({
        "1200000, 1350000, 1.20..1.35 ms",
        "950000, 1350000, 950 us..1.35 ms",
        "1200000, 1200001, 1.20 ms",
        "0, 0, 0 ns",
        "999500000, 1500000000, 1.00..1.50 s",
        "999000000, 1500000000, 999 ms..1.50 s"
    })
    void durationsShowASharedUnitOnce(long low, long high, String text) {
        assertThat(IntervalText.duration(low, high)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"1200|1200|1,200", "0|3|0..3", "1200|34567|1,200..34,567"})
    void countsAreGrouped(long low, long high, String text) {
        assertThat(IntervalText.count(low, high)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0.0042, 0.42 %",
        "0.008, 0.8 %",
        "0.982, 98.2 %",
        "0.99998, 99.998 %",
        "0.9999999, 99.99999 %",
        "0.123, 12.3 %",
        "0.5, 50 %",
        "1, 100 %",
        "0, 0 %",
        "0.0000000123, 0.0000012 %"
    })
    void sharesNeverRoundToZeroOrToAll(double share, String text) {
        assertThat(IntervalText.share(share)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0.0042, 0.0051, 0.42..0.51 %", "0.0042, 0.00421, 0.42 %"})
    void shareIntervalsHaveTwoBounds(double low, double high, String text) {
        assertThat(IntervalText.share(low, high)).isEqualTo(text);
    }
}
