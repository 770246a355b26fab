package org.ticktoquote.wire.show;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ticktoquote.wire.FrameBytes.join;
import static org.ticktoquote.wire.show.ShownTraffic.prices;
import static org.ticktoquote.wire.show.ShownTraffic.snapshot;
import static org.ticktoquote.wire.show.ShownTraffic.stamped;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.wire.CaptureFiles;
import org.ticktoquote.wire.WirePacket;
import org.ticktoquote.wire.show.CaptureListing.Contents;
import org.ticktoquote.wire.show.CaptureListing.ListForm;

final class CaptureListingTest extends ListingFixture {
    private static final JsonMapper JSON = new JsonMapper();

    private CaptureListing listing(
            CaptureFiles file, Contents contents, List<String> streams, String from, String to, List<String> types) {
        return new CaptureListing(
                List.of(written(file)), Optional.empty(), contents, ListForm.CSV, streams, from, to, types);
    }

    private List<String> lines() {
        return out.toString().lines().toList();
    }

    /** Lines of JSON of one list. */
    private List<String> rows(String list) {
        return lines().stream()
                .filter(line -> line.startsWith("{\"list\":\"" + list + "\""))
                .toList();
    }

    @Test
    void listsStreamsWithCountsAndProtocols() {
        ShownTraffic traffic = prices();
        byte[] price = Fix.message(snapshot(4, "EUR/USD", "1.2", "1.3"));
        WirePacket first = traffic.next(false, price);
        WirePacket both = first.again().identification(500).payload(join(price, price));
        byte[] answer = WirePacket.udp("10.0.0.1:40001", "10.0.0.7:30000")
                .payload("thanks")
                .ethernet();
        traffic.frames.addAll(
                List.of(first.ethernet(), traffic.next(false, price).ethernet(), both.ethernet(), answer));

        assertThat(print(traffic.reopened().file(), Contents.STREAMS, ListForm.CSV))
                .isEqualTo(ExitStatus.OK);

        int sent = traffic.frames.stream()
                .filter(frame -> frame[14 + 15] == 1 && frame[14 + 9] == 6)
                .mapToInt(frame -> frame.length - 14 - 20 - 20)
                .sum();
        int fed = traffic.frames.stream()
                .filter(frame -> frame[14 + 9] == 17 && frame != answer)
                .mapToInt(frame -> frame.length - 14 - 20 - 8)
                .sum();
        assertThat(out.toString()).isEqualTo("""
                stream,from,to,packets,bytes,packetsBack,bytesBack,first,last,holes,missing,retransmissions,speaks,sender,target,\
                messages
                tcp:0,10.0.0.9:50000,10.0.0.1:9876,3,86,7,SENT,2026-11-18T09:46:40.000000000Z,2026-11-18T09:46:40.013000000Z,\
                0,0,1,FIX.4.4,BANK-1,PRICING,6
                tcp:1,10.0.0.9:50000,10.0.0.1:9876,1,0,0,0,2026-11-18T09:46:40.014000000Z,2026-11-18T09:46:40.014000000Z,\
                0,0,0,,,,0
                udp:0,10.0.0.7:30000,10.0.0.1:40001,3,FED,1,6,2026-11-18T09:46:40.006000000Z,2026-11-18T09:46:40.012000000Z,\
                0,0,0,feed,,,2
                """.replace("SENT", "" + sent).replace("FED", "" + fed));
        assertThat(remarks.toString())
                .startsWith(folder.resolve("made.pcapng") + ": fit")
                .contains("\nnote: 1 retransmission of TCP");
    }

    @Test
    void distinguishesHostsOfTwoNetworksWithTheSameInterfaceId() {
        String one = "[2001:db8:1::1]:5000";
        String other = "[2001:db8:2::1]:5000";
        ShownTraffic traffic = new ShownTraffic();
        traffic.frames.add(WirePacket.udp(one, other).payload("there").ethernet());
        traffic.frames.add(WirePacket.udp(other, one).payload("and back").ethernet());

        print(traffic.file(), Contents.STREAMS, ListForm.CSV);

        assertThat(lines().get(1)).startsWith("udp:0,[2001:db8:1:0:0:0:0:1]:5000,[2001:db8:2:0:0:0:0:1]:5000,1,5,1,8,");
    }

    @Test
    void listsMessagesWithTimesNumbersAndPrices() {
        assertThat(print(prices().file(), Contents.MESSAGES, ListForm.TEXT)).isEqualTo(ExitStatus.OK);

        String text = out.toString();
        assertThat(text)
                .startsWith(folder.resolve("made.pcapng")
                        + ": fit\n9 frames from 2026-11-18T09:46:40.000000000Z to 2026-11-18T09:46:40.008000000Z: 3 UDP, 6 TCP in 1"
                        + " connection; 2 ticks and 4 FIX messages\nnote: times: kernel: no switch stamps in"
                        + " the first 9 frames\n\n");
        assertThat(text.substring(text.indexOf("\n\n") + 2)).isEqualTo("""
                  frame  time                stream   sender        target        type    number  symbol    symbols         bid         ask
                      3  09:46:40.002000000  tcp:0    BANK-1        PRICING       A            1  -               -           -           -
                      4  09:46:40.003000000  tcp:0    PRICING       BANK-1        A            1  -               -           -           -
                      5  09:46:40.004000000  tcp:0    PRICING       BANK-1        W            2  EUR/USD         1        1.25        1.26
                      6  09:46:40.005000000  tcp:0    PRICING       BANK-1        W            3  USD/JPY         1       150.1       150.2
                      8  09:46:40.007000000  udp:0    venue 3       -             tick         1  EUR/USD         1        1.25           -
                      9  09:46:40.008000000  udp:0    venue 3       -             tick         2  EUR/USD         1        1.25      1.2501
                """);
    }

    @Test
    void listsPacketsWithSwitchTimeAndCaptureTime() {
        assertThat(print(stamped(ns -> ns + 1), Contents.PACKETS, ListForm.JSONL))
                .isEqualTo(ExitStatus.OK);

        assertThat(rows("packet")).hasSize(300);
        assertThat(rows("packet").get(1)).isEqualTo("""
                {"list":"packet","frame":2,"time":"2026-11-18T09:46:40.010000001Z","captured":"2026-11-18T09:46:40.010005000Z",\
                "stream":"tcp:0","from":"10.0.0.1:9876","to":"10.0.0.9:50000","bytes":0,"cut":0,"flags":"S.","sequence":70000,\
                "acknowledged":1001,"window":65535}""");
        assertThat(rows("packet").get(299))
                .contains("\"frame\":300,", "\"stream\":\"udp:0\"")
                .doesNotContain("flags");
    }

    @Test
    void packetsBelongToTheConnectionThatUsedTheirPortsAtTheTime() {
        ShownTraffic traffic = ShownTraffic.loggedOn();
        WirePacket other =
                WirePacket.tcp("10.0.0.8:50001", "10.0.0.1:9877").sequence(5).payload("hello");
        WirePacket reset = traffic.next(true, new byte[0]).flags(WirePacket.RST);
        traffic.frames.addAll(
                List.of(other.ethernet(), traffic.next(false, new byte[3]).ethernet(), reset.ethernet()));
        for (int i = 0; i < 3; i++) {
            traffic.frames.add(traffic.next(true, new byte[9])
                    .sequence(200_000_000 + 9 * i)
                    .ethernet());
        }
        traffic.frames.add(other.again().sequence(10).ethernet());

        print(traffic.reopened().file(), Contents.PACKETS, ListForm.CSV);

        assertThat(lines().stream().skip(4).map(line -> line.split(",", -1)[3]))
                .containsExactly(
                        "tcp:0", "tcp:1", "tcp:0", "tcp:0", "tcp:0", "tcp:0", "tcp:2", "tcp:1", "tcp:2", "tcp:3");
    }

    @Test
    void filtersRowsByStreamTimeAndType() {
        CaptureFiles file = prices().file();
        print(listing(file, Contents.MESSAGES, List.of("0"), "", "", List.of("W", "A")));
        print(listing(file, Contents.MESSAGES, List.of("udp:0"), "", "", List.of("W", "tick")));
        print(listing(file, Contents.MESSAGES, List.of(), "09:46:40.004", "2026-11-18T09:46:40.005Z", List.of()));
        List<String> both = List.of("tcp:0", "udp:0");
        print(listing(file, Contents.PACKETS, both, "09:46:40.005", "09:46:40.007", List.of()));
        print(listing(file, Contents.STREAMS, List.of(), "09:46:40.006", "", List.of()));

        assertThat(lines().stream().map(line -> line.split(",", 2)[0]))
                .containsExactly(
                        "frame", "3", "4", "5", "6", "frame", "8", "9", "frame", "5", "frame", "6", "7", "stream",
                        "udp:0");
    }

    @Test
    void countsThePairsOfAMessageAndShowsPricesOfTheFirst() {
        String head = ShownTraffic.head("X", 2, "PRICING", "BANK-1");
        ShownTraffic traffic = ShownTraffic.loggedOn()
                .application(
                        head
                                + "268=3|279=2|269=0|55=EUR/USD|270=1.1|279=0|269=0|55=EUR/USD|270=1.2|279=0|269=1|55=USD/JPY|270=9|")
                .application(
                        ShownTraffic.head("S", 3, "PRICING", "BANK-1") + "117=q|55=EUR/USD|48=EURUSD|132=1.3|133=1.4|");
        print(listing(traffic.file(), Contents.MESSAGES, List.of(), "", "", List.of("X", "S")));

        assertThat(lines().get(1)).endsWith(",X,2,EUR/USD,2,1.2,");
        assertThat(lines().get(2)).endsWith(",S,3,EUR/USD,1,1.3,1.4");
    }

    @Test
    void escapesTextOfACaptureForTerminalsAndParsers() throws IOException {
        CaptureFiles file = ShownTraffic.loggedOn()
                .application(snapshot(2, "\u001b[31m\"E\n,\u007f\u009b", "1", "2"))
                .file();
        print(file, Contents.MESSAGES, ListForm.JSONL);
        assertThat(out.toString()).matches("[ -~\n]*");
        assertThat(JSON.readTree(rows("message").get(2)).get("symbol").asText())
                .isEqualTo("\u001b[31m\"E\n,\u007f\u009b");
        print(file, Contents.MESSAGES, ListForm.TEXT);
        assertThat(out.toString()).contains(" \\x1b[31m\"E\\x0a,\\x7f\\x9b ");
        print(file, Contents.MESSAGES, ListForm.CSV);
        assertThat(out.toString()).contains(",\"\\x1b[31m\"\"E\\x0a,\\x7f\\x9b\",1,1,2");
    }

    @Test
    void listsADamagedFileUpToTheDamageAndThenRefusesIt() {
        CaptureFiles file = prices().file().block(6, 4, to -> to.putInt(0));

        assertThatThrownBy(() -> print(file, Contents.MESSAGES, ListForm.JSONL))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.BAD_INPUT))
                .hasMessageContaining("made.pcapng: byte ");

        assertThat(rows("message")).hasSize(6);
        assertThat(rows("fitness").get(0)).contains("\"verdict\":\"not fit\"");
        assertThat(rows("point").get(0)).contains("\"name\":\"damage\"");
    }

    @Test
    void listsATruncatedFileWithAReservation() throws IOException {
        byte[] whole = prices().file().toBytes();
        Path file = Files.write(folder.resolve("cut.pcapng"), Arrays.copyOf(whole, whole.length - 5));

        assertThat(print(file, Optional.empty(), Contents.STREAMS, ListForm.TEXT))
                .isEqualTo(ExitStatus.OK);

        assertThat(out.toString()).contains("\nreservation: " + file + " ends within the record at byte ");
    }

    @Test
    void stopsReadingWhenTheOutputPipeIsClosed() {
        ShownTraffic traffic = ShownTraffic.loggedOn();
        for (int i = 0; i < 2_000; i++) {
            traffic.client("35=0|");
        }
        int[] written = {0};
        OutputStream gone = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                written[0] += length;
                throw new IOException("Broken pipe");
            }
        };
        PrintWriter reader = TerminalText.writer(new PrintStream(gone, false, StandardCharsets.UTF_8));

        listing(traffic.file(), Contents.PACKETS, List.of(), "", "", List.of())
                .print(reader, new PrintWriter(remarks), Progress.onStandardError());

        assertThat(written[0]).as("of some 150,000 bytes").isBetween(1, 20_000);
    }

    @Test
    void refusesAStreamThatTheCaptureDoesNotHave() {
        CaptureFiles file = prices().file();

        assertThatThrownBy(() -> print(listing(file, Contents.MESSAGES, List.of("tcp:99"), "", "", List.of())))
                .hasMessageMatching(
                        "--stream: 'tcp:99', expected a stream of the capture, which has \\d of tcp and \\d of udp");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            udp ; '' ; '' ; --stream: 'udp', expected tcp:N, udp:N, or N for tcp:N, as in the list of streams
            0 ; T0 ; '' ; --from: 'T0' cannot be resolved: the recording has no announcement T0, expected a time of day, or a \
            recording imported with --announcement
            0 ; '' ; 25:00 ; --to: '25:00' is not a time, expected 12:30:00.250 or 2014-05-02T12:30:00Z
            """)
    void refusesInvalidOptions(String stream, String from, String to, String message) {
        CaptureFiles file = prices().file();

        assertThatThrownBy(() -> listing(file, Contents.PACKETS, List.of(stream), from, to, List.of()))
                .isInstanceOf(ProblemException.class)
                .hasMessage(message);
    }

    @Test
    void refusesToListPacketsOfAPipe() {
        assertThatThrownBy(() -> print(Path.of("-"), Optional.empty(), Contents.PACKETS, ListForm.TEXT))
                .hasMessage("'-', expected a file: packets and messages are listed when it is read a second time");
    }
}
