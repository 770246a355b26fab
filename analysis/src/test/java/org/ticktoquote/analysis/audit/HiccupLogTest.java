package org.ticktoquote.analysis.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.audit.ProcessAudit.StallLog;
import org.ticktoquote.core.hiccup.HiccupRecord;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.journal.JournalWriter;

final class HiccupLogTest {
    @TempDir
    Path directory;

    private JournalWriter writer(long... lengthsNs) {
        JournalWriter writer = JournalWriter.at(directory.resolve("hiccups.journal"), HiccupRecord.SCHEMA)
                .recordsPerSegment(64)
                .open();
        long fromNs = 5_000;
        for (long lengthNs : lengthsNs) {
            int at = writer.claim();
            HiccupRecord.put(writer.buffer(), at, fromNs, fromNs + lengthNs, 100 + lengthNs / 10);
            writer.commit();
            fromNs += 5_000;
        }
        return writer;
    }

    private StallLog read() {
        return StallLog.ofHiccups(directory.resolve("hiccups.journal"), JournalOrigin.NO_RUN, 1_000);
    }

    @Test
    void returnsHiccupsFromTheMinimumLengthAndTheLargestThreshold() {
        writer(999, 3_000, 1_000).close();
        StallLog log = read();
        assertThat(log.stalls()).containsExactly(new TimeInterval(10_000, 13_000), new TimeInterval(15_000, 16_000));
        assertThat(log.completeFromNs()).isEqualTo(400);
        assertThat(log.damage()).isEmpty();
    }

    @Test
    void reportsUnclosedJournal() {
        try (JournalWriter open = writer(3_000)) {
            assertThat(open).isNotNull();
            assertThat(read().stalls()).hasSize(1);
            assertThat(read().damage()).isEqualTo("was not closed by its writer");
        }
    }

    @Test
    void reportsNumberOfMissingRecords() throws IOException {
        writer(3_000, 3_000, 3_000).close();
        Path file = directory.resolve("hiccups.journal");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - 1);
        }
        assertThat(read().stalls()).hasSize(2);
        assertThat(read().damage()).isEqualTo("was truncated: 1 committed records are missing");
    }

    @Test
    void reportsFileThatIsNoJournal() throws IOException {
        Files.writeString(directory.resolve("hiccups.journal"), "something else");
        assertThat(read().stalls()).isEmpty();
        assertThat(read().damage()).startsWith("14 bytes, expected 4096..");
    }
}
