package org.ticktoquote.core.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads journals that were truncated, mixed up or left open by a killed writer. */
class JournalDamageTest {
    @TempDir
    private Path directory;

    private Path path;

    @BeforeEach
    void setUp() {
        path = directory.resolve("ticks.journal");
    }

    @Test
    void readsTheCommittedRecordsOfAWriterThatNeverClosed() {
        JournalWriter writer = Counted.writer(path, 4);
        Counted.writeTo(writer, 10);
        writer.buffer().putLong(writer.claim(), 11);

        Counted.assertHolds(path, 10, false, 0);
        writer.close();
    }

    @Test
    void readsTheCommittedRecordsAfterKillMinusNine() throws IOException, InterruptedException {
        Process process = KilledWriter.start(path);
        try (var lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null && Long.parseLong(line) < 3_000; ) {
                line = lines.readLine();
            }
            process.destroyForcibly();
            process.waitFor();
        }

        try (JournalReader reader = Counted.reader(path)) {
            List<Long> records = Counted.rest(reader);

            assertThat(records).hasSizeGreaterThanOrEqualTo(3_000).isEqualTo(JournalTest.numbers(records.size()));
            assertThat(reader.closed()).isFalse();
        }
    }

    @Test
    void countsRecordsLostInEveryTruncatedSegment() throws IOException {
        Counted.journal(path, 4, 12);
        cut(path, JournalHeader.LENGTH + Counted.STRIDE + 23);
        cut(JournalSegment.file(path, 1), JournalHeader.LENGTH);
        cut(JournalSegment.file(path, 2), JournalHeader.LENGTH + 3 * Counted.STRIDE);

        try (JournalReader reader = Counted.reader(path)) {
            assertThat(Counted.rest(reader)).containsExactly(1L, 9L, 10L, 11L);
            assertThat(reader.missing()).isEqualTo(3 + 4 + 1);
            assertThat(reader.next()).isFalse();
            assertThat(reader.missing()).as("on a second call").isEqualTo(3 + 4 + 1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "0, 0x0134, magic, 4.QJRNL1, 'T2QJRNL1'",
                "8, 2, header version, 2, 3 (another version of t2q wrote it)",
                "12, 78, schema id, 78, 77",
                "16, 4, schema version, 4, 3",
                "20, 24, record length, 24, 16",
                "24, 1, segment index, 1, 0",
                "40, 0, capacity, 0, 1..44739242",
                "40, 44739243, capacity, 44739243, 1..44739242",
                "44, 0x40000000, capacity, 4611686018427388004, 1..44739242",
                "48, 101, number of committed records, 101, 0..100",
                "52, 0x80000000, number of committed records, -9223372036854775798, 0..100",
                "32, 9, number of records before, 9, 0",
            })
    void refusesAWrongHeaderValueAndNamesTheExpectedOne(
            int offset, String written, String what, String actual, String expected) throws IOException {
        Counted.journal(path, 100, 10);
        overwrite(path, offset, Long.decode(written).intValue(), offset == 0 ? 2 : 4);

        assertThatThrownBy(() -> Counted.reader(path))
                .isInstanceOf(JournalException.class)
                .hasMessage("%s: %s: '%s', expected %s", path, what, actual, expected);
    }

    @Test
    void refusesAMissingOrTooShortFile() throws IOException {
        assertThatThrownBy(() -> Counted.reader(path))
                .isInstanceOf(JournalException.class)
                .hasMessageContainingAll(path.toString(), "no such file or directory");

        Files.write(path, new byte[4095]);

        assertThatThrownBy(() -> Counted.reader(path))
                .isInstanceOf(JournalException.class)
                .hasMessageStartingWith(path + ": 4095 bytes, expected 4096..");
    }

    @Test
    void failsOnAMissingSegment() throws IOException {
        Counted.journal(path, 4, 12);
        Path second = JournalSegment.file(path, 1);
        Files.delete(second);

        try (JournalReader reader = Counted.reader(path)) {
            for (int i = 0; i < 4; i++) {
                assertThat(reader.next()).isTrue();
            }
            assertThatThrownBy(reader::next)
                    .isInstanceOf(JournalException.class)
                    .hasMessageContainingAll(second.toString(), "no such file or directory");
        }
    }

    @Test
    void refusesASegmentOfAnotherJournal() throws IOException {
        Counted.journal(path, 4, 12);
        Path other = directory.resolve("other.journal");
        Counted.journal(other, 3, 12);
        Path second = JournalSegment.file(path, 1);
        Files.move(JournalSegment.file(other, 1), second, StandardCopyOption.REPLACE_EXISTING);

        assertThatThrownBy(() -> Counted.read(path))
                .isInstanceOf(JournalException.class)
                .hasMessage(second + ": number of records before: '3', expected 4");
    }

    @Test
    void ignoresASegmentThatWasPreparedAndNeverUsed() throws IOException {
        Counted.journal(path, 4, 3);
        Files.write(JournalSegment.file(path, 1), new byte[8192]);

        assertThat(Counted.read(path)).containsExactly(1L, 2L, 3L);
    }

    private static void cut(Path file, long length) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        }
    }

    private static void overwrite(Path file, int offset, int value, int bytes) throws IOException {
        ByteBuffer little = ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0, value)
                .limit(bytes);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(little, offset);
        }
    }
}
