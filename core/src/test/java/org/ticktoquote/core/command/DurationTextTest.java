package org.ticktoquote.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {

    @ParameterizedTest
    @CsvSource({
        "0ns, 0",
        "250us, 250_000",
        "1.5s, 1_500_000_000",
        "60min, 3_600_000_000_000",
        "60m, 3_600_000_000_000",
        "1.5 m, 90_000_000_000",
        "2h, 7_200_000_000_000",
        "' 3 ms ', 3_000_000",
        "0.0000000019s, 1",
        "9223372036854775807ns, 9_223_372_036_854_775_807",
    })
    void readsANumberWithAUnit(String text, String ns) {
        assertThat(DurationText.parse(text)).isEqualTo(Long.parseLong(ns.replace("_", "")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "ms", "-1s", "1,5s", "1.s", ".5s", "1e3s", "5 days", "5MS", "1s 5ms"})
    void refusesOtherTextAndShowsAnExample(String text) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> DurationText.parse(text))
                .withMessageContainingAll("'" + text + "'", "as in 250us");
    }

    @Test
    void refusesADurationBeyondTheRangeOrAnHour() {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> DurationText.parse("9223372036854775808ns"))
                .withMessageContaining("292 years");

        assertThat(DurationText.parseUpToAnHour("60min")).isEqualTo(3_600_000_000_000L);
        assertThatThrownBy(() -> DurationText.parseUpToAnHour("1.01h"))
                .isInstanceOf(ProblemException.class)
                .hasMessage("'1.01h' is too long, expected 1h at most");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 ns", "12, 12 ns", "999, 999 ns", "-45, -45 ns", "1000, 1.00 us", "1234, 1.23 us",
        "9994, 9.99 us", "9995, 10.0 us", "45000, 45.0 us", "99949, 99.9 us", "99950, 100 us", "999499, 999 us",
        "999500, 1.00 ms", "-1230000, -1.23 ms", "999499999, 999 ms", "999500000, 1.00 s", "123456789012, 123 s"
    })
    void formatsThreeDigitsInASuitableUnit(long ns, String text) {
        assertThat(DurationText.format(ns)).isEqualTo(text);
    }
}
