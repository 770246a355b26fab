package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.replayer.importing.Zones.WallClock;

class TimePatternTest {
    private static final WallClock UTC = new WallClock(ZoneId.of("UTC"));

    @ParameterizedTest
    @CsvSource({
        "yyyyMMdd HH:mm:ss.SSS, 20140502 12:30:00.250, 2014-05-02T12:30:00.250Z",
        "yyyyMMdd HHmmssSSS, 20140502 123000250, 2014-05-02T12:30:00.250Z",
        "yyyy-MM-ddTHH:mm:ss.SZ, 2014-05-02T12:30:00.123456789Z, 2014-05-02T12:30:00.123456789Z",
        "yyyy-MM-ddTHH:mm:ss.SZ, 2014-05-02T12:28:50Z, 2014-05-02T12:28:50Z",
        "dd/MM/yyyy HH:mm, 02/05/2014 12:30, 2014-05-02T12:30:00Z",
        "dd/MM/yyyy HH:mm:ss, 02/05/2014 12:30, 2014-05-02T12:30:00Z",
        "MM/dd/yyyy HH:mm:ss, 05/02/2014 12:30:59, 2014-05-02T12:30:59Z",
        "d/M/yyyy h:mm:ss a, 2/5/2014 1:30:00 PM, 2014-05-02T13:30:00Z",
        "d/M/yyyy h:mm:ss a, 12/05/2014 12:30:00 am, 2014-05-12T00:30:00Z",
        "d-MMM-yyyy HH:mm:ss.SSS, 02-MAY-2014 12:30:00.1, 2014-05-02T12:30:00.100Z",
        "MMM d yyyy HH:mm, Dec 31 2014 23:59, 2014-12-31T23:59:00Z",
        "dd.MM.yy HH:mm:ss:SSS, 02.05.14 12:30:00:250, 2014-05-02T12:30:00.250Z",
        "yyyy.MM.ddDHH:mm:ss.SSS, 2014.05.02D12:30:00.123456789, 2014-05-02T12:30:00.123456789Z",
        "dd.MM.yyyy HH:mm:ss.SSS X, 01.02.2012 00:00:03.660 GMT+0100, 2012-01-31T23:00:03.660Z",
        "yyyy-MM-ddTHH:mm:ss.SSSX, 2014-05-02T12:30:00-05:30, 2014-05-02T18:00:00Z",
        "yyyy-MM-ddTHH:mm:ss.SSSX, 2014-05-02T14:30:00.5+02:00[Europe/Berlin], 2014-05-02T12:30:00.500Z",
        "yyyy-MM-dd HH:mm:ssX, 2014-05-02 08:30:00 America/New_York, 2014-05-02T12:30:00Z",
        "yyyy-MM-dd HH:mm:ss X, 2014-05-02 08:30:00 EDT, 2014-05-02T12:30:00Z",
        "yyyy-MM-dd HH:mm:ss X, 2014-05-02 12:30:00 0, 2014-05-02T12:30:00Z",
        "yyyy.MM.dd HH:mm:ss.SSS, 1969.12.31 23:59:59.999, 1969-12-31T23:59:59.999Z"
    })
    void readsDateAndTime(String pattern, String text, Instant expected) throws BadValue {
        assertThat(RecordingTime.format(new TimePattern(pattern, UTC).epochNs(text)))
                .isEqualTo(expected.toString());
    }

    @Test
    void subtractsZoneOffsetAndUsesGivenDate() throws BadValue {
        TimePattern newYork = new TimePattern("yyyyMMdd HH:mm", new WallClock(ZoneId.of("America/New_York")));

        assertThat(RecordingTime.format(newYork.epochNs("20140502 08:30"))).isEqualTo("2014-05-02T12:30:00Z");
        assertThat(RecordingTime.format(newYork.epochNs("20140103 08:30"))).isEqualTo("2014-01-03T13:30:00Z");

        TimePattern time = new TimePattern("H:mm:ss.SSS", UTC, LocalDate.of(2014, 5, 2));
        assertThat(RecordingTime.format(time.epochNs("9:30:00.5"))).isEqualTo("2014-05-02T09:30:00.500Z");
        assertThat(RecordingTime.format(time.epochNs("12:30:00"))).isEqualTo("2014-05-02T12:30:00Z");
    }

    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "20140502, ''",
        "20140502 12:30:0, ''",
        "20140502 12:30:, ''",
        "20140502 12:30:00x, ''",
        "' 20140502 12:30:00', ''",
        "2014050２ 12:30:00, ''",
        "20140502 1:30:00, ''",
        "20141302 12:30:00, ' is not a date and time of the calendar'",
        "20140532 12:30:00, ' is not a date and time of the calendar'",
        "20140502 24:00:00, ' is not a date and time of the calendar'",
        "99990502 12:30:00, ' is not a date and time of the calendar'",
        "00000000 12:30:00, ' is not a date and time of the calendar'"
    })
    void refusesOtherFormatsAndTimesNotInTheCalendar(String text, String fault) {
        assertThatThrownBy(() -> new TimePattern("yyyyMMdd HH:mm:ss", UTC).epochNs(text))
                .isInstanceOf(BadValue.class)
                .hasMessageEndingWith("'" + fault + ", expected yyyyMMdd HH:mm:ss");
    }

    @ParameterizedTest
    @CsvSource({
        "h:mm:ss a, 13:30:00 PM", "H:mm:ss.SSS, 12:31.5", "h:mm:ss a, 0:30:00 AM",
        "h:mm:ss a, 1:30:00 XM", "d-MMM-yyyy HH:mm, 2-Mai-2014 12:30", "yyyy-MM-dd HH:mmX, 2014-05-02 12:30XYZ",
        "yyyy-MM-dd HH:mmX, 2014-05-02 12:30+25:00", "yyyy-MM-dd HH:mmX, 2014-05-02 12:30"
    })
    void refusesInvalidHalfDaysMonthsAndZones(String pattern, String text) {
        TimePattern time = new TimePattern(pattern, UTC, LocalDate.EPOCH);
        assertThatThrownBy(() -> time.epochNs(text)).isInstanceOf(BadValue.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "yyyy", "HH:mm:ss", "dMyyyy HH:mm", "dd/MM/yyyy hh:mm",
                "yyyy-MM-dd HH:mm a", "yyyy-mm-dd HH:MM", "YYYY-MM-dd HH:mm", "HH:mm yyyy-MM-dd",
                "epoch"
            })
    void refusesInvalidPatterns(String pattern) {
        assertThatThrownBy(() -> new TimePattern(pattern, UTC)).isInstanceOf(ProblemException.class);
    }
}
