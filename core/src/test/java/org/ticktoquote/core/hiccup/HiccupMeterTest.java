package org.ticktoquote.core.hiccup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.journal.JournalException;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.linux.CallingThread;

class HiccupMeterTest {
    @TempDir
    private Path folder;

    private static boolean alive(String thread) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(one -> one.getName().equals(thread));
    }

    @Test
    void wakesOnScheduleInItsOwnThreadUntilClosed() {
        long begunNs = System.nanoTime();
        HiccupMeter meter = HiccupMeter.counting("test");
        try (meter) {
            await().atMost(Duration.ofSeconds(60)).until(() -> meter.summary().wakes() > 50);
            assertThat(alive("test-hiccups")).isTrue();
            assertThat(meter.timerSlackNs()).isIn(1L, CallingThread.UNKNOWN_SLACK);
        }
        long lived = (System.nanoTime() - begunNs) / HiccupMeter.INTERVAL_NS;
        assertThat(meter.summary().wakes()).isBetween(51L, lived);
        assertThat(alive("test-hiccups")).isFalse();
    }

    @Test
    void leavesAClosedJournal() {
        Path file = folder.resolve("hiccups-test.journal");
        HiccupMeter.journalled("test", file, JournalOrigin.NO_RUN).close();

        try (JournalReader reader = JournalReader.open(file, HiccupRecord.SCHEMA)) {
            while (reader.next()) {
                assertThat(reader.buffer().getLong(reader.offset() + 8)
                                - reader.buffer().getLong(reader.offset()))
                        .isGreaterThanOrEqualTo(HiccupMeter.THRESHOLD_NS);
            }
            assertThat(reader.closed()).isTrue();
        }
    }

    @Test
    void refusesAnExistingFile() throws Exception {
        Path file = Files.createFile(folder.resolve("hiccups-test.journal"));
        assertThatThrownBy(() -> HiccupMeter.journalled("test", file, JournalOrigin.NO_RUN))
                .isInstanceOf(JournalException.class);
    }
}
