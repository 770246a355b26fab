package org.ticktoquote.core.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.agrona.MutableDirectBuffer;

/** Writes and reads the journals of the journal tests. Their records hold 1, 2, 3, ... */
final class Counted {
    static final JournalSchema SCHEMA = new JournalSchema(77, 3, 16);
    /** Length of a record with its check. */
    static final int STRIDE = 24;

    static final UUID RUN = UUID.fromString("01234567-89ab-4def-8123-456789abcdef");

    private Counted() {}

    static JournalWriter writer(Path path, long recordsPerSegment) {
        return builder(path).recordsPerSegment(recordsPerSegment).open();
    }

    static JournalWriter.Builder builder(Path path) {
        return JournalWriter.at(path, SCHEMA).run(RUN);
    }

    /** Appends the numbers from the next one up to {@code last}. */
    static void writeTo(JournalWriter writer, long last) {
        for (long number = writer.committed() + 1; number <= last; number++) {
            int at = writer.claim();
            MutableDirectBuffer buffer = writer.buffer();
            buffer.putLong(at, number);
            buffer.putLong(at + 8, ~number);
            writer.commit();
        }
    }

    /** Writes a complete and closed journal. */
    static void journal(Path path, long recordsPerSegment, long records) {
        try (JournalWriter writer = writer(path, recordsPerSegment)) {
            writeTo(writer, records);
        }
    }

    static JournalReader reader(Path path) {
        return JournalReader.open(path, SCHEMA);
    }

    /** The number of the reader's current record, or -1 when the record is torn. */
    static long current(JournalReader reader) {
        long number = reader.buffer().getLong(reader.offset());
        return reader.buffer().getLong(reader.offset() + 8) == ~number ? number : -1;
    }

    static List<Long> rest(JournalReader reader) {
        List<Long> numbers = new ArrayList<>();
        while (reader.next()) {
            numbers.add(current(reader));
        }
        return numbers;
    }

    static List<Long> read(Path path) {
        try (JournalReader reader = reader(path)) {
            return rest(reader);
        }
    }

    /** Asserts that a journal has the first records, whether it is closed, and how many records are missing after them. */
    static void assertHolds(Path path, long records, boolean closed, long missing) {
        try (JournalReader reader = reader(path)) {
            assertThat(rest(reader)).isEqualTo(JournalTest.numbers(records));
            assertThat(reader.closed()).isEqualTo(closed);
            assertThat(reader.missing()).isEqualTo(missing);
        }
    }

    /** Returns the names of the files in the folder of a journal. */
    static List<String> files(Path journal) {
        try (var files = Files.list(journal.getParent())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
