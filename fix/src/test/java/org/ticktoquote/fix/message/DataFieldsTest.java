package org.ticktoquote.fix.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Masks separators inside data for readers that do not know data fields. */
class DataFieldsTest {
    private static final List<Integer> LENGTHS =
            List.copyOf(DataFields.dataByLength().keySet());
    private static final String BYTES = "\u0001\u0001\u0000=019835a\u00ff";

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String checkSum(String counted) {
        return "10=%03d\u0001".formatted(counted.chars().sum() & 0xff);
    }

    private static byte[] message(String fields) {
        String text = fields.replace('|', '\u0001');
        return bytes(text + checkSum(text));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void masksOnlySeparatorsInsideData(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            List<String> fields = new ArrayList<>(List.of("8=FIX.4.4", "9=0"));
            StringBuilder text = new StringBuilder("8=FIX.4.4\u00019=0\u0001");
            for (int count = random.nextInt(8); count > 0; count--) {
                if (random.nextBoolean()) {
                    append(text, fields, (1 + random.nextInt(9000)) + "=" + "x".repeat(random.nextInt(4)));
                    continue;
                }
                int length = LENGTHS.get(random.nextInt(LENGTHS.size()));
                StringBuilder data = new StringBuilder();
                for (int bytes = random.nextInt(12); bytes > 0; bytes--) {
                    data.append(BYTES.charAt(random.nextInt(BYTES.length())));
                }
                append(text, fields, length + "=" + data.length());
                append(text, fields, DataFields.dataByLength().get(length) + "=" + data);
            }
            byte[] message = bytes(text + checkSum(text.toString()));

            assertThat(DataFields.maskSeparators(message, 0, message.length)).isEmpty();
            String covered = new String(message, 0, message.length - 7, StandardCharsets.ISO_8859_1);
            assertThat(covered.split("\u0001"))
                    .as("seed %d, message %d", seed, i)
                    .containsExactlyElementsOf(fields.stream()
                            .map(field -> field.replace('\u0001', '?'))
                            .toList());
            assertThat(new String(message, StandardCharsets.ISO_8859_1)).endsWith(checkSum(covered));
        }
    }

    /** Appends a field and its separator. */
    private static void append(StringBuilder text, List<String> fields, String field) {
        text.append(field).append('\u0001');
        fields.add(field);
    }

    @ParameterizedTest
    @CsvSource({"500", "2", "4", "x", "''", "-3", "99999999999", "2147483647", "3.0"})
    void namesAWrongLength(String length) {
        byte[] message = message("8=FIX.4.4|9=0|35=B|95=" + length + "|96=a|b|");
        assertThat(DataFields.maskSeparators(message, 0, message.length))
                .isEqualTo("the length field 95 is '" + length
                        + "': expected the number of bytes of the data field 96 after it");
    }

    @Test
    void wrongCheckSumStaysWrong() {
        byte[] message = bytes("8=FIX.4.4\u00019=0\u000195=3\u000196=a\u0001b\u000110=000\u0001");
        assertThat(DataFields.maskSeparators(message, 0, message.length)).isEmpty();
        assertThat(new String(message, StandardCharsets.ISO_8859_1)).endsWith("96=a?b\u000110=062\u0001");
    }
}
