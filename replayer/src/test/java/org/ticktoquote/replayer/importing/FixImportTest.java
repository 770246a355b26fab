package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.replayer.TestCapture;
import org.ticktoquote.replayer.TestRecording;
import quickfix.FileLogFactory;
import quickfix.Log;
import quickfix.SessionID;
import quickfix.SessionSettings;

/** Tests the import of FIX market data from captures and logs. */
class FixImportTest {
    private static final long MS = 1_000_000;
    private static final String TWO_SIDES = "268=2|269=0|270=1.1|271=1000000|269=1|270=1.2|271=2000000|";

    @TempDir
    private Path folder;

    private static String fix(String type, int sequence, String from, String to, String sent, String fields) {
        String head = "35=" + type + "|34=" + sequence + "|49=" + from + "|52=" + sent + "|56=" + to + "|";
        return new String(Fix.message(head + fields), StandardCharsets.ISO_8859_1);
    }

    private static String price(String type, int sequence, String venue, String fields) {
        return fix(type, sequence, venue, "BANK", "20140502-12:30:00.000", fields);
    }

    private static String quote(String symbol, String bid, String ask) {
        return "55=" + symbol + "|117=q|132=" + bid + "|133=" + ask + "|134=1000000|135=2000000|";
    }

    /** TCP connection whose messages are captured as segments. */
    private static final class Connection {
        private final TestCapture capture;
        private final int client;
        private int prices = 1;
        private int requests = 1;

        Connection(TestCapture capture, int client) {
            this.capture = capture;
            this.client = client;
            capture.segment(0, client, 9801, 0, 2, new byte[0]);
            capture.segment(1, 9801, client, 0, 0x12, new byte[0]);
        }

        Connection prices(long timeNs, String... messages) {
            byte[] bytes = String.join("", messages).getBytes(StandardCharsets.ISO_8859_1);
            capture.segment(timeNs, 9801, client, prices, 0x10, bytes);
            prices += bytes.length;
            return this;
        }

        Connection hole(int length) {
            prices += length;
            return this;
        }

        Connection requests(long timeNs, String message) {
            byte[] bytes = message.getBytes(StandardCharsets.ISO_8859_1);
            capture.segment(timeNs, client, 9801, requests, 0x10, bytes);
            requests += bytes.length;
            return this;
        }
    }

    /** Returns a capture of one price of EBS. */
    private static TestCapture quoted() {
        TestCapture capture = new TestCapture();
        new Connection(capture, 50_001).prices(MS, price("S", 2, "EBS", quote("EUR/USD", "1.1", "1.2")));
        return capture;
    }

    private Import imported(TestCapture capture, String... options) throws IOException {
        capture.in(folder, "a.pcap");
        return imported("./a.pcap", options);
    }

    private Import importedLog(String text, String... options) throws IOException {
        Files.writeString(folder.resolve("a.log"), text);
        return imported("./a.log", options);
    }

    private Import imported(String file, String... options) {
        return Import.of(
                folder, Stream.concat(Stream.of(file), Stream.of(options)).toArray(String[]::new));
    }

    private static String time(String fraction) {
        return "2014-05-02T12:30:00." + fraction + "Z ";
    }

    /** Returns a time in milliseconds after the start of test captures. */
    private static String captured(String fraction) {
        return RecordingTime.format(TestRecording.BEGIN_NS).replace("Z", "." + fraction + "Z ");
    }

    @Test
    void importsTopOfBookOfEachSessionAsAVenue() throws IOException {
        TestCapture capture = new TestCapture();
        new Connection(capture, 50_001)
                .requests(MS, price("V", 2, "BANK", "262=r|263=1|264=0|267=2|269=0|269=1|146=1|55=EURUSD|"))
                .prices(2 * MS, price("W", 2, "EBS", "262=r|55=EURUSD|" + TWO_SIDES))
                .prices(
                        3 * MS,
                        price("X", 3, "EBS", "268=1|279=0|278=7|269=0|55=EURUSD|270=1.05|271=5000000|"),
                        price("X", 4, "EBS", "268=1|279=0|278=8|269=0|55=EURUSD|270=1.15|271=500000|"));
        new Connection(capture, 50_002)
                .prices(4 * MS, price("S", 2, "BANKX", quote("USD/JPY", "101", "102")))
                .prices(5 * MS, price("i", 3, "BANKX", "296=1|302=1|295=1|299=1|55=USD/JPY|132=103|133=104|"));
        Import result = imported(capture);
        assertThat(result.status).as(result.complaints).isZero();
        assertThat(result.quotes())
                .as(result.complaints)
                .containsExactly(
                        captured("002") + "EUR/USD@EBS 1.1/1.2 1000000x2000000",
                        captured("003") + "EUR/USD@EBS 1.15/1.2 500000x2000000",
                        captured("004") + "USD/JPY@BANKX 101/102 1000000x2000000",
                        captured("005") + "USD/JPY@BANKX 103/104 1000000x1000000");
        assertThat(result.complaints)
                .contains("a.pcap is read as a capture of FIX over TCP: prices (35=W, X, S, i) of 2 sessions")
                .contains("EBS: EBS sent 3 messages with prices to BANK: 2 ticks")
                .contains("note: EBS: 1 refresh (35=X) does not change the top of the book")
                .contains("note: EBS: 1 message of the counterparty");
        assertThat(result.left()).containsExactly("a.pcap", "out.t2q");
    }

    @ParameterizedTest
    @CsvSource({"auto, vss, 007", "vss, vss, 007", "kernel, kernel, 002"})
    void usesSwitchStampsOfACapture(String ordered, String used, String ms) throws IOException {
        TestCapture capture = new TestCapture().stamped(5 * MS);
        Connection connection = new Connection(capture, 50_001);
        for (int i = 2; i < 40; i++) {
            connection.prices(i * MS, price("S", i, "EBS", quote("EUR/USD", "1.1", "1.2")));
        }
        Import result = imported(capture, "--stamps", ordered);
        assertThat(result.status).as(result.complaints).isZero();
        assertThat(result.quotes()).hasSize(38).first().isEqualTo(captured(ms) + "EUR/USD@EBS 1.1/1.2 1000000x2000000");
        assertThat(result.complaints).contains("times are its time stamps: " + used);
    }

    @Test
    void ignoresOwnPricesUnlessSenderSelectsThem() throws IOException {
        TestCapture capture = quoted();
        new Connection(capture, 50_002)
                .prices(2 * MS, fix("S", 2, "BANK", "CLIENT", "20140502-12:30:00.000", quote("EUR/USD", "1.0", "1.3")));
        Import result = imported(capture);
        assertThat(result.quotes()).containsExactly(captured("001") + "EUR/USD@EBS 1.1/1.2 1000000x2000000");
        assertThat(result.complaints).contains("note: a.pcap: 1 price of 1 session of other senders not used: BANK");
        assertThat(imported(capture, "--sender", "BANK", "--venue", "OWN").quotes())
                .containsExactly(captured("002") + "EUR/USD@OWN 1/1.3 1000000x2000000");
    }

    @Test
    void twoSessionsOfOneCompIdAreTwoVenuesUnlessNamed() throws IOException {
        TestCapture capture = quoted();
        new Connection(capture, 50_002)
                .prices(2 * MS, fix("S", 2, "EBS", "BANK2", "20140502-12:30:00.000", quote("EURUSD", "1.3", "1.4")));
        assertThat(imported(capture).quotes())
                .containsExactly(
                        captured("001") + "EUR/USD@EBS/BANK 1.1/1.2 1000000x2000000",
                        captured("002") + "EUR/USD@EBS/BANK2 1.3/1.4 1000000x2000000");
        assertThat(imported(capture, "--venue", "ALL").quotes())
                .containsExactly(
                        captured("001") + "EUR/USD@ALL 1.1/1.2 1000000x2000000",
                        captured("002") + "EUR/USD@ALL 1.3/1.4 1000000x2000000");
    }

    @Test
    void bookIsUnknownAfterAGapUntilTheNextSnapshot() throws IOException {
        String snapshot = "55=EUR/USD|" + TWO_SIDES;
        String refresh = "268=1|279=0|278=8|269=0|55=EUR/USD|270=1.15|271=500000|";
        TestCapture capture = new TestCapture();
        new Connection(capture, 50_001)
                .prices(MS / 2, price("A", 1, "EBS", "98=0|108=30|"))
                .prices(MS, price("W", 2, "EBS", snapshot))
                .hole(100)
                .prices(2 * MS, price("X", 4, "EBS", refresh))
                .prices(3 * MS, price("W", 5, "EBS", snapshot), price("W", 3, "EBS", "43=Y|" + snapshot))
                .prices(4 * MS, price("X", 6, "EBS", refresh))
                .prices(5 * MS, price("X", 8, "EBS", refresh.replace("1.15", "1.16")))
                .prices(6 * MS, price("W", 9, "EBS", "55=EUR/USD|268=0|"));
        Import result = imported(capture);
        assertThat(result.quotes())
                .containsExactly(
                        captured("001") + "EUR/USD@EBS 1.1/1.2 1000000x2000000",
                        captured("003") + "EUR/USD@EBS 1.1/1.2 1000000x2000000",
                        captured("004") + "EUR/USD@EBS 1.15/1.2 500000x2000000");
        assertThat(result.complaints)
                .contains("note: EBS: 1 hole of the capture")
                .contains("note: EBS: 1 message missing where numbers (34) have gaps")
                .contains("note: EBS: 1 gap of message numbers (34)")
                .contains("note: EBS: 2 refreshes (35=X) of a pair whose book is unknown")
                .contains("note: EBS: 1 price was sent again (43=Y)")
                .contains("note: EBS: 1 message leaves a pair without a price: the recording keeps its last one");
    }

    @Test
    void keepsBooksOverSequenceResetAndCountsUnmatchedEntries() throws IOException {
        TestCapture capture = new TestCapture();
        new Connection(capture, 50_001)
                .prices(MS / 2, price("A", 1, "EBS", "98=0|108=30|"))
                .prices(MS, price("W", 2, "EBS", "55=EUR/USD|" + TWO_SIDES))
                .prices(2 * MS, price("A", 1, "EBS", "98=0|108=30|141=Y|"))
                .prices(3 * MS, price("X", 2, "EBS", "268=1|279=0|278=8|269=0|55=EUR/USD|270=1.15|271=500000|"))
                .prices(4 * MS, price("X", 3, "EBS", "268=2|279=2|278=8|55=EUR/USD|279=2|278=nobody's|"));
        Import result = imported(capture);
        assertThat(result.quotes())
                .containsExactly(
                        captured("001") + "EUR/USD@EBS 1.1/1.2 1000000x2000000",
                        captured("003") + "EUR/USD@EBS 1.15/1.2 500000x2000000",
                        captured("004") + "EUR/USD@EBS 1.1/1.2 1000000x2000000");
        assertThat(result.complaints)
                .contains("note: EBS: 1 reset of message numbers (34) within a session: books are kept")
                .contains("note: EBS: 1 entry (269) of 35=X does not fit the book")
                .doesNotContain("gaps of message numbers");
    }

    @Test
    void refusesCaptureWithoutPrices() throws IOException {
        Import result =
                imported(new TestCapture().datagram(0, 1, 5001, new byte[9]).datagram(1, 1, 5001, new byte[9]));
        assertThat(result.status).isEqualTo(5);
        assertThat(result.complaints)
                .contains("no price source sends FIX market data (35=W, X, S, i)")
                .contains("--payload FILE, which takes its 2 UDP datagrams");
        assertThat(result.left()).containsExactly("a.pcap");
    }

    @Test
    void refusesSenderNotInTheCapture() throws IOException {
        assertThat(imported(quoted(), "--sender", "TYPO").complaints)
                .contains("--sender: 'TYPO' sends no prices in these files, expected one of the following\nEBS at ");
    }

    @Test
    void senderNeedsToBeInOneFileOnly() throws IOException {
        TickFiles.text(folder, "a.log", price("S", 2, "EBS", quote("EUR/USD", "1.1", "1.2")));
        TickFiles.text(folder, "b.log", price("S", 2, "LMX", quote("EUR/USD", "1.3", "1.4")));
        TickFiles.text(folder, "c.log", price("S", 2, "CBOE", quote("EUR/USD", "1.5", "1.6")));
        Import result = Import.of(folder, "@A=./a.log @C=./c.log @B=./b.log --sender EBS --sender LMX");
        assertThat(result.quotes())
                .as(result.complaints)
                .containsExactly(
                        "2014-05-02T12:30:00Z EUR/USD@A 1.1/1.2 1000000x2000000",
                        "2014-05-02T12:30:00Z EUR/USD@B 1.3/1.4 1000000x2000000");
    }

    @ParameterizedTest
    @CsvSource({
        "./EURUSD.csv, --sender, EBS, a FIX capture or a FIX log",
        "./a.log, --stamps, metawatch, a FIX capture",
        "./a.pcap, --sending-time, '', a FIX log",
        "./a.pcap, --zone, UTC-05:00, a FIX log or a tick file",
        "./a.log, --date, 2014-05-02, a tick file",
        "./a.log, --symbol, EUR/USD, a tick file",
        "./a.log, --columns, 'time=0,bid=1,ask=2', a tick file",
        "./a.pcap, --skip-lines, 1, a tick file",
    })
    void refusesOptionsThatDoNotApplyToTheFiles(String file, String option, String value, String kinds)
            throws IOException {
        TickFiles.text(folder, "EURUSD.csv", "time,bid,ask", "2014-05-02T12:30:00Z,1.1,1.2");
        TickFiles.text(folder, "a.log", price("S", 2, "EBS", quote("EUR/USD", "1.1", "1.2")));
        quoted().in(folder, "a.pcap");
        Import result = Import.of(folder, file + " " + option + " " + value);
        assertThat(result.status).isEqualTo(2);
        assertThat(result.complaints)
                .contains(option + ": none of these files is " + kinds + ", expected one, or no " + option);
        assertThat(result.left()).containsExactly("EURUSD.csv", "a.log", "a.pcap");
    }

    @Test
    void acceptsOptionsThatApplyToSomeOfTheFiles() throws IOException {
        TickFiles.text(folder, "a.log", price("S", 2, "EBS", quote("EUR/USD", "1.1", "1.2")));
        TickFiles.text(folder, "ticks.csv", "time,bid,ask", "12:30:01,1.1,1.2");
        assertThat(Import.of(folder, "./a.log ./ticks.csv --date 2014-05-02 --symbol EURUSD --sending-time")
                        .quotes())
                .hasSize(2);
    }

    @Test
    void mergesFixWithOtherFiles() throws IOException {
        TickFiles.text(folder, "EURUSD.csv", "time,bid,ask,bid size,ask size", "2014-05-02T12:30:00.002Z,1,2,3,4");
        assertThat(importedLog(LOG, "@CSV=./EURUSD.csv").quotes())
                .hasSize(4)
                .element(1)
                .isEqualTo(time("002") + "EUR/USD@CSV 1/2 3x4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000000001 ", "INFO session=1234567890123 ", "1399120201 "})
    void ignoresNumbersThatAreNoTimes(String before) throws IOException {
        Import result = importedLog(before + price("S", 2, "EBS", quote("EUR/USD", "1.1", "1.2")) + "\n");
        assertThat(result.quotes()).containsExactly("2014-05-02T12:30:00Z EUR/USD@EBS 1.1/1.2 1000000x2000000");
        assertThat(result.complaints).contains("1 message without a time before");
    }

    /** Returns a log of both directions: a request and interleaved prices of two venues. */
    private static String log(BiFunction<Integer, String, String> line) {
        return line.apply(0, fix("V", 2, "BANK", "EBS", "20140502-12:30:00.000", "262=r|146=1|55=EUR/USD|"))
                + line.apply(1, price("W", 2, "EBS", "55=EUR/USD|" + TWO_SIDES))
                + "20140502-12:30:00.001: something else\n"
                + line.apply(2, fix("S", 2, "LMX", "BANK", "20140502-12:30:00.002", quote("EUR/USD", "1.3", "1.4")))
                + line.apply(3, price("X", 3, "EBS", "268=1|279=0|278=8|269=0|55=EUR/USD|270=1.15|271=500000|"));
    }

    private static final String LOG = log((at, message) -> "20140502-12:30:00.00" + at + ": " + message + "\n");
    private static final List<String> LOGGED = List.of(
            time("001") + "EUR/USD@EBS 1.1/1.2 1000000x2000000",
            time("002") + "EUR/USD@LMX 1.3/1.4 1000000x2000000",
            time("003") + "EUR/USD@EBS 1.15/1.2 500000x2000000");

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "20140502-12:30:00.00%d: #SOH##",
                "20140502-12:30:00.00%d : <#|##",
                "20140502-12:30:00.00%d - IN - #^A##",
                "2014-05-02 14:30:00,00%d INFO  [main] (FIX.4.4:BANK->EBS) in: #<SOH>##are in UTC+02:00",
                "2014-05-02T12:30:00.00%dZ > #;##",
                "2014-05-02T14:30:00.00%d000+02:00 [#|#]#",
                "12:30:00.00%d OUT #\\x01##",
                "07:30:00.00%d #\u0001##are in UTC-05:00",
                "[02/05/2014 12:30:00.00%d] #|##",
                "139903380000%d #|##",
            })
    void readsLogsWithAnyPrefixAndSeparator(String before, String separator, String after, String note)
            throws IOException {
        String soh = separator.equals("SOH") ? "\u0001" : separator;
        String end = (after == null ? "" : after) + "\n";
        Import result = importedLog(
                log((at, message) -> String.format(Locale.ROOT, before, at) + message.replace("\u0001", soh) + end));
        assertThat(result.status).as(result.complaints).isZero();
        assertThat(result.quotes()).isEqualTo(LOGGED);
        assertThat(result.complaints)
                .contains("a.log is read as a FIX log: prices (35=W, X, S, i) of 2 sessions")
                .contains(note == null ? "" : note);
    }

    @Test
    void usesSendingTimeWithoutLogTimeOrOnRequest() throws IOException {
        Import bare = importedLog(log((at, message) -> message + "\r\n"));
        assertThat(bare.quotes())
                .containsExactly(
                        time("000000001") + "EUR/USD@EBS 1.1/1.2 1000000x2000000",
                        time("000000001") + "EUR/USD@EBS 1.15/1.2 500000x2000000",
                        time("002") + "EUR/USD@LMX 1.3/1.4 1000000x2000000");
        assertThat(bare.complaints)
                .contains("note: a.log: 4 messages without a time before them, imported at their SendingTime (52)");
        assertThat(importedLog(LOG, "--sending-time").quotes()).isEqualTo(bare.quotes());
    }

    @ParameterizedTest
    @CsvSource({"./a.log, '', EBS", "./a.log, EBS=, EBS", "@V=./a.log, V=, V", "@V=./a.log, EBS=, V"})
    void appliesZoneToLogTimes(String file, String zoned, String venue) throws IOException {
        TickFiles.text(folder, "a.log", log((at, message) -> "2014-05-02 12:30:00.00" + at + " " + message + "\n"));
        assertThat(imported(file, "--zone", zoned + "America/New_York").quotes())
                .contains("2014-05-02T16:30:00.001Z EUR/USD@" + venue + " 1.1/1.2 1000000x2000000");
    }

    @Test
    void keepsLogTimesFarFromSendingTime() throws IOException {
        Import result = importedLog(log((at, message) -> "2026-11-22 12:30:00.00" + at + " " + message + "\n"));
        assertThat(result.quotes()).first().isEqualTo("2026-11-22T12:30:00.001Z EUR/USD@EBS 1.1/1.2 1000000x2000000");
        assertThat(result.complaints).contains("note: a.log: SendingTime (52) is more than 18 h from the times before");
    }

    @Test
    void learnsZoneFromTheFirstTimeNearItsSendingTime() throws IOException {
        Import result = importedLog(log(
                (at, message) -> (at == 0 ? "2001-01-01" : "2014-05-02") + " 14:30:00.00" + at + " " + message + "\n"));
        assertThat(result.quotes()).isEqualTo(LOGGED);
        assertThat(result.complaints).contains("are in UTC+02:00").doesNotContain("more than 18 h");
    }

    @Test
    void learnsZoneBeforeItImportsTheFirstPrice() throws IOException {
        String prices = TWO_SIDES.replace("270=1.1|", "270=1.05|");
        String wrong = fix("W", 1, "EBS", "BANK", "20010101-12:30:00.000", "55=EUR/USD|" + prices);
        String right = log((at, message) -> "2014-05-02 14:30:00.00" + at + " " + message + "\n");
        Import result = importedLog("2014-05-02 14:30:00.000 " + wrong + "\n" + right);
        assertThat(result.quotes()).first().isEqualTo("2014-05-02T12:30:00Z EUR/USD@EBS 1.05/1.2 1000000x2000000");
        assertThat(result.quotes()).endsWith(LOGGED.toArray(String[]::new)).hasSize(LOGGED.size() + 1);
    }

    @Test
    void readsLogWithoutLineFeeds() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40_000; i++) { // more than 4 MiB
            text.append("20140502-12:30:01.%03d: ".formatted(i / 100));
            text.append(price("S", 2 + i, "EBS", quote("EUR/USD", "1.1", "1.2")));
        }
        assertThat(importedLog(text.toString()).quotes())
                .hasSize(40_000)
                .last()
                .isEqualTo("2014-05-02T12:30:01.399000099Z EUR/USD@EBS 1.1/1.2 1000000x2000000");
    }

    @Test
    void countsGarbledMessages() throws IOException {
        Import result =
                importedLog(LOG.replace("132=1.3", "132=9.3") + "20140502-12:30:00.004: 8=FIX.4.4|9=70|35=W|34");
        assertThat(result.quotes()).containsExactly(LOGGED.get(0), LOGGED.get(2));
        assertThat(result.complaints).contains("note: a.log: 2 garbled messages");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd", "several"})
    void readsCompressedAndSplitLogs(String how) throws IOException {
        Import result;
        if (!how.equals("several")) {
            try (OutputStream file = Files.newOutputStream(folder.resolve("a.log.packed"));
                    OutputStream out = how.equals("gzip") ? new GZIPOutputStream(file) : new ZstdOutputStream(file)) {
                out.write(LOG.getBytes(StandardCharsets.ISO_8859_1));
            }
            result = Import.of(folder, "./a.log.packed");
        } else {
            int cut = LOG.lastIndexOf("20140502-12:30:00.003:");
            Files.writeString(folder.resolve("b.log"), LOG.substring(0, cut));
            result = importedLog(LOG.substring(cut), "./b.log");
        }
        assertThat(result.quotes()).as(result.complaints).isEqualTo(LOGGED);
    }

    @ParameterizedTest
    @CsvSource({"1, 0, ends too early: in the middle of a zstd", "0, 0xFF, not a sound zstd: "})
    void refusesCutOrDamagedZstd(int missing, int flipped, String fault) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new ZstdOutputStream(packed)) {
            byte[] noise = new byte[1 << 20]; // the message before it is decompressed in any case
            new Random(1).nextBytes(noise);
            out.write(LOG.getBytes(StandardCharsets.ISO_8859_1));
            out.write(noise);
        }
        byte[] bytes = Arrays.copyOf(packed.toByteArray(), packed.size() - missing);
        bytes[bytes.length - 1] ^= (byte) flipped;
        Files.write(folder.resolve("a.log.zst"), bytes);
        Import result = Import.of(folder, "./a.log.zst");
        assertThat(result.complaints).contains("a.log.zst: is damaged: " + fault);
        assertThat(result.status).isEqualTo(5);
    }

    @Test
    void readsQuickFixJLog() throws Exception {
        SessionSettings settings = new SessionSettings();
        settings.setString("FileLogPath", folder.resolve("log").toString());
        settings.setString("FileIncludeMilliseconds", "Y");
        settings.setString("FileIncludeTimeStampForMessages", "Y");
        SessionID session = new SessionID("FIX.4.4", "BANK", "EBS");
        Log log = new FileLogFactory(settings).create(session);
        log.onOutgoing(fix("V", 2, "BANK", "EBS", "20140502-12:30:00.000", "262=r|146=1|55=EUR/USD|"));
        log.onIncoming(price("W", 2, "EBS", "55=EUR/USD|" + TWO_SIDES));
        log.onIncoming(price("W", 3, "EBS", "55=EUR/USD|" + TWO_SIDES.replace("1.1", "1.15")));
        ((java.io.Closeable) log).close();
        Import result = Import.of(folder, "./log/FIX.4.4-BANK-EBS.messages.log", "--sending-time");
        assertThat(result.quotes())
                .as(result.complaints)
                .containsExactly(
                        time("000000001") + "EUR/USD@EBS 1.1/1.2 1000000x2000000",
                        time("000000002") + "EUR/USD@EBS 1.15/1.2 1000000x2000000");
    }

    @Test
    void shortensLongVenueNames() throws IOException {
        TestCapture capture = new TestCapture();
        new Connection(capture, 50_001).prices(MS, price("W", 2, "PRICES-OF-LONDON-1", "55=EURUSD|" + TWO_SIDES));
        new Connection(capture, 50_002).prices(MS, price("W", 2, "PRICES-OF-LONDON-2", "55=EURUSD|" + TWO_SIDES));
        assertThat(imported(capture).complaints)
                .contains("note: PRICES-OF-LONDON-1 is the venue PRICES-OF-LONDON: ")
                .contains("note: PRICES-OF-LONDON-2 is the venue PRICES-OF-LOND~2: ");
    }
}
