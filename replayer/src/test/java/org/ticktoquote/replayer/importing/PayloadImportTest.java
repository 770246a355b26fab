package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.TestCapture;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.command.CommandLineParty;
import org.ticktoquote.replayer.recording.RecordedPayloads;
import org.ticktoquote.replayer.recording.Recording;

/** Uses payloads of a number (int32) and a type (int8): 0 is no tick, other values are instruments. */
class PayloadImportTest {
    private static final long MS = 1_000_000;
    private static final String ONE_LINE = """
            lines:
              A: {to: [239.1.1.1:5001, 239.1.1.2:5001], venue: EBS}
            sequence: {at: 0, bytes: 4}
            instrument: {at: 4, bytes: 1, names: {1: EUR/USD, 2: USD/JPY}}
            """;
    private static final String TWO_LINES = ONE_LINE.replace(
            "A: {to: [239.1.1.1:5001, 239.1.1.2:5001], venue: EBS}",
            "A: {to: '239.1.1.1:5001', venue: EBS}\n  B: {to: '239.1.1.2:5001'}");

    @TempDir
    private Path folder;

    private final CommandLineParty line = new CommandLineParty();

    private static byte[] payload(int number, int type) {
        return ByteBuffer.allocate(5).putInt(number).put((byte) type).array();
    }

    private String importing(TestCapture capture, String declaration, String options) throws IOException {
        Path yaml = Files.writeString(folder.resolve("payloads.yaml"), declaration);
        return "import " + capture.in(folder, "test.pcap") + " --payload " + yaml + " --out "
                + folder.resolve("out.t2q") + options;
    }

    /** Returns the output of an import that succeeds. */
    private String imported(TestCapture capture, String declaration, String options) throws IOException {
        return line.output(importing(capture, declaration, options));
    }

    private String imported(TestCapture capture, String declaration) throws IOException {
        return imported(capture, declaration, "");
    }

    /** Returns the messages of an import that ends with the status. */
    private String refused(int status, TestCapture capture, String declaration, String options) throws IOException {
        return line.refusal(status, importing(capture, declaration, options));
    }

    private Recording recording() {
        Recording recording = Recording.open(folder.resolve("out.t2q"));
        try {
            recording.verify();
            return recording;
        } catch (RuntimeException e) {
            recording.close();
            throw e;
        }
    }

    private static List<Long> sequences(Recording recording) {
        List<Long> sequences = new ArrayList<>();
        RecordedPayloads payloads = recording.payloads();
        for (long each = 0; each < payloads.count(); each++) {
            sequences.add(payloads.sequence(each));
        }
        return sequences;
    }

    /** Number 3 is on the second copy only, number 5 on neither. */
    private static TestCapture copies() {
        return new TestCapture()
                .datagram(0, 1, 5001, payload(1, 0))
                .datagram(100, 2, 5001, payload(1, 0))
                .datagram(2 * MS, 1, 5001, payload(2, 1))
                .datagram(2 * MS + 100, 2, 5001, payload(2, 1))
                .datagram(3 * MS, 2, 5001, payload(3, 2))
                .datagram(4 * MS, 1, 5001, payload(4, 1))
                .datagram(4 * MS, 9, 5001, payload(4, 1))
                .datagram(6 * MS, 1, 5001, payload(6, 0))
                .datagram(7 * MS, 2, 5001, payload(6, 0))
                .datagram(8 * MS, 1, 5001, payload(7, 2));
    }

    @Test
    void importsEachNumberOfRedundantCopiesOnce() throws IOException {
        assertThat(imported(copies(), ONE_LINE))
                .containsPattern("A +6 +4 +3 +1 +0\n")
                .contains("4 ticks imported, 0 outside");
        try (Recording recording = recording()) {
            assertThat(sequences(recording)).containsExactly(1L, 2L, 3L, 4L, 6L, 7L);
            assertThat(recording.count()).isEqualTo(4);
            assertThat(recording.priced()).isFalse();
            assertThat(recording.venues()).containsExactly("EBS");
            assertThat(recording.quote(1).hasBid()).isFalse();
            assertThat(recording.instruments().get(recording.quote(1).instrumentId()))
                    .extracting(Instrument::symbol)
                    .isEqualTo("USD/JPY");
            assertThat(recording.venueTimeNs(1)).isEqualTo(TestRecording.BEGIN_NS + 3 * MS);
            RecordedPayloads payloads = recording.payloads();
            assertThat(payloads.ticks(0)).isZero();
            assertThat(payloads.payloadOf(0)).isEqualTo(1);
            assertThat(payloads.payloadOf(3)).isEqualTo(5);
            assertThat(recording.payload(2).bytes()).isEqualTo(ByteBuffer.wrap(payload(3, 2)));
        }
    }

    /** Returns a payload of a number (int32) and the count of numbers it takes (int8). */
    private static byte[] stepping(int number, int step) {
        return ByteBuffer.allocate(5).putInt(number).put((byte) step).array();
    }

    @Test
    void importsPayloadsWithoutOwnNumberOncePerCopy() throws IOException {
        TestCapture capture = new TestCapture()
                .datagram(0, 1, 5001, stepping(1, 0))
                .datagram(10, 2, 5001, stepping(1, 0))
                .datagram(MS, 1, 5001, stepping(1, 2))
                .datagram(MS + 10, 2, 5001, stepping(1, 2))
                .datagram(2 * MS, 1, 5001, stepping(3, 0))
                .datagram(3 * MS, 1, 5001, stepping(3, 0))
                .datagram(3 * MS + 10, 2, 5001, stepping(3, 0))
                .datagram(3 * MS + 20, 2, 5001, stepping(3, 0))
                .datagram(4 * MS, 2, 5001, stepping(3, 1))
                .datagram(5 * MS, 1, 5001, stepping(3, 1))
                .datagram(6 * MS, 1, 5001, stepping(5, 1));
        String declaration = ONE_LINE.replace("bytes: 4}", "bytes: 4, step: {at: 4, bytes: 1}}");
        assertThat(imported(capture, declaration)).containsPattern("A +6 +3 +5 +1 +0\n");
        try (Recording recording = recording()) {
            assertThat(sequences(recording)).containsExactly(1L, 1L, 3L, 3L, 3L, 5L);
        }
    }

    @Test
    void keepsBothCopiesOfSeparateLines() throws IOException {
        assertThat(imported(copies(), TWO_LINES))
                .containsPattern("A +5 +3 +0 +2 +0\n")
                .containsPattern("B +4 +2 +0 +2 +0\n");
        try (Recording recording = recording()) {
            assertThat(recording.venues()).containsExactly("EBS", "B");
            assertThat(recording.payloads().line(1)).isEqualTo(1);
        }
    }

    @Test
    void keepsPayloadsBeforeTheFirstTickOfTheWindow() throws IOException {
        assertThat(imported(copies(), ONE_LINE, " --from 2026-11-06T13:30:00.0035Z"))
                .contains("2 ticks imported, 2 outside");
        try (Recording recording = recording()) {
            assertThat(sequences(recording)).containsExactly(1L, 4L, 6L, 7L);
        }
    }

    @Test
    void cutRecordingIsCompleteAndKeepsFirstPayloads() throws IOException {
        imported(copies(), ONE_LINE);
        Path cut = folder.resolve("cut.t2q");
        line.output("recording cut", folder.resolve("out.t2q"), "--from 13:30:00.0025 --out", cut);
        line.output("recording verify", cut);
        assertThat(line.output("recording show", cut)).isEqualTo("""
                tickId,time,instrument,venue,bid,ask,bidQuantity,askQuantity,line,sequence,payload
                ,2026-11-06T13:30:00Z,,,,,,,0,1,0000000100
                1,2026-11-06T13:30:00.003Z,USD/JPY,EBS,,,,,0,3,0000000302
                2,2026-11-06T13:30:00.004Z,EUR/USD,EBS,,,,,0,4,0000000401
                ,2026-11-06T13:30:00.006Z,,,,,,,0,6,0000000600
                3,2026-11-06T13:30:00.008Z,USD/JPY,EBS,,,,,0,7,0000000702
                """);
        assertThat(line.output("recording stats", cut))
                .contains("payloads: 5 on 1 line, 5 to 5 bytes; without a tick 2, with several 0")
                .contains("ticks have no prices");
        assertThat(line.refusal(2, "recording cut", cut, "--instruments EUR/USD --out", folder.resolve("two.t2q")))
                .contains("--instruments: a payload cannot be cut apart");
    }

    @Test
    void verifyDetectsAnyChangedByte() throws IOException {
        imported(copies(), ONE_LINE);
        Path file = folder.resolve("out.t2q");
        byte[] whole = Files.readAllBytes(file);
        for (int at = 0; at < whole.length; at++) {
            byte[] changed = whole.clone();
            changed[at] ^= 4;
            Files.write(file, changed);
            assertThatThrownBy(() -> recording().close()).as("byte %d", at).isInstanceOf(ProblemException.class);
        }
    }

    @Test
    void listsBadPayloadsAndSkipsThemOnRequest() throws IOException {
        String rewriting = ONE_LINE + "rewrite: [{write: sequence, at: 8, bytes: 4, if: {at: 4, bytes: 1, is: 2}}]\n";
        TestCapture capture = new TestCapture()
                .datagram(0, 1, 5001, payload(1, 1))
                .datagram(MS, 1, 5001, payload(2, 2))
                .datagram(2 * MS, 1, 5001, payload(3, 1), 4)
                .datagram(3 * MS, 1, 5001, new byte[0]);
        assertThat(refused(5, capture, rewriting, ""))
                .contains("test.pcap: byte 87: payload: '5 bytes', expected room for the rewritten fields")
                .contains("test.pcap: byte 150: payload: '1 bytes missing', expected a capture of whole packets")
                .contains("byte 212: payload: '0 bytes', expected 1 or more: an empty datagram cannot be replayed")
                .contains("out.t2q: is not written: bad payloads: 3, listed above; leave them out with --skip-bad");
        assertThat(folder.resolve("out.t2q")).doesNotExist();
        assertThat(imported(capture, rewriting, " --skip-bad"))
                .contains("1 tick imported, 0 outside the window, 3 bad payloads skipped");
    }

    @Test
    void listsAddressesOfCaptureWithoutDeclaredOnes() throws IOException {
        TestCapture capture = new TestCapture()
                .datagram(0, 7, 5001, payload(1, 1))
                .datagram(0, 7, 5001, payload(2, 1))
                .datagram(0, 8, 5002, payload(3, 1));
        assertThat(refused(5, capture, ONE_LINE, ""))
                .contains("no valid datagram goes to an address of 'lines', expected some of those that the captures"
                        + " have: 239.1.1.7:5001 (2),"
                        + " 239.1.1.8:5002 (1)");
    }

    /** Without the note the user could suspect a wrong capture. */
    @Test
    void reportsEncryptedFrames() throws IOException {
        TestCapture capture = new TestCapture().macsec(0).macsec(1).datagram(2, 7, 4789, payload(1, 1));
        assertThat(refused(5, capture, ONE_LINE, ""))
                .contains("test.pcap: 2 frames in MACsec, which are not decapsulated and not read")
                .contains("expected some of those that the captures have: 239.1.1.7:4789 (1)");
    }

    @Test
    void decapsulatesFramesOfRemoteMirror() throws IOException {
        TestCapture capture = new TestCapture().vxlan(0, 1, 5001, payload(1, 1)).vxlan(MS, 1, 5001, payload(2, 1));
        assertThat(imported(capture, ONE_LINE)).contains("2 ticks imported");
    }

    @Test
    void reportsNumbersRepeatedByOneAddress() throws IOException {
        TestCapture capture = new TestCapture()
                .datagram(0, 1, 5001, payload(1, 1))
                .datagram(MS, 1, 5001, payload(2, 1))
                .datagram(2 * MS, 2, 5001, payload(2, 1))
                .datagram(2_000 * MS, 1, 5001, payload(1, 2))
                .datagram(2_001 * MS, 1, 5001, payload(3, 2));
        assertThat(imported(capture, ONE_LINE)).contains("3 ticks imported");
        assertThat(line.complained())
                .contains("note: line A: 1 payload left out: their address had already sent these numbers. If the"
                        + " numbers restart there, import the parts separately (--from, --to)");
    }

    @Test
    void reportsUnnamedInstruments() throws IOException {
        TestCapture capture = new TestCapture()
                .datagram(0, 1, 5001, payload(1, 1))
                .datagram(MS, 1, 5001, payload(2, 77))
                .datagram(2 * MS, 1, 5001, payload(3, 77));
        imported(capture, ONE_LINE);
        assertThat(line.complained())
                .contains("note: 2 payloads have an instrument that 'names' does not list, and no tick: 77 (2)");
    }

    @Test
    void reportsAllErrorsOfADeclarationAtOnce() throws IOException {
        String declaration = """
                lines:
                  A: {to: [239.1.1.1:5001, here]}
                  B: {to: 239.1.1.1:5001, colour: red}
                instrument: {at: 4, bytes: 9, names: {x: EUR/USD}}
                rewrite:
                  - {write: tick, at: 0, bytes: 4, order: middle}
                  - {write: md5, at: 0, bytes: 4}
                  - {write: sent, at: -4, bytes: 8, unit: days}
                """;
        assertThat(refused(2, new TestCapture(), declaration, "")
                        .lines()
                        .map(each -> each.replaceAll(".*payloads.yaml:", "")))
                .containsExactly(
                        "2:11: to: '[...]', expected ADDRESS:PORT, as in 239.1.1.1:5001 or [ff15::1]:5001",
                        "3:11: to: '239.1.1.1:5001', expected addresses that no other line has",
                        "3:27: colour: unknown key, expected one of instrument, to, venue",
                        "4:28: bytes: '9', expected a whole number from 1 to 8",
                        "4:38: names: '{...}', expected symbols by number, as in {1: EUR/USD}",
                        "6:33: bytes: '4', expected 6 to 8: ticks of a warm-up have large numbers",
                        "6:43: order: 'middle', expected big or little",
                        "7:13: write: 'md5', expected one of sequence, tick, session, venue-time, intended, sent, crc-32,"
                                + " crc-32c, internet, sum",
                        "8:34: bytes: '8', expected at most 4: the number ends with the payload",
                        "8:43: unit: 'days', expected ns, us, ms or s");
    }

    @Test
    void refusesMissingSequenceUnknownDecoderAndOptionsOfTickFiles() throws IOException {
        assertThat(refused(2, new TestCapture(), ONE_LINE.replaceAll("sequence: .*\n", ""), ""))
                .contains(
                        "payloads.yaml:1:1: sequence: the key is missing, expected the position of the sequence number");

        String decoded = TWO_LINES.replaceAll("instrument: .*", "decoder: sbe");
        assertThat(refused(2, copies(), decoded, ""))
                .contains("payloads.yaml: decoder: 'sbe' is an unknown decoder, expected --plugin with a jar");

        assertThat(refused(2, copies(), ONE_LINE, " --zone UTC"))
                .contains("--zone: applies to tick files only, expected no --payload, or no --zone");
    }
}
