package org.ticktoquote.core.price;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PriceTest {
    private static final long SEED = 20140502;
    private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "1.23456, 1234560000",
        "-0.5, -500000000",
        ".5, 500000000",
        "7., 7000000000",
        "000001.10, 1100000000",
        "0.000000001, 1",
        "1.2345678910000, 1234567891",
        "1234567890.123456789, 1234567890123456789",
        "1000000000.000000000, 1000000000000000000",
        "9223372036.854775807, 9223372036854775807",
        "-9223372036.854775807, -9223372036854775807",
    })
    void readsADecimalNumber(String text, long price) {
        assertThat(parsedBytes(text)).isEqualTo(price);
        assertThat(Price.parse(text)).isEqualTo(price);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "-", ".", "-.", "+1", "--1", "1-", "1.2.3",
                "1e5", "1 ", "1,5", "NaN", "\u0661", "0.0000000001", "9223372036.854775808", "9223372036.854775809",
                "-9223372036.854775808", "9223372037", "99999999999999999999", "1e999999999"
            })
    void refusesTextThatIsNotAPrice(String text) {
        assertThat(parsedBytes(text)).isEqualTo(Price.NONE);
        assertThatThrownBy(() -> Price.parse(text))
                .isInstanceOf(NumberFormatException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @Test
    void agreesWithBigDecimal() {
        Random random = new Random(SEED);
        for (int i = 0; i < 200_000; i++) {
            String text = decimal(random);

            assertThat(parsedBytes(text))
                    .as("%s, seed %d, round %d", text, SEED, i)
                    .isEqualTo(expected(text));
        }
    }

    private static String decimal(Random random) {
        StringBuilder text = new StringBuilder(random.nextInt(3) == 0 ? "-" : "");
        digits(text, random, 1 + random.nextInt(11));
        if (random.nextBoolean()) {
            digits(text.append('.'), random, random.nextInt(11));
        }
        return text.toString();
    }

    private static void digits(StringBuilder text, Random random, int count) {
        boolean zeros = random.nextInt(4) == 0;
        for (int i = 0; i < count; i++) {
            text.append(zeros ? 0 : random.nextInt(10));
        }
    }

    private static long expected(String text) {
        BigDecimal scaled = new BigDecimal(text).movePointRight(9).stripTrailingZeros();
        boolean holds = scaled.scale() <= 0 && scaled.toBigInteger().abs().compareTo(LARGEST) <= 0;
        return holds ? scaled.longValueExact() : Price.NONE;
    }

    @Test
    void parsesItsOwnFormat() {
        Random random = new Random(SEED);
        for (int i = 0; i < 50_000; i++) {
            long price = random.nextLong() >> random.nextInt(64);
            if (price == Price.NONE) {
                continue;
            }
            String text = Price.format(price);

            assertThat(Price.parse(text))
                    .as("%s, seed %d, round %d", text, SEED, i)
                    .isEqualTo(price);
            assertThat(new BigDecimal(text)).isEqualByComparingTo(BigDecimal.valueOf(price, 9));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1234560000, 1.23456",
        "100000000000, 100",
        "0, 0",
        "1, 0.000000001",
        "-500000000, -0.5",
        Long.MIN_VALUE + ", -"
    })
    void formatsTheShortestText(long price, String text) {
        assertThat(Price.format(price)).isEqualTo(text);
    }

    @Test
    void roundsDownAndUpToTheGrid() {
        Random random = new Random(SEED);
        for (int i = 0; i < 50_000; i++) {
            long price = random.nextLong() >> (2 + random.nextInt(60));
            long grid = random.nextLong(1, 1_000_001);
            long floor = Price.floor(price, grid);
            long ceil = Price.ceil(price, grid);

            assertThat(floor % grid)
                    .as("price %d, grid %d, seed %d", price, grid, SEED)
                    .isZero();
            assertThat(price - floor)
                    .as("price %d, grid %d, seed %d", price, grid, SEED)
                    .isBetween(0L, grid - 1);
            assertThat(ceil).isEqualTo(price % grid == 0 ? price : floor + grid);
        }
    }

    private static long parsedBytes(String text) {
        byte[] bytes = ("x" + text + "x").getBytes(StandardCharsets.UTF_8);
        return Price.parse(new UnsafeBuffer(bytes), 1, bytes.length - 2);
    }
}
