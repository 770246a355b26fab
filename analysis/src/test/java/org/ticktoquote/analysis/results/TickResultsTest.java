package org.ticktoquote.analysis.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ProblemException;

final class TickResultsTest {
    private static final int TICKS = 100_000;

    @TempDir
    static Path shared;

    private static Path sound;

    @TempDir
    Path directory;

    @BeforeAll
    static void writeASoundFile() {
        sound = shared.resolve("tick-results.bin");
        try (TickResults results = TickResults.create(sound, 1)) {
            for (int i = 0; i < 70_000; i++) { // more than a chunk
                results.setCell(results.append(i, i, 0, 0, 1), 0, ResultCell.of(ResultCell.PUBLISHED, 500));
            }
            results.complete();
        }
    }

    @Test
    void growsWithTheTicksAndReadsThemInAnyOrder() {
        Path file = directory.resolve("tick-results.bin");
        try (TickResults results = TickResults.create(file, 3)) {
            for (int i = 1; i <= TICKS; i++) {
                assertThat(results.append(i * 10L, i * 10L + 1, i % 7, i % 3, i))
                        .isEqualTo(i);
                results.setCell(i, i % 3, ResultCell.of(ResultCell.CONFLATED, -i));
            }
            assertThat(file).doesNotExist();
            results.complete();
        }
        try (TickResults results = TickResults.open(file)) {
            assertThat(results.ticks()).isEqualTo(TICKS);
            for (int i = TICKS; i > 0; i -= 37) {
                assertThat(results.intendedNs(i)).isEqualTo(i * 10L);
                assertThat(results.instrumentId(i)).isEqualTo(i % 7);
                assertThat(ResultCell.responseNs(results.cell(i, i % 3))).isEqualTo(-i);
                assertThat(ResultCell.outcome(results.cell(i, i % 3))).isEqualTo(ResultCell.CONFLATED);
                assertThat(ResultCell.outcome(results.cell(i, (i + 1) % 3))).isEqualTo(ResultCell.NOT_PLANNED);
                assertThat(results.quoteAgeNs(i)).isEqualTo(TickResults.NONE);
            }
        }
    }

    @Test
    void fieldsDoNotOverlap() throws IOException {
        Path file = directory.resolve("tick-results.bin");
        Random random = new Random(7);
        int ticks = 500;
        try (TickResults results = TickResults.create(file, 2)) {
            for (int i = 1; i <= ticks; i++) {
                results.append(
                        random.nextLong(),
                        random.nextLong(),
                        random.nextInt(1 << 16),
                        random.nextInt(1 << 16),
                        random.nextLong());
                results.setCell(i, 0, random.nextLong());
                results.setCell(i, 1, random.nextLong());
                results.setClients(i, random.nextLong(), random.nextLong(), random.nextLong(), random.nextInt());
                results.raiseQuoteAge(i, random.nextLong());
            }
            results.complete();
        }
        Random same = new Random(7);
        try (TickResults results = TickResults.open(file)) {
            for (int i = 1; i <= ticks; i++) {
                assertThat(results.intendedNs(i)).isEqualTo(same.nextLong());
                assertThat(results.sentNs(i)).isEqualTo(same.nextLong());
                assertThat(results.instrumentId(i)).isEqualTo(same.nextInt(1 << 16));
                assertThat(results.venueId(i)).isEqualTo(same.nextInt(1 << 16));
                assertThat(results.dueTiers(i)).isEqualTo(same.nextLong());
                assertThat(results.cell(i, 0)).isEqualTo(same.nextLong());
                assertThat(results.cell(i, 1)).isEqualTo(same.nextLong());
                assertThat(results.firstClientNs(i)).isEqualTo(same.nextLong());
                assertThat(results.medianClientNs(i)).isEqualTo(same.nextLong());
                assertThat(results.lastClientNs(i)).isEqualTo(same.nextLong());
                assertThat(results.lostSessions(i)).isEqualTo(same.nextInt());
                assertThat(results.quoteAgeNs(i)).isEqualTo(same.nextLong());
            }
        }
        ByteBuffer written = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(written.capacity()).isEqualTo(4096 + ticks * (80 + 2 * 8));
        assertThat(written.getLong(4096 + 41 * (80 + 2 * 8)))
                .as("id of tick 42")
                .isEqualTo(42);
    }

    /** Including bytes that are still valid values. */
    @ParameterizedTest
    @ValueSource(ints = {0, 8, 12, 16, 24, 32, 48, 112, 115, 4095, 4096, 4112, 4150, 4096 + 88 * 69_999 + 80})
    void refusesAChangedByte(int at) throws IOException {
        Path file = Files.copy(sound, directory.resolve("tick-results.bin"));
        TickResults.open(file).close();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, at);
            one.put(0, (byte) (one.get(0) + 1)).rewind();
            channel.write(one, at);
        }
        assertThatThrownBy(() -> TickResults.open(file))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("tick-results.bin: ")
                .hasMessageContaining("; recreate it with t2q analyze " + directory);
    }

    /** The analysis of another process can replace the file between opening and reading. */
    @Test
    void readsTheOpenedFileAfterItIsReplaced() throws IOException {
        Path file = directory.resolve("tick-results.bin");
        complete(file, 5_000);
        FileChannel opened = FileChannel.open(file);
        complete(file, 1);

        try (TickResults results = TickResults.open(file, opened)) {
            assertThat(results.ticks()).isEqualTo(5_000);
            assertThat(results.intendedNs(5_000)).isEqualTo(5_000);
        }
        Files.delete(file);
        assertThatThrownBy(() -> TickResults.open(file))
                .isInstanceOf(ProblemException.class)
                .hasMessage(file + ": cannot be read: no such file or directory");
    }

    private static void complete(Path file, int ticks) {
        try (TickResults results = TickResults.create(file, 1)) {
            for (int i = 1; i <= ticks; i++) {
                results.append(i, i, 0, 0, 0);
            }
            results.complete();
        }
    }

    /** During another analysis a reader always sees a complete file, the old one or the new one. */
    @Test
    void showsTheOldFileUntilTheNewOneIsComplete() throws IOException {
        Path file = directory.resolve("tick-results.bin");
        complete(file, 1);
        TickResults old = TickResults.open(file);
        try (TickResults second = TickResults.create(file, 1)) {
            for (int i = 1; i <= TICKS; i++) { // several chunks
                second.append(2, 2, 0, 0, 0);
                if (i == 1 || i == TICKS) {
                    assertHolds(file, 1, 1);
                }
            }
            second.complete();
            assertHolds(file, TICKS, 2);
            assertThat(old.intendedNs(1)).as("opened before").isEqualTo(1);
            assertThat(second.intendedNs(TICKS))
                    .as("the writer, after truncation")
                    .isEqualTo(2);
        }
        try (TickResults third = TickResults.create(file, 1)) {
            third.append(3, 3, 0, 0, 0);
        }
        assertHolds(file, TICKS, 2);
        Files.delete(file);
        assertThat(old.intendedNs(1)).isEqualTo(1);
        old.close();
        assertThat(directory).isEmptyDirectory();
    }

    private static void assertHolds(Path file, int ticks, long intendedNs) {
        try (TickResults results = TickResults.open(file)) {
            assertThat(results.ticks()).isEqualTo(ticks);
            assertThat(results.intendedNs(ticks)).isEqualTo(intendedNs);
        }
    }
}
