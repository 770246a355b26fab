package org.ticktoquote.fix.tap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.journal.SnapshotRecord;

class EchoedIdTest {
    private static long read(String form, String value) {
        String before = "8=FIX.4.4|9=99|273="; // the reader reads words of eight bytes
        byte[] bytes = (before + value + "|10=000|").getBytes(StandardCharsets.US_ASCII);
        return EchoedId.of(273, form).read(bytes, before.length(), before.length() + value.length());
    }

    @ParameterizedTest
    @CsvSource({
        "utc-time,00:00:00,0",
        "utc-time,12:30:00,45000000000000",
        "utc-time,12:30:00.5,45000500000000",
        "utc-time,12:30:00.123456789,45000123456789",
        "utc-time,20140502-12:30:00.123,45000123000000",
        "at utc-time,at 23:59:59.999,86399999000000"
    })
    void readsATimeAsNanosecondsOfItsDay(String form, String value, long expected) {
        assertThat(read(form, value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "12:30", "24:00:00", "12:60:00", "12:30:61",
                "12:30:00.", "12:30:00.1234567890", "12-30-00", "ab:cd:ef", "12:30:00.12x",
                "2014-05-02-12:30:00"
            })
    void readsNoIdFromAnInvalidTime(String value) {
        assertThat(read("utc-time", value)).isEqualTo(SnapshotRecord.NO_ID);
    }

    @Test
    void refusesAnUnknownForm() {
        assertThatThrownBy(() -> EchoedId.of(278, "octal"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected decimal, hex or utc-time");
    }
}
