package org.ticktoquote.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "0.061, 0.061",
        "0.0123456789, 0.0123457",
        "1234567.8, 1234568",
        "100, 100",
        "2.50, 2.5",
        "1e-12, 0.000000000001"
    })
    void numbersHaveSixDigitsAndNoExponent(double value, String text) {
        assertThat(Figures.number(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"999, 999 ns", "45000, 45.0 us", "1234567, 1.23 ms", "70000000000, 70.0 s"})
    void durationsCarryTheirUnit(long ns, String text) {
        assertThat(Figures.duration(ns)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"1, 3, 33.33 %", "0, 0, ''"})
    void shareOfNothingIsEmpty(long part, long whole, String text) {
        assertThat(Figures.share(part, whole)).isEqualTo(text);
    }
}
