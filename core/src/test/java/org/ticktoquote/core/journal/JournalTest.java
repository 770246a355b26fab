package org.ticktoquote.core.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.clock.ClockPair;

class JournalTest {
    @TempDir
    private Path directory;

    private Path path;

    @BeforeEach
    void setUp() {
        path = directory.resolve("ticks.journal");
    }

    @Test
    void isReadableWhenNothingWasWritten() {
        Counted.journal(path, 100, 0);

        Counted.assertHolds(path, 0, true, 0);
    }

    /** Bytes that a truncation kept from the disk are counted as cancelled, if the file system has a disk. */
    @Test
    void closingDoesNotWriteUnusedSpaceToDisk() throws IOException {
        long room = 16 << 20;
        long before = cancelledBytes();
        Path other = Files.write(directory.resolve("other"), new byte[(int) room]);
        Files.write(other, new byte[0], StandardOpenOption.TRUNCATE_EXISTING);
        assumeTrue(cancelledBytes() - before >= room / 2, "SKIPPED: this file system does not count cancelled writes");
        List<Long> cancelled = new ArrayList<>();
        for (int i = 0; i < 5; i++) { // the kernel can write any of them before it is closed
            Path file = directory.resolve(i + ".journal");
            JournalWriter writer = Counted.builder(file)
                    .recordsPerSegment(room / Counted.SCHEMA.stride())
                    .open();
            long opened = cancelledBytes();
            writer.close();
            cancelled.add(cancelledBytes() - opened);
        }
        assertThat(cancelled).anyMatch(bytes -> bytes >= room / 2);
    }

    private static long cancelledBytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/io")).stream()
                .filter(line -> line.startsWith("cancelled_write_bytes: "))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
                .sum();
    }

    @Test
    void rollsOverManySegmentsWithAFastWriter() {
        Counted.journal(path, 3, 100);

        assertThat(Counted.files(path)).hasSize(34).contains("ticks.journal", "ticks.journal.1", "ticks.journal.33");
        assertThat(Counted.read(path)).isEqualTo(numbers(100));
    }

    @ParameterizedTest
    @CsvSource({"100, 42", "100, 0", "3, 100", "1, 5", "65536, 30000", "25000, 65000", "10922, 10922"})
    void hasTheSameBytesIfWrittenInChunks(long recordsPerSegment, long records) throws IOException {
        Path chunked = directory.resolve("chunks/ticks.journal");
        Files.createDirectory(chunked.getParent());
        for (JournalWriter.Builder journal :
                List.of(Counted.builder(path), Counted.builder(chunked).inChunks())) {
            try (JournalWriter writer = journal.clocks(() -> 7, () -> 8)
                    .recordsPerSegment(recordsPerSegment)
                    .open()) {
                Counted.writeTo(writer, records);
                assertThat(writer.committed()).isEqualTo(records);
            }
        }

        assertThat(Counted.read(chunked)).isEqualTo(numbers(records));
        List<String> segments = Counted.files(chunked);
        assertThat(Counted.files(path)).containsAll(segments).hasSize(segments.size() + 1);
        for (String segment : segments) {
            assertThat(chunked.resolveSibling(segment)).hasSameBinaryContentAs(path.resolveSibling(segment));
        }
    }

    @Test
    void cannotBeReadBeforeItIsClosedIfWrittenInChunks() {
        JournalWriter writer = Counted.builder(path).inChunks().open();
        Counted.writeTo(writer, 20_000);

        assertThatThrownBy(() -> Counted.reader(path)).hasMessageContaining("magic");

        writer.close();
        assertThatThrownBy(writer::claim).isInstanceOf(IllegalStateException.class);
        assertThat(Counted.read(path)).isEqualTo(numbers(20_000));
    }

    @Test
    void isCutButNotMarkedClosedIfAbandoned() throws IOException {
        JournalWriter writer = Counted.writer(path, 100);
        Counted.writeTo(writer, 42);
        writer.abandon();
        writer.close();

        assertThatThrownBy(writer::claim).isInstanceOf(IllegalStateException.class);
        assertThat(Files.size(path)).isEqualTo(JournalHeader.LENGTH + 42L * Counted.STRIDE);
        Counted.assertHolds(path, 42, false, 0);
    }

    @Test
    void doesNotWaitForAPreparedSegment() {
        try (JournalWriter writer = Counted.writer(path, 10)) {
            for (int segment = 1; segment <= 5; segment++) {
                Counted.writeTo(writer, segment * 10L - 5);
                await().atMost(ONE_MINUTE).until(writer.supply::isReady);
                Counted.writeTo(writer, segment * 10L);
            }
            Counted.writeTo(writer, 51);

            assertThat(writer.rollWaits()).isZero();
        }
        assertThat(Counted.read(path)).isEqualTo(numbers(51));
    }

    @Test
    void countsEveryWaitForASegment() {
        try (JournalWriter writer = Counted.writer(path, 1)) {
            Counted.writeTo(writer, 20);

            assertThat(writer.rollWaits()).isBetween(1L, 19L);
            assertThat(writer.committed()).isEqualTo(20);
        }
    }

    @Test
    void canBeReadWhileAnotherThreadWritesIt() throws InterruptedException {
        long records = 20_000;
        JournalWriter writer = Counted.writer(path, 1_500);
        Thread writing = new Thread(
                () -> {
                    Counted.writeTo(writer, records);
                    writer.close();
                },
                "test-writer");
        writing.start();

        long expected = 1;
        try (JournalReader reader = Counted.reader(path)) {
            while (!reader.closed()) {
                while (reader.next()) {
                    assertThat(Counted.current(reader)).isEqualTo(expected++);
                }
                Thread.onSpinWait();
            }
        }
        writing.join();

        assertThat(expected - 1).as("records seen before closed() was true").isEqualTo(records);
    }

    @Test
    void canBeOpenedWhileItsWriterTruncatesIt() {
        JournalWriter writer = Counted.writer(path, 10_000);
        Counted.writeTo(writer, 3);

        JournalSegment opened = JournalSegment.openForReading(path, writer::close);

        assertThat(opened.header.committed()).isEqualTo(3);
        assertThat(opened.buffer.capacity())
                .as("no page after the truncated end")
                .isEqualTo((int) toEnd(3));
        opened.unmap();
    }

    @Test
    void canBeReadToItsEndAfterItsWriterTruncatesIt() {
        JournalWriter writer = Counted.writer(path, 10_000);
        try (JournalReader reader = Counted.reader(path)) {
            Counted.writeTo(writer, 300);
            writer.close();

            assertThat(path).hasSize(toEnd(300));
            assertThat(Counted.rest(reader)).isEqualTo(numbers(300));
            assertThat(reader.closed()).isTrue();
            assertThat(reader.missing()).isZero();
        }
    }

    @Test
    void isRefusedBeforeItHasItsFullLength() throws IOException {
        Files.write(path, new byte[2 * JournalHeader.LENGTH]);
        Runnable completed = () -> {
            throw new AssertionError("was mapped before it had its full length");
        };

        assertThatThrownBy(() -> JournalSegment.openForReading(path, completed))
                .isInstanceOf(JournalException.class)
                .hasMessage(path + ": magic: '........', expected 'T2QJRNL1'");
    }

    @Test
    void isClosedOnlyAfterItsLastRecordIsRead() {
        JournalWriter writer = Counted.writer(path, 100);
        try (JournalReader reader = Counted.reader(path)) {
            assertThat(reader.next()).isFalse();
            Counted.writeTo(writer, 3);
            writer.close();

            assertThat(reader.closed()).as("three records are still to come").isFalse();
            assertThat(Counted.rest(reader)).containsExactly(1L, 2L, 3L);
            assertThat(reader.closed()).isTrue();
        }
    }

    @Test
    void hidesARecordUntilItIsCommitted() {
        try (JournalWriter writer = Counted.writer(path, 4)) {
            Counted.writeTo(writer, 2);
            int claimed = writer.claim();
            writer.buffer().putLong(claimed, 99);

            assertThat(Counted.read(path)).containsExactly(1L, 2L);
            assertThat(writer.claim()).as("the same record again").isEqualTo(claimed);
        }
        assertThat(Counted.read(path)).containsExactly(1L, 2L);
    }

    @Test
    void claimsRecordsFilledWithZeros() {
        try (JournalWriter writer = Counted.writer(path, 2)) {
            for (int i = 0; i < 7; i++) {
                int at = writer.claim();
                assertThat(writer.buffer().getLong(at)).isZero();
                assertThat(writer.buffer().getLong(at + 8)).isZero();
                writer.buffer().putLong(at, -1L);
                writer.buffer().putLong(at + 8, -1L);
                writer.commit();
            }
        }
    }

    @Test
    void carriesOriginAndClocks() {
        ClockPair before = ClockPair.read(System::nanoTime, () -> 0);
        try (JournalWriter writer = Counted.writer(path, 2)) {
            Counted.writeTo(writer, 1);
            try (JournalReader live = Counted.reader(path)) {
                assertThat(live.endClock()).isEqualTo(new ClockPair(0, 0, 0));
            }
            Counted.writeTo(writer, 5);
        }
        ClockPair after = ClockPair.read(System::nanoTime, () -> 0);

        try (JournalReader reader = Counted.reader(path)) {
            assertThat(Counted.rest(reader)).hasSize(5);
            assertThat(reader.origin()).isEqualTo(new JournalOrigin(Counted.RUN, "ticks"));
            assertThat(reader.startClock().monotonicNs())
                    .as("also when read from a later segment")
                    .isBetween(before.monotonicNs(), reader.endClock().monotonicNs());
            assertThat(reader.endClock().monotonicNs()).isLessThanOrEqualTo(after.monotonicNs());
            assertThat(Math.abs(reader.startClock().slewNs(reader.endClock()))).isLessThan(1_000_000_000L);
        }
    }

    @Test
    void removesThePreparedSegmentWhenClosed() {
        JournalWriter writer = Counted.writer(path, 10);
        Counted.writeTo(writer, 8);
        await().atMost(ONE_MINUTE).until(writer.supply::isReady);
        assertThat(Counted.files(path)).containsExactly("ticks.journal", "ticks.journal.1");
        writer.close();

        assertThat(Counted.files(path)).containsExactly("ticks.journal");
    }

    @Test
    void refusesFilesItCannotCreateAndUnalignedRecords() throws IOException {
        Files.writeString(path, "mine");

        assertThatThrownBy(() -> Counted.writer(path, 10))
                .isInstanceOf(JournalException.class)
                .hasMessage(path + ": exists already; a journal is never overwritten");
        assertThat(path).hasContent("mine");

        Path nowhere = directory.resolve("missing").resolve("ticks.journal");

        assertThatThrownBy(() -> Counted.writer(nowhere, 10))
                .isInstanceOf(JournalException.class)
                .hasMessageContainingAll(nowhere.toString(), "cannot be created", "no such file or directory");

        assertThatThrownBy(() -> new JournalSchema(1, 1, 12))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("12");
    }

    @Test
    void refusesToWriteOnceClosed() {
        JournalWriter writer = Counted.writer(path, 10);
        Counted.writeTo(writer, 3);
        int claimed = writer.claim();
        writer.close();
        writer.close();

        assertThatThrownBy(writer::claim)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(path.toString(), "closed");
        assertThatThrownBy(() -> writer.buffer().putLong(claimed, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(writer::commit).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(Counted.read(path)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void readingAClosedReaderThrowsInsteadOfCrashing() {
        Counted.journal(path, 10, 3);
        JournalReader reader = Counted.reader(path);
        reader.next();
        reader.close();
        reader.close();

        assertThatThrownBy(() -> Counted.current(reader)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    private static long toEnd(int records) {
        return JournalHeader.LENGTH + (long) records * Counted.STRIDE;
    }

    static List<Long> numbers(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }
}
