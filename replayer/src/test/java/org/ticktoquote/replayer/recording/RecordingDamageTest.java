package org.ticktoquote.replayer.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.marketdata.MessageHeaderDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.run.Instrument;

/** Tests headers with invalid numbers but a valid checksum, and damaged ticks. */
class RecordingDamageTest {
    private static final int HEADER = 256;
    private static final RecordedQuote QUOTE = new RecordedQuote(10, 0, 1, 1_250_000_010, 1_250_100_010, 1_000, 2_000);

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("small.t2q");
        List<Instrument> instruments = List.of(
                new Instrument(0, "EUR/USD", 100_000, 10_000), new Instrument(1, "USD/JPY", 10_000_000, 1_000_000));
        try (RecordingWriter writer = RecordingWriter.create(file, instruments, List.of("A", "B"), 0)) {
            for (int i = 0; i < 3; i++) {
                writer.append(QUOTE);
            }
        }
    }

    private void assertRefused(String message) {
        assertThatThrownBy(() -> Recording.open(file))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.BAD_INPUT))
                .hasMessageContaining(file + ": not a sound recording: " + message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "32 | -1        | -1 instruments, expected 1..65536",
                "32 | 134217728 | 134217728 instruments, expected 1..65536",
                "36 | -2        | -2 venues, expected 1..256",
                "36 | 268435456 | 268435456 venues, expected 1..256"
            })
    void refusesCountsThatOverflow(int at, int count, String expected) throws IOException {
        damageHeader(header -> header.putInt(at, count));
        assertRefused(expected);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, (1L << 62) + 3})
    void refusesTickCountThatOverflows(long count) throws IOException {
        damageHeader(header -> header.putLong(40, count));
        assertRefused("ticks: '" + count + "', expected 0..");
    }

    @Test
    void refusesTickOfUnknownInstrumentOnRead() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[HEADER + 60 + MessageHeaderDecoder.ENCODED_LENGTH + QuoteDecoder.instrumentIdEncodingOffset()] = 7;
        Files.write(file, bytes);
        try (Recording recording = Recording.open(file)) {
            assertThat(recording.quote(0)).isEqualTo(QUOTE);
            assertThatThrownBy(() -> recording.quote(1))
                    .isInstanceOf(ProblemException.class)
                    .hasMessageContaining("byte 316: not a sound recording: tick 2: instrument 7 or venue 1 is unknown,"
                            + " expected below 2 and below 2");
        }
    }

    /** Changes the header and updates its checksum. */
    private void damageHeader(Consumer<ByteBuffer> damage) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        damage.accept(header);
        header.putInt(16, 0);
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, HEADER);
        header.putInt(16, (int) crc.getValue());
        Files.write(file, bytes);
    }
}
