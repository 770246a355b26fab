package org.ticktoquote.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DecimalTextTest {
    @ParameterizedTest
    @CsvSource({"0, 0", "12, 12", "0.25, 0.25", "012.50, 12.5"})
    void readsDigitsWithAnOptionalFraction(String text, double number) {
        assertThat(new DecimalText().convert(text)).isEqualTo(number);
    }

    /** Java reads most of these as numbers. */
    @ParameterizedTest
    @ValueSource(strings = {"30d", "2f", "0x1p3", "1e3", "NaN", "Infinity", " 5", "+5", "-5", "5.", ".5", "\u0665", ""})
    void refusesOtherText(String text) {
        assertThat(DecimalText.parse(text)).isNaN();
        assertThatThrownBy(() -> new DecimalText().convert(text))
                .isInstanceOf(ProblemException.class)
                .hasMessage("'" + text + "', expected a number, as in 0.5");
    }
}
