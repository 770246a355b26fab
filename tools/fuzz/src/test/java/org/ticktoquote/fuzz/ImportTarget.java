package org.ticktoquote.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.replayer.importing.ImportCommand;
import org.ticktoquote.replayer.recording.Recording;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.LZMAOutputStream;
import picocli.CommandLine;

/**
 * Tick files of one format, imported with {@code --skip-bad} and then without. A file that is accepted without it must give
 * a sound recording with the same number of quotes both times.
 *
 * @param name of the file, from which the importer infers its format
 * @param options of the import
 * @param container around the bytes of the fuzzer
 */
record ImportTarget(String name, List<String> options, Container container, Map<String, byte[]> seeds)
        implements FuzzTarget {
    private static final ImportCommand COMMAND = new ImportCommand();
    private static final PrintWriter NOWHERE = new PrintWriter(Writer.nullWriter());
    private static final CommandLine LINE =
            new CommandLine(COMMAND).setOut(NOWHERE).setErr(NOWHERE);
    static final ImportTarget LEAN = text(
            "oanda_eurusd_20140502_quote.csv",
            "43200000,1.38694,1.38705\n43200250.5,1.38695,1.38706\n43200251,1.38695,\n");
    static final ImportTarget TRUEFX = text(
            "ticks.csv",
            "EUR/USD,20140502 12:30:00.000,1.38694,1.38705\nUSD/JPY,20140502 12:30:00.250,102.281,102.285\n");
    static final ImportTarget HISTDATA = text(
            "DAT_ASCII_EURUSD_T_201405.csv",
            "20140502 073000277,1.386940,1.387050,0\n20140502 073000780,1.386920,1.387060,0\n");
    static final ImportTarget GZIP =
            of("oanda_eurusd_20140502_quote.csv.gz", Container.NONE, "gzip", Container.GZIP.around(LEAN.text()));
    static final ImportTarget UTF_16 =
            of("oanda_eurusd_20140502_quote.csv", Container.NONE, "utf-16", Container.UTF_16.around(LEAN.text()));
    static final ImportTarget DOTTED = text(
            "EURUSD.csv",
            "Time,Bid,Ask,BidVolume,AskVolume\n2014.05.02 12:30:00.000,1.38694,1.38705,1.5,0.75\n"
                    + "2014.05.02 12:30:00.100,1.38695,1.38706,1,1\n");
    static final ImportTarget CSV = text(
            "all.csv",
            "Date;Time;Pair;Bid;Ask;Size\n2014-05-02;12:30:00.000;EUR/USD;1.38694;\"1.38705\";5\n"
                    + "2014-05-02;12:30:01.000;GBPUSD;1.68694;1.68705;5\n",
            "--columns=date=Date,time=Time,symbol=Pair,bid=Bid,ask=Ask,bid-quantity=Size",
            "--time-format=yyyy-MM-dd HH:mm:ss.SSS",
            "--delimiter=;");
    static final ImportTarget MT5 = text(
            "EURUSD_202405020000.csv",
            "<DATE>\t<TIME>\t<BID>\t<ASK>\t<LAST>\t<VOLUME>\t<FLAGS>\n"
                    + "2014.05.02\t12:30:00.000\t1.38694\t1.38705\t\t\t6\n2014.05.02\t12:30:00.100\t\t1.38706\t\t\t4\n");
    static final ImportTarget NAMED = text(
            "all.csv",
            "Timestamp;Pair;Bid;Offer;BidSize\n02/13/2014 1:30:00 PM +01:00;EUR/USD;1,38694;\"1.284,5\";5\n"
                    + "02/13/2014 1:30:01.5 PM Z;GBP=;1e-05;1,3869400000000001;\n");
    static final ImportTarget ZIP = of("oanda_eurusd_20140502_quote.zip", Container.NONE, "zip", zipped(LEAN.text()));
    static final ImportTarget BI5 =
            of("EURUSD/2014/04/02/12h_ticks.bi5", Container.NONE, "hour", Container.LZMA.around(records()));
    static final ImportTarget BI5_RECORDS = of("EURUSD/2014/04/02/12h_ticks.bi5", Container.LZMA, "records", records());

    /** Container format around the bytes in the file. */
    enum Container {
        NONE,
        LZMA,
        GZIP,
        UTF_16;

        byte[] around(byte[] content) {
            return switch (this) {
                case NONE -> content;
                case UTF_16 -> new String(content, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_16);
                default -> packed(content);
            };
        }

        private byte[] packed(byte[] content) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (OutputStream out = packing(bytes, content.length)) {
                out.write(content);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            return bytes.toByteArray();
        }

        private OutputStream packing(OutputStream out, int length) throws IOException {
            return this == LZMA ? new LZMAOutputStream(out, new LZMA2Options(0), length) : new GZIPOutputStream(out);
        }
    }

    private static ImportTarget text(String name, String text, String... options) {
        return new ImportTarget(
                name, List.of(options), Container.NONE, Map.of("rows", text.getBytes(StandardCharsets.UTF_8)));
    }

    private static ImportTarget of(String name, Container container, String seed, byte[] content) {
        return new ImportTarget(name, List.of(), container, Map.of(seed, content));
    }

    byte[] text() {
        return seeds.values().iterator().next();
    }

    private static byte[] zipped(byte[] text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("20140502_eurusd_tick_quote.csv"));
            zip.write(text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }

    private static byte[] records() {
        ByteBuffer records = ByteBuffer.allocate(40);
        records.putInt(250).putInt(138705).putInt(138694).putFloat(1.5f).putFloat(0.75f);
        records.putInt(3_599_999).putInt(138706).putInt(138695).putFloat(1).putFloat(2);
        return records.array();
    }

    @Override
    public void read(byte[] input, Path folder) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, container.around(input));
        Path lenient = folder.resolve("lenient.t2q");
        try {
            run(file, lenient, "--skip-bad");
        } catch (ProblemException refused) {
            run(file, folder.resolve("strict.t2q"));
            throw new AssertionError("taken, though with --skip-bad it is not: " + refused.getMessage());
        }
        long quotes = quotes(lenient);
        Path strict = folder.resolve("strict.t2q");
        run(file, strict);
        if (quotes(strict) != quotes) {
            throw new AssertionError("no bad rows, but other quotes with --skip-bad");
        }
        if (new String(input, StandardCharsets.UTF_8).matches("[0-9A-Z\"][\\x01-\\x7f]*")) {
            requireSame(input, file, Container.GZIP, strict);
            requireSame(input, file, Container.UTF_16, strict);
        }
    }

    /** Requires the same result for the same text, compressed or in another encoding. */
    private void requireSame(byte[] text, Path file, Container around, Path expected) throws IOException {
        Files.write(file, around.around(text));
        Path out = expected.resolveSibling("second.t2q");
        run(file, out);
        if (Files.mismatch(out, expected) >= 0) {
            throw new AssertionError("other quotes as " + around);
        }
    }

    private static long quotes(Path file) {
        try (Recording recording = Recording.open(file)) {
            recording.verify();
            return recording.count();
        }
    }

    private void run(Path file, Path out, String... more) {
        List<String> arguments = new ArrayList<>(options);
        arguments.add(file.toString());
        arguments.add("--out=" + out);
        arguments.addAll(List.of(more));
        LINE.parseArgs(arguments.toArray(String[]::new));
        COMMAND.call();
    }
}
