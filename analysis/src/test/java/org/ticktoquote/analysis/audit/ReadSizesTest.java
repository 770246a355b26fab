package org.ticktoquote.analysis.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;

/** Reads that carried one message and more. */
class ReadSizesTest {
    private static final Span MEASURED = new Span(100, 200);
    private static final UnreadWaits NOTHING_UNREAD = UnreadWaits.of(0, List.of(), ClockTranslation.NONE, MEASURED);

    @TempDir
    private Path directory;

    private Path journal(long[]... records) {
        Path file = directory.resolve("quotes");
        try (JournalWriter writer = JournalWriter.at(file, SnapshotRecord.SCHEMA)
                .recordsPerSegment(64)
                .open()) {
            for (long[] record : records) {
                int at = writer.claim();
                SnapshotRecord.putArrival(writer.buffer(), at, record[0], (int) record[1], 0);
                SnapshotRecord.putEvent(writer.buffer(), at, (int) record[2], 0, 0, 1, 0);
                SnapshotRecord.putTop(writer.buffer(), at, 1, 1, 1, 1, 1);
                writer.commit();
            }
        }
        return file;
    }

    private static long[] snapshot(long receivedNs, int messages) {
        return new long[] {receivedNs, messages, SnapshotRecord.SNAPSHOT};
    }

    @Test
    void countsTheSnapshotsOfTheMeasuredPartByTheMessagesOfTheirRead() {
        Path quotes = journal(
                snapshot(99, 50),
                snapshot(100, 1),
                snapshot(110, 2),
                snapshot(120, 9),
                snapshot(130, 10),
                new long[] {140, 60, SnapshotRecord.SEQUENCE_GAP},
                snapshot(200, 17),
                snapshot(201, 50));
        assertThat(ReadSizes.of(quotes, JournalOrigin.NO_RUN, ClockTranslation.NONE, MEASURED, NOTHING_UNREAD))
                .isEqualTo(new ReadSizes(5, 4, 2, 17));
    }

    @Test
    void aJournalThatIsNotThereHasNone() {
        assertThat(ReadSizes.of(
                        directory.resolve("nothing"),
                        JournalOrigin.NO_RUN,
                        ClockTranslation.NONE,
                        MEASURED,
                        NOTHING_UNREAD))
                .isEqualTo(new ReadSizes(0, 0, 0, 0));
    }
}
