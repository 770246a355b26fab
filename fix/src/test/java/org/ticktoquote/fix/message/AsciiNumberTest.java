package org.ticktoquote.fix.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.price.Price;

final class AsciiNumberTest {
    private static final String COMMON = "0123456789012345678901234567890123456789..";
    private static final String RARE = COMMON + "-+ ,x:/e=\0\1\2\u007f\u0080\u00ff";
    private static final int ROUNDS = 100_000;

    /** Puts random bytes around a number. They must not matter. */
    private static byte[] inTheMiddle(String text, Random random) {
        byte[] bytes = new byte[3 + text.length() + EightBytes.LENGTH];
        random.nextBytes(bytes);
        byte[] number = text.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(number, 0, bytes, 3, number.length);
        return bytes;
    }

    private static String text(Random random) {
        String from = random.nextInt(4) == 0 ? RARE : COMMON;
        StringBuilder text = new StringBuilder(random.nextInt(16) == 0 ? "-" : "");
        int length = random.nextInt(random.nextInt(3) == 0 ? 21 : 11);
        while (text.length() < length) {
            text.append(from.charAt(random.nextInt(from.length())));
        }
        return text.toString();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void readsPricesLikeTheSlowParser(long seed) {
        Random random = new Random(seed);
        AsciiNumber numbers = new AsciiNumber();
        for (int round = 0; round < ROUNDS; round++) {
            String text = text(random);
            byte[] bytes = inTheMiddle(text, random);
            long expected = Price.parse(new UnsafeBuffer(bytes), 3, text.length());
            if (numbers.price(bytes, 3, 3 + text.length()) != expected) {
                assertThat(numbers.price(bytes, 3, 3 + text.length()))
                        .as("seed %d, '%s'", seed, text)
                        .isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {11, 12, 13})
    void readsWholeNumbersLikeTheStandardLibrary(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            String text = text(random);
            byte[] bytes = inTheMiddle(text, random);
            String digits = text.replaceFirst("(?s)\\..*", "");
            long expected = digits.matches("[0-9]{1,18}") ? Long.parseLong(digits) : AsciiNumber.NONE;
            if (AsciiNumber.whole(bytes, 3, 3 + text.length()) != expected) {
                assertThat(AsciiNumber.whole(bytes, 3, 3 + text.length()))
                        .as("seed %d, '%s'", seed, text)
                        .isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1.10011, 1100110000", "1, 1000000000", "1., 1000000000", ".5, 500000000",
        "0.000001, 1000", ".1234567, 123456700", "99999999, 99999999000000000", "102.12345, 102123450000"
    })
    void readsPricesOfAnyShape(String text, long price) {
        byte[] bytes = inTheMiddle(text, new Random(5));

        assertThat(new AsciiNumber().price(bytes, 3, 3 + text.length())).isEqualTo(price);
    }
}
