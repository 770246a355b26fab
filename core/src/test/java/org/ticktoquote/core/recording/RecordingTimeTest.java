package org.ticktoquote.core.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;

class RecordingTimeTest {
    private final RecordingTime time = time("2014-05-02T12:30:00Z");

    private static RecordingTime time(String announcement) {
        long announcementNs = announcement.isEmpty() ? 0 : ns(announcement);
        return new RecordingTime(announcementNs, ns("2014-05-02T12:00:00.123456789Z"));
    }

    private static long ns(String instant) {
        return RecordingTime.nanoseconds(Instant.parse(instant));
    }

    @ParameterizedTest
    @CsvSource({
        "T0, 2014-05-02T12:30:00Z",
        "T0-10s, 2014-05-02T12:29:50Z",
        "T0+1.5min, 2014-05-02T12:31:30Z",
        "T0-30m, 2014-05-02T12:00:00Z",
        "T0+250us, 2014-05-02T12:30:00.000250Z",
        "12:29, 2014-05-02T12:29:00Z",
        "12:29:50, 2014-05-02T12:29:50Z",
        "12:29:50.125, 2014-05-02T12:29:50.125Z",
        "2014-05-02T12:29:50.000000001Z, 2014-05-02T12:29:50.000000001Z",
        "2014-05-02T14:29:50+02:00, 2014-05-02T12:29:50Z"
    })
    void parsesInstantsTimesOfDayAndOffsetsFromTheAnnouncement(String text, String expected) {
        assertThat(RecordingTime.format(time.parse(text))).isEqualTo(RecordingTime.format(ns(expected)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "now", "T1", "T0*3s", "T0-10", "25:00", "12:30:00Z", "2014-05-02", "2914-05-02T12:30:00Z"})
    void refusesOtherTextAndQuotesIt(String text) {
        assertThatThrownBy(() -> time.parse(text))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.USAGE))
                .hasMessageContaining("'" + text + "' is not a time, expected T0");
    }

    @Test
    void refusesAnOffsetWithoutAnAnnouncement() {
        assertThatThrownBy(() -> time("").parse("T0-10s"))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("the recording has no announcement T0");
    }

    @Test
    void readsWindowsWithDotsAndLength() {
        assertThat(time.window("T0-10s..12:31:00.5"))
                .isEqualTo(new RecordingWindow(ns("2014-05-02T12:29:50Z"), ns("2014-05-02T12:31:00.5Z")));
        assertThat(time.window("..T0")).isEqualTo(new RecordingWindow(Long.MIN_VALUE, ns("2014-05-02T12:30:00Z")));
        assertThat(time.window("T0..")).isEqualTo(new RecordingWindow(ns("2014-05-02T12:30:00Z"), Long.MAX_VALUE));
        assertThat(time.window("..")).isEqualTo(RecordingWindow.ALL);

        assertThatThrownBy(() -> time.window("T0-10s")).hasMessageContaining("expected FROM..TO");
        assertThatThrownBy(() -> time.window("T0..T0")).hasMessageContaining("must end after its start");
    }
}
