package org.ticktoquote.core.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.journal.JournalSchema.TimeField;

/** Times of a run's journal never decrease. If they do, neither of the two records is returned. */
class MonotonicTimesTest {
    private static final JournalSchema SCHEMA =
            new JournalSchema(78, 1, 16, List.of(new TimeField("planned", 0), new TimeField("done", 8)));

    @TempDir
    private Path directory;

    private Path journal(int perSegment, long... times) {
        Path path = directory.resolve("ticks.journal");
        try (JournalWriter writer = JournalWriter.at(path, SCHEMA)
                .run(Counted.RUN)
                .recordsPerSegment(perSegment)
                .open()) {
            for (int i = 0; i < times.length; i += 2) {
                int at = writer.claim();
                writer.buffer().putLong(at, times[i], ByteOrder.LITTLE_ENDIAN);
                writer.buffer().putLong(at + 8, times[i + 1], ByteOrder.LITTLE_ENDIAN);
                writer.commit();
            }
        }
        return path;
    }

    private static List<Long> read(JournalReader reader) {
        List<Long> done = new ArrayList<>();
        while (reader.next()) {
            done.add(reader.buffer().getLong(reader.offset() + 8, ByteOrder.LITTLE_ENDIAN));
        }
        return done;
    }

    @Test
    void acceptsEqualTimes() {
        try (JournalReader reader = JournalReader.open(journal(2, 1, 5, 1, 5, 2, 5, 2, 6), SCHEMA, Counted.RUN)) {
            assertThat(read(reader)).containsExactly(5L, 5L, 5L, 6L);
        }
    }

    @Test
    void returnsNeitherRecordOfADecrease() {
        Path path = journal(100, 1, 10, 2, 5_000, 3, 30, 4, 40);
        List<Long> done = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(path, SCHEMA, Counted.RUN)) {
            for (int call = 0; call < 2; call++) {
                assertThatThrownBy(() -> done.addAll(read(reader)))
                        .isInstanceOf(JournalException.class)
                        .hasMessage(path + ": byte 4144: record 3: done falls from 5000 to 30 ns");
            }
        }
        try (JournalReader reader = JournalReader.open(path, SCHEMA, Counted.RUN)) {
            assertThat(reader.next()).isTrue();
            assertThatThrownBy(reader::next).isInstanceOf(JournalException.class);
        }
    }

    @Test
    void namesTheTimeThatDecreases() {
        Path path = journal(100, 5, 10, 4, 11);
        try (JournalReader reader = JournalReader.open(path, SCHEMA, Counted.RUN)) {
            assertThatThrownBy(reader::next).hasMessageEndingWith("byte 4120: record 2: planned falls from 5 to 4 ns");
        }
    }

    @Test
    void detectsADecreaseFromOneSegmentToTheNext() {
        Path path = journal(2, 1, 1, 2, 9, 3, 3, 4, 4);
        try (JournalReader reader = JournalReader.open(path, SCHEMA, Counted.RUN)) {
            assertThat(reader.next()).isTrue();
            assertThat(reader.next()).isTrue();
            assertThatThrownBy(reader::next).hasMessage(path + ".1: byte 4096: record 3: done falls from 9 to 3 ns");
        }
    }

    @Test
    void acceptsDecreasingTimesWithoutARun() {
        try (JournalReader reader = JournalReader.open(journal(100, 2, 2, 1, 1), SCHEMA)) {
            assertThat(read(reader)).containsExactly(2L, 1L);
        }
    }
}
