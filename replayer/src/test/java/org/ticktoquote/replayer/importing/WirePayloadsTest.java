package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.replayer.TestCapture;
import org.ticktoquote.replayer.feed.PayloadDecoder;
import org.ticktoquote.replayer.feed.QuoteSink;
import org.ticktoquote.replayer.payload.PayloadDeclaration;
import org.ticktoquote.wire.message.PayloadTickReader;
import org.ticktoquote.wire.run.CaptureTraffic;
import org.ticktoquote.wire.run.WirePlan;
import org.ticktoquote.wire.run.WireRun;

/** Captures a binary venue protocol and FIX quotes. A payload has a number, its step, and bids by instrument. */
class WirePayloadsTest {
    private static final long MS = 1_000_000;
    /** Run time of the first frame. */
    private static final long HOUR = 3_600_000_000_000L;

    private static final String LINES = """
            lines: {A: {to: [239.1.1.1:5001, 239.1.1.2:5001], venue: EBS}, B: {to: '239.1.1.9:5002'}}
            """;
    private static final String NUMBERED = LINES + "sequence: {at: 0, bytes: 8, step: {at: 8, bytes: 1}}\n";

    @TempDir
    private Path folder;

    private final TestCapture capture = new TestCapture();
    private int sent = 1;

    private static final class Decoder implements PayloadDecoder {
        @Override
        public String protocol() {
            return "test";
        }

        @Override
        public void decode(String line, DirectBuffer payload, int length, QuoteSink sink) {
            sink.instrument("EUR/USD", 2 * MS, MS);
            for (int at = 9; at < length; at += 2) {
                String symbol = payload.getByte(at) == 0 ? "EUR/USD" : "USD/JPY";
                sink.quote(symbol, line.equals("A") ? "EBS" : "B", payload.getByte(at + 1), Price.NONE, 7, 0);
            }
        }
    }

    private static byte[] payload(long number, int step, int... instrumentsAndBids) {
        ByteBuffer payload = ByteBuffer.allocate(9 + instrumentsAndBids.length)
                .putLong(number)
                .put((byte) step);
        for (int each : instrumentsAndBids) {
            payload.put((byte) each);
        }
        return payload.array();
    }

    /** Adds a price of the application that echoes a tick id. */
    private void price(long timeNs, int sequence, String symbol, long id) {
        byte[] bytes = Fix.message("35=W|34=" + sequence + "|49=PRICING|52=20261127-12:00:00.000|56=CLIENT|55=" + symbol
                + "|299=" + id + "|268=1|269=0|270=1.1|271=1000000|");
        capture.segment(timeNs, 9876, 50_001, sent, 0x10, bytes);
        sent += bytes.length;
    }

    private RunManifest made(String text, boolean decoded) throws IOException {
        PayloadDeclaration declaration = PayloadDeclaration.parse("payloads.yaml", text);
        PayloadInput input = new PayloadInput(
                List.of(),
                text,
                declaration,
                () -> decoded
                        ? new QuoteSource.Decoded(new Decoder(), declaration, System::nanoTime)
                        : QuoteSource.declared(declaration));
        PayloadTickReader.Declared declared = new WirePayloads.Ticks(input);
        WirePlan plan = new WirePlan(
                new RunDirectory(Files.createDirectories(folder.resolve("run"))),
                Matching.byId(299, "decimal").with(Matching.UNDECLARED));
        plan.payloads = Optional.of(declared);
        CaptureTraffic traffic = new CaptureTraffic(List.of(capture.in(folder, "a.pcap")), Optional.empty());
        try (Progress progress = Progress.onStandardError()) {
            return new WireRun(plan, traffic, progress, () -> false).make();
        }
    }

    private List<String> ticks(RunManifest manifest) {
        List<String> all = new ArrayList<>();
        try (JournalReader reader =
                JournalReader.open(folder.resolve("run/ticks.journal"), TickRecord.SCHEMA, manifest.identity())) {
            TickRecord tick = new TickRecord(reader.buffer(), 0);
            while (reader.next()) {
                tick.wrap(reader);
                all.add(tick.tickId() + " @" + (tick.sentNs() - HOUR) + " "
                        + manifest.recording()
                                .instruments()
                                .get(tick.instrumentId())
                                .symbol() + "@"
                        + manifest.recording().venues().get(tick.venueId())
                        + ((tick.sides() & TickRecord.BID) != 0 ? " " + tick.bid() + " x " + tick.bidQuantity() : "")
                        + ((tick.sides() & TickRecord.ASK) != 0 ? " ask" : ""));
            }
        }
        return all;
    }

    private List<String> quotes(RunManifest manifest) {
        List<String> all = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(
                new RunDirectory(folder.resolve("run")).quotes(0), SnapshotRecord.SCHEMA, manifest.identity())) {
            SnapshotRecord event = new SnapshotRecord(reader.buffer(), 0);
            while (reader.next()) {
                event.wrap(reader);
                if (event.kind() == SnapshotRecord.SNAPSHOT) {
                    all.add("@" + (event.receivedNs() - HOUR) + " tick " + event.tickId());
                }
            }
        }
        return all;
    }

    @Test
    void ticksAndQuotesHaveWireTimes() throws IOException {
        capture.datagram(0, 1, 5001, payload(4711, 1, 0, 10))
                .datagram(5, 2, 5001, payload(4711, 1, 0, 10)) // the copy
                .datagram(MS, 2, 5001, payload(4712, 2, 1, 20, 0, 30))
                .datagram(2 * MS, 1, 5001, payload(4712, 2, 1, 20, 0, 30))
                .datagram(3 * MS, 1, 5001, payload(4715, 1)) // 4714 is missing, and 4715 has no tick
                .datagram(4 * MS, 1, 5001, payload(4716, 1, 0, 40), 10)
                .datagram(5 * MS, 1, 5003, payload(4717, 1, 0, 50)) // undeclared address
                .datagram(
                        6 * MS, 1, 5001, payload(4716, 1, 1, 60, 0, 70)) // a number shared by two ticks identifies none
                .datagram(7 * MS, 9, 5002, payload(1, 1, 1, 80));
        price(MS + 100, 2, "EURUSD", 4711);
        price(MS + 200, 3, "EURUSD", 4713);
        price(MS + 201, 4, "USDJPY", 4712);
        price(6 * MS + 1, 5, "USDJPY", 4716);
        price(9 * MS, 6, "USDJPY", 1);

        RunManifest manifest = made(NUMBERED + "decoder: test\n", true);

        assertThat(ticks(manifest))
                .containsExactly(
                        "1 @0 EUR/USD@EBS 10 x 7",
                        "2 @1000000 USD/JPY@EBS 20 x 7",
                        "3 @1000000 EUR/USD@EBS 30 x 7",
                        "4 @6000000 USD/JPY@EBS 60 x 7",
                        "5 @6000000 EUR/USD@EBS 70 x 7",
                        "6 @7000000 USD/JPY@B 80 x 7");
        assertThat(quotes(manifest))
                .containsExactly(
                        "@1000100 tick 1", "@1000200 tick 3", "@1000201 tick 2", "@6000001 tick -1", "@9000000 tick 6");
        assertThat(manifest.recording().instruments())
                .extracting(each -> each.symbol() + " " + each.pip())
                .containsExactly("EUR/USD 2000000", "USD/JPY 10000000");
        assertThat(manifest.replay().feed()).isEqualTo("payload+udp://239.1.1.1:5001");
        assertThat(manifest.observed().host())
                .containsEntry("wire.ticksMissing", "1")
                .containsEntry("wire.ticksRepeated", "2")
                .containsEntry("wire.feedDamaged", "1")
                .containsEntry("wire.otherDatagrams", "1");
        assertThat(manifest.observed().disturbances()).containsEntry("capture-ticks-missing", 1.0);
    }

    @Test
    void numbersTicksWithoutSequenceAndOmitsPricesWithoutDecoder() throws IOException {
        capture.datagram(0, 9, 5002, payload(9, 1, 0)).datagram(MS, 9, 5002, payload(9, 1, 1));
        price(2 * MS, 2, "EURUSD", 1);
        String declaration = "lines: {B: {to: '239.1.1.9:5002', instrument: EUR/USD}}\n";

        RunManifest manifest = made(declaration, false);

        assertThat(ticks(manifest)).containsExactly("1 @0 EUR/USD@B", "2 @1000000 EUR/USD@B");
        assertThat(quotes(manifest)).containsExactly("@2000000 tick 1");
        assertThatThrownBy(() -> made(declaration.replace("5002", "5009"), false))
                .isInstanceOf(ProblemException.class)
                .hasMessageStartingWith("no valid datagram goes to an address of 'lines'");
    }
}
