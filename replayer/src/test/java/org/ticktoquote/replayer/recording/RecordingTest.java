package org.ticktoquote.replayer.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.LongStream;
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
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;

class RecordingTest {
    private static final Instrument EUR_USD = new Instrument(0, "EUR/USD", 100_000, 10_000);
    private static final Instrument USD_JPY = new Instrument(1, "USD/JPY", 10_000_000, 1_000_000);
    private static final int HEADER = 256;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("small.t2q");
    }

    private static RecordedQuote quote(long timeNs) {
        return new RecordedQuote(
                timeNs, (int) (timeNs % 2), 1, 1_250_000_000 + timeNs, 1_250_100_000 + timeNs, 1_000, 2_000);
    }

    private RecordingWriter writer() {
        return RecordingWriter.create(file, List.of(EUR_USD, USD_JPY), List.of("A", "B"), 5_000);
    }

    private void write(long... timesNs) {
        try (RecordingWriter writer = writer()) {
            for (long time : timesNs) {
                writer.append(quote(time));
            }
        }
    }

    private void writeMany(int count) {
        write(LongStream.range(0, count).map(i -> i / 3).toArray());
    }

    /** Writes three ticks and changes bytes of the file. */
    private void writeDamaged(Consumer<ByteBuffer> damage) throws IOException {
        write(10, 20, 30);
        byte[] bytes = Files.readAllBytes(file);
        damage.accept(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
        Files.write(file, bytes);
    }

    /** Changes the header and updates its checksum. */
    private void writeWithHeader(Consumer<ByteBuffer> damage) throws IOException {
        writeDamaged(bytes -> {
            damage.accept(bytes);
            bytes.putInt(16, 0);
            CRC32C crc = new CRC32C();
            crc.update(bytes.array(), 0, HEADER);
            bytes.putInt(16, (int) crc.getValue());
        });
    }

    @Test
    void readsWhatWasWritten() {
        write(10, 20, 20, 31);
        try (Recording recording = Recording.open(file)) {
            assertThat(recording.count()).isEqualTo(4);
            assertThat(recording.instruments()).containsExactly(EUR_USD, USD_JPY);
            assertThat(recording.venues()).containsExactly("A", "B");
            assertThat(recording.header().announcementNs()).isEqualTo(5_000);
            assertThat(recording.header().firstVenueTimeNs()).isEqualTo(10);
            assertThat(recording.header().lastVenueTimeNs()).isEqualTo(31);
            assertThat(recording.quote(0)).isEqualTo(quote(10));
            assertThat(recording.quote(3)).isEqualTo(quote(31));
            assertThat(recording.venueTimeNs(3)).isEqualTo(31);
            recording.verify();
        }
    }

    @Test
    void keepsOneSidedQuotes() {
        RecordedQuote bidOnly = new RecordedQuote(1, 0, 0, 1_250_000_000, Price.NONE, 1_000, 0);
        RecordedQuote askOnly = new RecordedQuote(2, 0, 0, Price.NONE, 1_250_100_000, 0, 1_000);
        try (RecordingWriter writer = writer()) {
            writer.append(bidOnly);
            writer.append(askOnly);
        }
        try (Recording recording = Recording.open(file)) {
            assertThat(recording.quote(0)).isEqualTo(bidOnly);
            assertThat(recording.quote(1)).isEqualTo(askOnly);
            recording.verify();
        }
    }

    @Test
    void storesEncodedMessagesNumberedFromOne() {
        write(10, 21);
        try (Recording recording = Recording.open(file)) {
            QuoteDecoder decoder = new QuoteDecoder()
                    .wrapAndApplyHeader(recording.buffer(1), recording.offset(1), new MessageHeaderDecoder());
            assertThat(decoder.tickId()).isEqualTo(2);
            assertThat(decoder.venueTimeNs()).isEqualTo(21);
            assertThat(decoder.instrumentId()).isEqualTo(1);
            assertThat(decoder.sides().bid()).isTrue();
            assertThat(Recording.MESSAGE_LENGTH)
                    .isEqualTo(MessageHeaderDecoder.ENCODED_LENGTH + QuoteDecoder.BLOCK_LENGTH)
                    .isEqualTo(60);
        }
    }

    @Test
    void findsTheFirstTickAtOrAfterATime() {
        write(10, 20, 20, 30);
        try (Recording recording = Recording.open(file)) {
            assertThat(recording.firstAtOrAfter(0)).isZero();
            assertThat(recording.firstAtOrAfter(20)).isEqualTo(1);
            assertThat(recording.firstAtOrAfter(21)).isEqualTo(3);
            assertThat(recording.firstAtOrAfter(31)).isEqualTo(4);
        }

        write();
        try (Recording recording = Recording.open(file)) {
            assertThat(recording.count()).isZero();
            assertThat(recording.firstAtOrAfter(0)).isZero();
            recording.verify();
        }
    }

    @Test
    void readsAcrossMappings() {
        writeMany(10_000);
        try (Recording recording = Recording.open(file, 7)) {
            for (int i = 0; i < 10_000; i++) {
                assertThat(recording.quote(i)).isEqualTo(quote(i / 3));
            }
            recording.load();
            recording.verify();
        }
    }

    @Test
    void checksumCoversTheWholeFile() throws Exception {
        writeMany(5_000);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
        try (Recording recording = Recording.open(file, 999)) {
            assertThat(recording.sha256()).isEqualTo(HexFormat.of().formatHex(digest));
        }
    }

    @Test
    void removesTheFileIfDiscardedOrRefused() {
        try (RecordingWriter writer = writer()) {
            writer.append(quote(1));
            writer.discard();
        }
        assertThat(file.getParent()).isEmptyDirectory();

        assertThatThrownBy(() -> write(10, 9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("before that of the quote before it, 10");
        assertThat(file.getParent()).isEmptyDirectory();
    }

    @Test
    void terminationRemovesTheFile() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EndlessWriter.class.getName(),
                        file.toString())
                .redirectError(folder.resolve("err").toFile())
                .start();
        try {
            assertThat(process.getInputStream().read()).isEqualTo('.');
            assertThat(folder.resolve("small.t2q.part")).exists();
            assertThat(file).doesNotExist();
            process.destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(folder.resolve("small.t2q.part")).doesNotExist();
            assertThat(file).doesNotExist();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Writes until terminated and prints a dot after 10,000 quotes. */
    static final class EndlessWriter {
        private EndlessWriter() {}

        public static void main(String[] arguments) {
            try (RecordingWriter writer =
                    RecordingWriter.create(Path.of(arguments[0]), List.of(EUR_USD), List.of("A", "B"), 0)) {
                for (long i = 0; ; i += 2) {
                    writer.append(quote(i / 4 * 2));
                    if (i == 20_000) {
                        System.out.print('.');
                        System.out.flush();
                    }
                }
            }
        }
    }

    @Test
    void refusesUnknownIdsEmptyQuotesAndInvalidNames() {
        assertNotAppended(new RecordedQuote(1, 2, 0, 1, 2, 0, 0), "not one of 0..1");
        assertNotAppended(new RecordedQuote(1, 0, 2, 1, 2, 0, 0), "not one of 0..1");
        assertNotAppended(new RecordedQuote(1, 0, 0, Price.NONE, Price.NONE, 0, 0), "neither bid nor ask");

        assertNotCreated(USD_JPY, List.of("A"), "USD/JPY has id 1, expected its place in the list, 0");
        assertNotCreated(EUR_USD, List.of("a name of 17 ch."), "is not a name");
        assertNotCreated(EUR_USD, List.of("A", "A"), "two venues have the same name");
    }

    private void assertNotAppended(RecordedQuote quote, String message) {
        try (RecordingWriter writer = writer()) {
            assertThatThrownBy(() -> writer.append(quote)).hasMessageContaining(message);
        }
    }

    private void assertNotCreated(Instrument instrument, List<String> venues, String message) {
        assertThatThrownBy(() -> RecordingWriter.create(file, List.of(instrument), venues, 0))
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-1|it was cut: 435 bytes, expected 436 for 3 ticks; whole are 2",
                "60|bytes follow its end: 496 bytes, expected 436"
            })
    void refusesOtherLength(int more, String message) throws IOException {
        write(10, 20, 30);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length + more));
        assertUnsound(message);
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
        writeWithHeader(header -> header.putInt(at, count));
        assertUnsound(expected);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, (1L << 62) + 3})
    void refusesTickCountThatOverflows(long count) throws IOException {
        writeWithHeader(header -> header.putLong(40, count));
        assertUnsound("ticks: '" + count + "', expected 0..");
    }

    @Test
    void refusesTickOfUnknownInstrumentOnRead() throws IOException {
        int at = HEADER + 60 + MessageHeaderDecoder.ENCODED_LENGTH + QuoteDecoder.instrumentIdEncodingOffset();
        writeDamaged(bytes -> bytes.put(at, (byte) 7));
        try (Recording recording = Recording.open(file)) {
            assertThat(recording.quote(0)).isEqualTo(quote(10));
            assertThatThrownBy(() -> recording.quote(1))
                    .isInstanceOf(ProblemException.class)
                    .hasMessageContaining("byte 316: not a sound recording: tick 2: instrument 7 or venue 1 is unknown,"
                            + " expected below 2 and below 2");
        }
    }

    @Test
    void refusesOtherAndShortFiles() throws IOException {
        writeDamaged(bytes -> bytes.putInt(16, -1));
        assertThatThrownBy(() -> Recording.open(file))
                .hasMessageMatching(".*: header checksum: 'ffffffff', expected [0-9a-f]{8}");

        Files.writeString(file, "time,bid,ask\n".repeat(20));
        assertUnsound("magic: 'time,bid', expected 'T2QREC01'");
        Files.writeString(file, "short");
        assertUnsound("5 bytes, expected a header of at least 128");
    }

    @Test
    void refusesHeaderWithAnyByteDamaged() throws IOException {
        write(10, 20, 30);
        byte[] sound = Files.readAllBytes(file);
        for (int at = 0; at < HEADER; at++) {
            byte[] damaged = sound.clone();
            damaged[at] ^= 1;
            Files.write(file, damaged);
            assertThatThrownBy(() -> Recording.open(file)).as("byte %d", at).isInstanceOf(ProblemException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 4, 6, 8, 16, 23, 24, 32, 40, 48, 56, 58, 59})
    void verifyFindsFlippedBitInEveryField(int at) throws IOException {
        writeDamaged(bytes -> bytes.put(HEADER + 60 + at, (byte) (bytes.get(HEADER + 60 + at) ^ 1)));
        try (Recording recording = Recording.open(file)) {
            assertThatThrownBy(recording::verify)
                    .isInstanceOf(ProblemException.class)
                    .hasMessageContaining(file.toString())
                    .hasMessageMatching(
                            ".*(byte 316: not a sound recording: tick 2: |byte 376: not a sound recording: tick 3: "
                                    + "|SHA-256 of the messages: ).*");
        }
    }

    @Test
    void verifyFindsTicksOutOfOrder() throws IOException {
        writeDamaged(bytes -> bytes.putLong(HEADER + 60 + 16, 9));
        try (Recording recording = Recording.open(file)) {
            assertThatThrownBy(recording::verify)
                    .hasMessageContaining("byte 316: not a sound recording: tick 2: venue time: '9', expected"
                            + " 10 (the tick before it) or later");
        }
    }

    private void assertUnsound(String message) {
        assertThatThrownBy(() -> Recording.open(file))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.BAD_INPUT))
                .hasMessageContaining(file.toString())
                .hasMessageContaining(": not a sound recording: " + message);
    }
}
