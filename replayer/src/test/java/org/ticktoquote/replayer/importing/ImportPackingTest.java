package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests compression, encodings and archives: the same rows give the same recording. */
class ImportPackingTest {
    private static final String ROWS = "277,1.38694,1.38705\n45000000.5,1.38692,1.38706\n";
    private static final String NAME = "oanda_eurusd_20140502_quote.csv";

    @TempDir
    private Path folder;

    private interface Packing {
        OutputStream over(OutputStream out) throws IOException;
    }

    private static byte[] packed(byte[] content, Packing packing) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = packing.over(bytes)) {
            out.write(content);
        }
        return bytes.toByteArray();
    }

    private static byte[] gzip(byte[] content) throws IOException {
        return packed(content, GZIPOutputStream::new);
    }

    private static byte[] zstd(byte[] content) throws IOException {
        return packed(content, ZstdOutputStream::new);
    }

    private static byte[] rows() {
        return ROWS.getBytes(StandardCharsets.US_ASCII);
    }

    private void assertImported(String name, byte[] content) throws IOException {
        Files.write(folder.resolve(name), content);
        Import result = Import.of(folder, "./" + name);
        assertThat(result.status).as(result.complaints).isZero();
        assertThat(result.quotes())
                .containsExactly(
                        "2014-05-02T00:00:00.277Z EUR/USD@OANDA 1.38694/1.38705 1000000x1000000",
                        "2014-05-02T12:30:00.000500Z EUR/USD@OANDA 1.38692/1.38706 1000000x1000000");
        assertThat(result.printed).contains("lean", "EUR/USD", "OANDA", "2 quotes imported", "sha256");
    }

    private String refused(String name, byte[] content) throws IOException {
        Files.write(folder.resolve(name), content);
        Import result = Import.of(folder, "./" + name);
        assertThat(result.status).isEqualTo(5);
        assertThat(result.out).doesNotExist();
        return result.complaints;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                NAME,
                NAME + ".gz",
                "oanda_eurusd_20140502_quote.gz",
                NAME + ".zst",
                "oanda_eurusd_20140502_quote.zip"
            })
    void readsGzipAndZstdWithAnyName(String name) throws IOException {
        assertImported(name, gzip(rows()));
        assertImported(name, zstd(rows()));
    }

    @Test
    void readsAllMembersOfGzip() throws IOException {
        int end = ROWS.indexOf('\n') + 1;
        byte[] first = gzip(Arrays.copyOf(rows(), end));
        byte[] second = gzip(Arrays.copyOfRange(rows(), end, ROWS.length()));
        byte[] both = Arrays.copyOf(first, first.length + second.length + 100);
        System.arraycopy(second, 0, both, first.length, second.length);
        assertImported(NAME + ".gz", both);
    }

    @Test
    void refusesTrailingBytesAfterGzip() throws IOException {
        byte[] whole = gzip(rows());
        byte[] longer = Arrays.copyOf(whole, whole.length + 1);
        longer[whole.length] = 'x';
        assertThat(refused(NAME + ".gz", longer)).contains("is damaged: not a sound gzip: a member does not begin");
    }

    @Test
    void refusesCutOrDamagedGzipAndZstd() throws IOException {
        assertDamageIsFound(gzip(rows()), 2, 8, "its checksum or length is wrong");
        assertDamageIsFound(zstd(rows()), Integer.BYTES, Integer.BYTES, "is damaged: not a sound zstd");
    }

    private void assertDamageIsFound(byte[] whole, int shortest, int checksum, String fault) throws IOException {
        for (int length = shortest; length < whole.length; length++) {
            assertThat(refused(NAME, Arrays.copyOf(whole, length))).contains("is damaged");
        }
        for (int at = whole.length - checksum; at < whole.length; at++) {
            byte[] flipped = whole.clone();
            flipped[at] ^= 1;
            assertThat(refused(NAME, flipped)).contains(fault);
        }
    }

    @Test
    void readsLargeGzipAndZstd() throws IOException {
        StringBuilder text = new StringBuilder();
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            text.append("%d,1.%d,2.5\n".formatted(i * 7, 10_000 + random.nextInt(80_000)));
        }
        Path file = Files.writeString(folder.resolve(NAME), text);
        String plain = Import.of(folder, "./" + NAME).printed;
        byte[] content = Files.readAllBytes(file);
        Files.write(file, gzip(content));
        assertThat(Import.of(folder, "./" + NAME).printed).isEqualTo(plain).contains("20,000 quotes imported");
        Files.write(file, zstd(content));
        assertThat(Import.of(folder, "./" + NAME).printed).isEqualTo(plain);
    }

    @Test
    void readsBi5InGzip() throws IOException {
        String name = "EURUSD/2014/04/02/12h_ticks.bi5";
        Path packed = TickFiles.lzma(folder, name, new TickFiles.Bi5(250, 138_705, 138_694, 1.5f, 0.75f));
        Files.write(packed, gzip(Files.readAllBytes(packed)));
        assertThat(Import.of(folder, "./" + name).quotes())
                .containsExactly("2014-05-02T12:00:00.250Z EUR/USD@DUKASCOPY 1.38694/1.38705 750000x1500000");
    }

    @ParameterizedTest
    @CsvSource({
        "UTF-8, true", "UTF-16LE, true", "UTF-16BE, true",
        "UTF-32LE, true", "UTF-32BE, true", "UTF-16LE, false",
        "UTF-16BE, false"
    })
    void readsUnicodeWithByteOrderMarkAndUtf16Without(String encoding, boolean marked) throws IOException {
        byte[] text = ((marked ? "\uFEFF" : "") + ROWS.replace("\n", "\r\n")).getBytes(Charset.forName(encoding));
        assertImported(NAME, text);
        assertImported(NAME, gzip(text));
    }

    @Test
    void findsTableAmongOtherFilesInZip() throws IOException {
        String name = "oanda_eurusd_20140502_quote.zip";
        String[] none = {
            "readme.txt", "__MACOSX/._20140502_eurusd_tick_quote.csv", ".hidden.csv", "doc/licence.csv", "a.pdf"
        };
        TickFiles.zip(folder, name, none, "277,9.9,9.9\n");
        assertThat(Import.of(folder, "./" + name).complaints)
                .contains("holds readme.txt, __MACOSX/._20140502_eurusd_tick_quote.csv, ..., expected exactly one");

        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(folder.resolve(name)))) {
            for (String entry : new String[] {"README.txt", "__MACOSX/._q.csv", "status.txt", "20140502_quote.csv"}) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write(entry.startsWith("2014") ? rows() : "not a row\n".getBytes(StandardCharsets.US_ASCII));
                zip.closeEntry();
            }
        }
        Import result = Import.of(folder, "./" + name);
        assertThat(result.status).as(result.complaints).isZero();
        assertThat(result.quotes()).hasSize(2);
    }

    @Test
    void readsZipWithNamesThatAreNotUtf8() throws IOException {
        String name = "oanda_eurusd_20140502_quote.zip";
        try (ZipOutputStream zip =
                new ZipOutputStream(Files.newOutputStream(folder.resolve(name)), StandardCharsets.ISO_8859_1)) {
            zip.putNextEntry(new ZipEntry("Kurse_M\u00e4rz.csv"));
            zip.write(rows());
        }
        assertImported(name, Files.readAllBytes(folder.resolve(name)));
    }

    @ParameterizedTest
    @CsvSource({"bzip2, 425a6839314159265359", "xz, fd377a585a000004", "7z, 377abcaf271c"})
    void reportsUnsupportedCompression(String packing, String begin) throws IOException {
        assertThat(refused(NAME, java.util.HexFormat.of().parseHex(begin)))
                .contains(NAME + ": is packed with " + packing + ", expected plain text");
    }

    @Test
    void doesNotPrintBinaryCharacters() throws IOException {
        byte[] noise = new byte[2000];
        new Random(3).nextBytes(noise);
        Files.write(folder.resolve(NAME), noise);
        String complaints =
                Import.of(folder, "./" + NAME).complaints + Import.of(folder, "./" + NAME, "--skip-bad").complaints;
        assertThat(complaints).isNotEmpty();
        assertThat(complaints.codePoints())
                .allMatch(c -> c == '\n' || c >= ' ' && c != 0x7f && c != 0xFFFD && Character.isDefined(c));
    }
}
