package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTest {
    @ParameterizedTest
    @CsvSource({
        "1.38694, 1386940000",
        "1, 1000000000",
        "1., 1000000000",
        ".5, 500000000",
        "0.000000001, 1",
        "0001.500, 1500000000",
        "9223372036.854775807, 9223372036854775807",
        "000000000000000000000000000000001.5, 1500000000",
        "1.5000000000000000000, 1500000000",
        "1580.7870000000003, 1580787000000",
        "1.3869400000000001, 1386940000",
        "0.00012300000000000001, 123000",
        "1e-05, 10000",
        "1.38694E+00, 1386940000",
        "138694e-5, 1386940000",
        "'1,284.065', 1284065000000",
        "1'284.065, 1284065000000",
        "'1,284,065.5', 1284065500000000",
        "1\u00A0284.065, 1284065000000"
    })
    void readsPricesExactly(String text, long expected) throws BadValue {
        assertThat(Decimal.price("bid", text, Decimal.POINT)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"'1,38694', 1386940000", "'1.284,065', 1284065000000", "1284, 1284000000000", "1.284, 1284000000000"})
    void readsPricesWithADecimalComma(String text, long expected) throws BadValue {
        assertThat(Decimal.price("bid", text, Decimal.COMMA)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.38694", "1,38,694", "1.28,065", "12.84.065"})
    void refusesInvalidPricesWithADecimalComma(String text) {
        assertThatThrownBy(() -> Decimal.price("bid", text, Decimal.COMMA))
                .hasMessageContaining("'" + text + "' is not a plain decimal number, expected a price such as 1,38694");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", ".", "-", "0", "0.0", "-1", "+1", "1e3e3",
                "1e", "e5", "1e100", "1e-999999999", "1e-12", "1,28,065", "1.38694000001", "1580.78700000001",
                "1.2.3", "1,5", "1.0000000001", "9223372036.854775808"
            })
    void refusesInvalidPrices(String text) {
        assertThatThrownBy(() -> Decimal.price("bid", text, Decimal.POINT)).isInstanceOf(BadValue.class);
    }

    @Test
    void readsTimesLikeBigDecimal() throws BadValue {
        RandomGenerator random = new SplittableRandom(5);
        for (int i = 0; i < 20_000; i++) {
            BigDecimal time = BigDecimal.valueOf(random.nextLong(1L << random.nextInt(1, 56)), random.nextInt(0, 13));
            String text = (random.nextInt(5) == 0 ? "-" : "") + time.toPlainString();
            int decimals = random.nextInt(0, 7);
            BigDecimal expected = new BigDecimal(text).movePointRight(decimals).setScale(0, RoundingMode.FLOOR);
            if (expected.toBigInteger().bitLength() < Long.SIZE) {
                byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
                assertThat(Decimal.timeNs(bytes, 0, bytes.length, decimals, "a time"))
                        .as(text)
                        .isEqualTo(expected.longValueExact());
            }
        }
    }
}
