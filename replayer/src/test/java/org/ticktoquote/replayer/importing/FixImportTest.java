package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.replayer.TestCapture;
import org.ticktoquote.replayer.TestRecording;

/** Tests the import of FIX market data from captures and logs. */
class FixImportTest {
    private static final long MS = 1_000_000;
    static final String TWO_SIDES = "268=2|269=0|270=1.1|271=1000000|269=1|270=1.2|271=2000000|";

    @TempDir
    private Path folder;

    static String fix(String type, int sequence, String from, String to, String sent, String fields) {
        String head = "35=" + type + "|34=" + sequence + "|49=" + from + "|52=" + sent + "|56=" + to + "|";
        return new String(Fix.message(head + fields), StandardCharsets.ISO_8859_1);
    }

    static String price(String type, int sequence, String venue, String fields) {
        return fix(type, sequence, venue, "BANK", "20140502-12:30:00.000", fields);
    }

    static String quote(String symbol, String bid, String ask) {
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

    private Import imported(String file, String... options) {
        return Import.of(folder, file + " " + String.join(" ", options));
    }

    static String time(String fraction) {
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
    void refusesCaptureWithoutPricesOrWithoutTheSender() throws IOException {
        Import result =
                imported(new TestCapture().datagram(0, 1, 5001, new byte[9]).datagram(1, 1, 5001, new byte[9]));
        assertThat(result.status).isEqualTo(5);
        assertThat(result.complaints)
                .contains("no price source sends FIX market data (35=W, X, S, i)")
                .contains("--payload FILE, which takes its 2 UDP datagrams");
        assertThat(result.left()).containsExactly("a.pcap");

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
    void shortensLongVenueNames() throws IOException {
        TestCapture capture = new TestCapture();
        new Connection(capture, 50_001).prices(MS, price("W", 2, "PRICES-OF-LONDON-1", "55=EURUSD|" + TWO_SIDES));
        new Connection(capture, 50_002).prices(MS, price("W", 2, "PRICES-OF-LONDON-2", "55=EURUSD|" + TWO_SIDES));
        assertThat(imported(capture).complaints)
                .contains("note: PRICES-OF-LONDON-1 is the venue PRICES-OF-LONDON: ")
                .contains("note: PRICES-OF-LONDON-2 is the venue PRICES-OF-LOND~2: ");
    }
}
