package org.ticktoquote.fix.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares the time with the one that the Java library writes. */
class SendingTimeTest {
    private static final DateTimeFormatter FORM =
            DateTimeFormatter.ofPattern("uuuuMMdd-HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

    private final SendingTime time = new SendingTime();

    private void assertFormatted(long epochMs) {
        byte[] text = time.at(epochMs);
        assertThat(new String(text, StandardCharsets.US_ASCII))
                .isEqualTo(FORM.format(Instant.ofEpochMilli(epochMs)))
                .hasSize(SendingTime.LENGTH);
        int sum = 0;
        for (byte each : text) {
            sum += each;
        }
        assertThat(time.sum()).isEqualTo(sum);
    }

    @Test
    void writesEveryDayOfFourCenturiesAndTimesInAnyOrder() {
        for (long day = -100 * 365L; day < 400 * 365L; day++) {
            assertFormatted(day * 86_400_000L + day);
        }

        Random random = new Random(16);
        for (int i = 0; i < 100_000; i++) {
            assertFormatted(random.nextLong(4_000_000_000_000L));
        }

        for (long ms = 1_399_033_799_990L; ms < 1_399_033_801_010L; ms++) {
            assertFormatted(ms);
        }
    }
}
