package org.ticktoquote.core.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reader detects every flipped bit of a journal that is in use, and still reads the records before it. */
class JournalBitFlipTest {
    private static final int UNUSED_FROM = 60;
    private static final int UNUSED_TO = 64;
    private static final int HEADER_USED = 196;

    @TempDir
    private Path directory;

    private Path path;

    @BeforeEach
    void setUp() {
        path = directory.resolve("ticks.journal");
    }

    /** Records of a reader, and whether it considers the journal complete. */
    private record Reading(List<List<Long>> records, boolean whole, String damage) {}

    private static Reading read(Path path, JournalSchema schema) {
        List<List<Long>> records = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(path, schema)) {
            while (reader.next()) {
                List<Long> record = new ArrayList<>();
                for (int at = 0; at < schema.recordLength(); at += Long.BYTES) {
                    record.add(reader.buffer().getLong(reader.offset() + at));
                }
                records.add(record);
            }
            return new Reading(records, reader.closed() && reader.missing() == 0, "");
        } catch (JournalException e) {
            return new Reading(records, false, String.valueOf(e.getMessage()));
        }
    }

    private static void flip(FileChannel file, int at, int bit) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        file.read(one, at);
        one.put(0, (byte) (one.get(0) ^ 1 << bit)).rewind();
        file.write(one, at);
    }

    private void write(JournalSchema schema, int perSegment, int records, RandomGenerator random) {
        try (JournalWriter writer =
                JournalWriter.at(path, schema).recordsPerSegment(perSegment).open()) {
            for (int i = 0; i < records; i++) {
                int at = writer.claim();
                for (int word = 0; word < schema.recordLength(); word += Long.BYTES) {
                    writer.buffer().putLong(at + word, random.nextInt(3) == 0 ? 0 : random.nextLong());
                }
                writer.commit();
            }
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void readingStopsAtARecordWithAFlippedBit(long seed) throws IOException {
        RandomGenerator random = new SplittableRandom(seed);
        JournalSchema schema = new JournalSchema(77, 1, 8 * (1 + random.nextInt(9)));
        write(schema, 2, 5, random);
        List<List<Long>> sound = read(path, schema).records();
        assertThat(sound).hasSize(5);

        for (int record = 0; record < 5; record++) {
            Path file = JournalSegment.file(path, record / 2);
            int from = JournalHeader.LENGTH + record % 2 * schema.stride();
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                for (int bit = 0; bit < schema.stride() * 8; bit++) {
                    flip(channel, from + bit / 8, bit % 8);
                    Reading reading = read(path, schema);
                    assertThat(reading.records())
                            .as("seed %d, record %d, bit %d", seed, record, bit)
                            .isEqualTo(sound.subList(0, record));
                    assertThat(reading.damage()).startsWith(file + ": byte " + from + ": record ");
                    flip(channel, from + bit / 8, bit % 8);
                }
            }
        }
        assertThat(read(path, schema)).isEqualTo(new Reading(sound, true, ""));
    }

    @Test
    void detectsEveryFlippedBitOfAHeader() throws IOException {
        Counted.journal(path, 3, 5);
        List<List<Long>> sound = read(path, Counted.SCHEMA).records();

        for (int segment = 0; segment < 2; segment++) {
            Path file = JournalSegment.file(path, segment);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                for (int bit = 0; bit < HEADER_USED * 8; bit++) {
                    if (bit / 8 >= UNUSED_FROM && bit / 8 < UNUSED_TO) {
                        continue;
                    }
                    flip(channel, bit / 8, bit % 8);
                    Reading reading = read(path, Counted.SCHEMA);
                    assertThat(reading.whole())
                            .as("segment %d, bit %d", segment, bit)
                            .isFalse();
                    assertThat(reading.records())
                            .isEqualTo(sound.subList(0, reading.records().size()));
                    flip(channel, bit / 8, bit % 8);
                }
            }
        }
        assertThat(read(path, Counted.SCHEMA).whole()).isTrue();
    }

    @Test
    void reportsActualAndExpectedChecksumOnEveryCall() throws IOException {
        Counted.journal(path, 4, 10);
        Path second = JournalSegment.file(path, 1);
        try (FileChannel channel = FileChannel.open(second, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            flip(channel, JournalHeader.LENGTH + Counted.STRIDE + 3, 5);
        }

        String message = "%s: byte %d: record 6: checksum: '".formatted(second, 4096 + 24);
        try (JournalReader reader = Counted.reader(path)) {
            for (int i = 1; i <= 5; i++) {
                assertThat(reader.next()).isTrue();
            }
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(reader::next)
                        .isInstanceOf(JournalException.class)
                        .hasMessageStartingWith(message)
                        .hasMessageMatching(
                                "(?s).*: checksum: '[0-9a-f]{8}', expected [0-9a-f]{8} \\(the record is damaged\\)");
            }
            assertThat(Counted.current(reader))
                    .as("still at the last sound record")
                    .isEqualTo(5);
        }
    }

    @Test
    void detectsSwappedRecords() throws IOException {
        Counted.journal(path, 10, 5);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer second = ByteBuffer.allocate(Counted.STRIDE);
            ByteBuffer third = ByteBuffer.allocate(Counted.STRIDE);
            channel.read(second, JournalHeader.LENGTH + Counted.STRIDE);
            channel.read(third, JournalHeader.LENGTH + 2 * Counted.STRIDE);
            channel.write(second.flip(), JournalHeader.LENGTH + 2 * Counted.STRIDE);
            channel.write(third.flip(), JournalHeader.LENGTH + Counted.STRIDE);
        }

        assertThat(read(path, Counted.SCHEMA).records()).hasSize(1);
    }

    @Test
    void detectsALostPage() throws IOException {
        Counted.journal(path, 10, 5);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(2 * Counted.STRIDE), JournalHeader.LENGTH + 3 * Counted.STRIDE);
        }

        assertThat(read(path, Counted.SCHEMA).damage()).contains("byte 4168: record 4: checksum: '00000000'");
    }
}
