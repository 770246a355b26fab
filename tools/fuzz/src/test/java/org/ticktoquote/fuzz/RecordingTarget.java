package org.ticktoquote.fuzz;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.zip.CRC32C;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.command.RecordingCommand;
import org.ticktoquote.replayer.recording.RecordedPayload;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;
import org.ticktoquote.replayer.recording.RecordingWriter;
import picocli.CommandLine;

/** Runs all readers of a recording. A sound recording must be the same after it is written and read again. */
final class RecordingTarget implements FuzzTarget {
    private static final PrintWriter NOWHERE = new PrintWriter(Writer.nullWriter());
    private static final CommandLine LINE =
            new CommandLine(new RecordingCommand()).setOut(NOWHERE).setErr(NOWHERE);
    private static final int VERSION = 8;
    private static final int OF_PAYLOADS = 2;
    private static final int HEADER_LENGTH = 12;
    private static final int CHECKSUM = 16;
    private static final int COUNT = 40;
    private static final int SHA256 = 72;
    private static final int FIXED_LENGTH = 128;

    private static final List<Instrument> INSTRUMENTS =
            List.of(new Instrument(0, "EUR/USD", 100_000, 10_000), new Instrument(1, "USD/JPY", 10_000_000, 1_000_000));

    @Override
    public void read(byte[] input, Path folder) throws IOException {
        Path file = Files.write(folder.resolve("fuzz.t2q"), input);
        command("show", file.toString(), "--limit", "0");
        command("stats", file.toString());
        command("cut", file.toString(), "--out", folder.resolve("cut.t2q").toString());
        try (Recording recording = Recording.open(file)) {
            recording.verify();
            if (recording.payloads() != null) {
                command("verify", folder.resolve("cut.t2q").toString());
                return;
            }
            List<RecordedQuote> quotes = quotes(recording);
            Path copy = folder.resolve("copy.t2q");
            try (RecordingWriter writer = RecordingWriter.create(
                    copy,
                    recording.instruments(),
                    recording.venues(),
                    recording.header().announcementNs())) {
                quotes.forEach(writer::append);
            }
            try (Recording again = Recording.open(copy)) {
                again.verify();
                if (!quotes(again).equals(quotes)
                        || again.header().firstVenueTimeNs()
                                != recording.header().firstVenueTimeNs()) {
                    throw new AssertionError("written again it is another recording");
                }
            }
        }
    }

    private static List<RecordedQuote> quotes(Recording recording) {
        List<RecordedQuote> quotes = new ArrayList<>();
        for (long index = 0; index < recording.count(); index++) {
            quotes.add(recording.quote(index));
        }
        return quotes;
    }

    private static void command(String... arguments) {
        Object command = LINE.parseArgs(arguments).subcommand().commandSpec().userObject();
        try {
            ((Callable<?>) command).call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the input unchanged, with the header's checksum, and with count and both checksums. */
    @Override
    public List<byte[]> variants(byte[] input) {
        if (input.length < FIXED_LENGTH) {
            return List.of(input);
        }
        byte[] header = input.clone();
        mendHeader(header);
        byte[] whole = input.clone();
        ByteBuffer fields = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
        int length = fields.getInt(HEADER_LENGTH);
        if (length >= FIXED_LENGTH && length <= whole.length) {
            if (fields.getInt(VERSION) != OF_PAYLOADS) {
                long count = (whole.length - length) / Recording.MESSAGE_LENGTH;
                whole = Arrays.copyOf(whole, (int) (length + count * Recording.MESSAGE_LENGTH));
                fields = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
                fields.putLong(COUNT, count);
            }
            MessageDigest digest = Sha256.newDigest();
            digest.update(whole, length, whole.length - length);
            System.arraycopy(digest.digest(), 0, whole, SHA256, 32);
        }
        mendHeader(whole);
        return List.of(input, header, whole);
    }

    private static void mendHeader(byte[] bytes) {
        ByteBuffer fields = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int length = fields.getInt(HEADER_LENGTH);
        if (length >= FIXED_LENGTH && length <= bytes.length) {
            fields.putInt(CHECKSUM, 0);
            CRC32C crc = new CRC32C();
            crc.update(bytes, 0, length);
            fields.putInt(CHECKSUM, (int) crc.getValue());
        }
    }

    @Override
    public Map<String, byte[]> seeds() throws IOException {
        return Map.of("five-ticks", fiveTicks(), "payloads", payloads());
    }

    private static byte[] payloads() throws IOException {
        String declaration = "lines: {A: {to: '239.1.1.1:5001', instrument: EUR/USD}}\n";
        Path file = Files.createTempDirectory("seed").resolve("seed.t2q");
        try (RecordingWriter writer = RecordingWriter.ofPayloads(
                OutputFile.claim(file), INSTRUMENTS.subList(0, 1), List.of("A"), 0, declaration, false)) {
            for (int i = 0; i < 4; i++) {
                writer.payload(new RecordedPayload(i, 0, i, ByteBuffer.wrap(new byte[] {1, 2, (byte) i})));
                for (int tick = 0; tick < i; tick++) {
                    writer.append(new RecordedQuote(i, 0, 0, Price.NONE, Price.NONE, 0, 0));
                }
            }
        }
        return taken(file);
    }

    private static byte[] fiveTicks() throws IOException {
        Path file = Files.createTempDirectory("seed").resolve("seed.t2q");
        try (RecordingWriter writer = RecordingWriter.create(file, INSTRUMENTS, List.of("ALPHA", "BETA"), 0)) {
            for (int i = 0; i < 5; i++) {
                long timeNs = 1_793_971_800_000_000_000L + i * 250_000_000L;
                long ask = 1_085_020_000L + i * 10_000L;
                long bid = i == 3 ? Price.NONE : ask - 20_000;
                writer.append(new RecordedQuote(timeNs, i % 2, i / 2 % 2, bid, ask, 1_000_000, 2_000_000));
            }
        }
        return taken(file);
    }

    private static byte[] taken(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        JazzerRun.clear(file.getParent());
        return bytes;
    }
}
