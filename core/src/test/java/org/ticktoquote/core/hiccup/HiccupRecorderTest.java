package org.ticktoquote.core.hiccup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.journal.JournalReader;

class HiccupRecorderTest {
    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long US = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long START = 17 * US;

    @TempDir
    private Path folder;

    private HiccupJournal journal;
    private HiccupRecorder hiccups;

    /** One line of the journal. */
    private record Entry(long intendedNs, long actualNs, long thresholdNs) {}

    private void measure(long capacity) {
        journal = HiccupJournal.at(folder.resolve("hiccups-x.journal"), JournalOrigin.NO_RUN, 100 * US, capacity);
        hiccups = new HiccupRecorder(START, MS, journal);
    }

    /** An open journal continues to prepare files in the folder that is deleted. */
    @AfterEach
    void close() {
        if (journal != null) {
            journal.close();
        }
    }

    private void wakeAt(long msAfterStart, long lateNs) {
        hiccups.woke(START + msAfterStart * MS + lateNs);
    }

    private List<Entry> journalled() {
        return journalled(true);
    }

    private List<Entry> journalled(boolean complete) {
        journal.close();
        List<Entry> entries = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(folder.resolve("hiccups-x.journal"), HiccupRecord.SCHEMA)) {
            HiccupRecord record = new HiccupRecord(reader.buffer(), 0);
            while (reader.next()) {
                record.wrap(reader);
                entries.add(new Entry(record.intendedNs(), record.actualNs(), record.thresholdNs()));
            }
            assertThat(reader.closed()).isEqualTo(complete);
        }
        return entries;
    }

    @Test
    void recordsAStallAsOneHiccupFromItsScheduledTime() {
        measure(64);
        wakeAt(1, 20 * US);
        wakeAt(2, 500 * MS + 300 * US);
        wakeAt(503, 30 * US);

        assertThat(journalled()).containsExactly(new Entry(START + 2 * MS, START + 502 * MS + 300 * US, 100 * US));
        assertThat(hiccups.intendedNs()).isEqualTo(START + 504 * MS);
    }

    @Test
    void keepsItsScheduleAfterLateWakes() {
        measure(64);
        for (int wake = 1; wake <= 1_000; wake++) {
            assertThat(hiccups.intendedNs()).isEqualTo(START + wake * MS);
            wakeAt(wake, 999 * US);
        }
    }

    @Test
    void countsEveryMissedWakeOfAStallWithItsOwnDelay() {
        measure(64);
        wakeAt(1, 3 * MS + 300 * US);

        Histogram delays = hiccups.takeInterval();
        assertThat(delays.getTotalCount()).isEqualTo(4);
        assertThat(delays.getCountAtValue(300 * US)).isEqualTo(1);
        assertThat(delays.getCountAtValue(3 * MS + 300 * US)).isEqualTo(1);
        assertThat(hiccups.summary().delays().maxNs()).isEqualTo(3 * MS + 300 * US);
        assertThat(hiccups.summary().wakes()).isEqualTo(4);
    }

    @Test
    void reportsEachDelayInOneInterval() {
        measure(64);
        wakeAt(1, 5 * US);
        assertThat(hiccups.summary().wakes()).isEqualTo(1);
        wakeAt(2, 5 * US);
        assertThat(hiccups.takeInterval().getTotalCount()).isEqualTo(2);
        wakeAt(3, 5 * US);
        assertThat(hiccups.takeInterval().getTotalCount()).isEqualTo(1);
        assertThat(hiccups.takeInterval().getTotalCount()).isZero();
        assertThat(hiccups.summary().wakes()).isEqualTo(3);
    }

    @Test
    void journalsNothingBelowTheThreshold() {
        measure(64);
        wakeAt(1, 100 * US - 1);
        wakeAt(2, 100 * US);

        assertThat(journalled()).extracting(Entry::intendedNs).containsExactly(START + 2 * MS);
    }

    @Test
    void raisesTheThresholdWhenTheJournalFillsUp() {
        measure(64);
        for (int wake = 1; wake <= 500; wake++) {
            wakeAt(wake, 150 * US);
        }
        wakeAt(501, 700 * US);

        HiccupSummary summary = hiccups.summary();
        assertThat(summary.thresholdNs()).isEqualTo(200 * US);
        assertThat(summary.journalled()).isEqualTo(9);
        assertThat(summary.unrecorded()).isZero();
        assertThat(summary.wakes()).isEqualTo(501);
        List<Entry> entries = journalled();
        assertThat(entries.get(8)).isEqualTo(new Entry(START + 501 * MS, START + 501 * MS + 700 * US, 200 * US));
    }

    @Test
    void countsHiccupsBeyondTheCapacityOfTheJournal() {
        measure(16);
        for (int wake = 1; wake <= 100; wake++) {
            wakeAt(100L * wake, 90 * MS);
        }

        assertThat(hiccups.summary().journalled()).isEqualTo(16);
        assertThat(hiccups.summary().unrecorded()).isEqualTo(84);
        assertThat(hiccups.summary().delays().maxNs()).isGreaterThan(90 * MS);
        assertThat(journalled()).hasSize(16);
        assertThat(folder.resolve("hiccups-x.journal").toFile().length())
                .isEqualTo(4096 + 16 * (HiccupRecord.LENGTH + 8));
    }

    /** A file in the place of the second segment fails like a full disk. */
    @Test
    void leavesAJournalUnclosedThatLacksHiccups() throws IOException {
        Files.createFile(folder.resolve("hiccups-x.journal.1"));
        measure(HiccupJournal.CAPACITY);
        int segment = 1 << 14;
        for (int wake = 1; wake <= segment + 5; wake++) {
            wakeAt(wake, 100 * US);
        }

        assertThat(hiccups.summary().failure()).contains("hiccups-x.journal.1");
        assertThat(hiccups.summary().unrecorded()).isEqualTo(5);
        assertThat(journalled(false)).hasSize(segment);
    }

    @Test
    void hasItsDocumentedBytes() {
        measure(1);
        wakeAt(1, 0x101L * US);

        assertThat(journalled()).containsExactly(new Entry(START + MS, START + MS + 257 * US, 100 * US));
        assertThat(HiccupRecord.SCHEMA.id()).isEqualTo(3);
        assertThat(HiccupRecord.SCHEMA.recordLength()).isEqualTo(24);
    }
}
