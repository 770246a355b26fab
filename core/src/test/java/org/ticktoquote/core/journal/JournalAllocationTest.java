package org.ticktoquote.core.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.Allocated;

class JournalAllocationTest {
    private static final int RECORDS = 50_000;

    @TempDir
    private Path directory;

    @Test
    void claimAndCommitAllocateNothing() {
        try (JournalWriter writer = Counted.writer(directory.resolve("ticks.journal"), 2 * RECORDS)) {
            Counted.writeTo(writer, RECORDS);

            assertThat(Allocated.by(() -> Counted.writeTo(writer, 2 * RECORDS))).isZero();
        }
    }

    @Test
    void rollingAllocatesNothingWhenTheSegmentIsReady() {
        Path path = directory.resolve("ticks.journal");
        try (JournalWriter writer = Counted.writer(path, 1_000)) {
            for (int roll = 1; roll <= 3; roll++) {
                Counted.writeTo(writer, roll * 1_000L);
                await().atMost(ONE_MINUTE).until(writer.supply::isReady);
                long next = roll * 1_000L + 1;
                long allocated = Allocated.by(() -> Counted.writeTo(writer, next));
                if (roll > 1) { // the first one initialises classes
                    assertThat(allocated).isZero();
                }
            }
            assertThat(writer.rollWaits()).isZero();
        }
    }

    @Test
    void nextAllocatesNothing() {
        Path path = directory.resolve("ticks.journal");
        Counted.journal(path, 2 * RECORDS, 2 * RECORDS);
        try (JournalReader reader = Counted.reader(path)) {
            read(reader, RECORDS);

            assertThat(Allocated.by(() -> read(reader, RECORDS - 1))).isZero();
        }
    }

    private static void read(JournalReader reader, int records) {
        for (int i = 0; i < records; i++) {
            if (!reader.next() || Counted.current(reader) < 1) {
                throw new AssertionError("record " + i + " is missing or torn");
            }
        }
    }
}
