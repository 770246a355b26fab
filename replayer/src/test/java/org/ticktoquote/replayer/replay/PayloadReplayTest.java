package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.replayer.TestPayloads;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.feed.FeedListener;
import org.ticktoquote.replayer.feed.Feeds;
import org.ticktoquote.replayer.recording.Recording;

/** Replays payloads to a socket with a simulated clock. */
class PayloadReplayTest extends ReplayFixture {
    private static final long MS = 1_000_000;
    private static final long T0_NS = 1_000_000_000L;

    private final ManualTime time = new ManualTime(0);
    private DatagramSocket receiver;
    private DatagramSocket other;

    @BeforeEach
    void bind() throws IOException {
        receiver = bound();
        other = bound();
    }

    private static DatagramSocket bound() throws IOException {
        DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        socket.setSoTimeout(5_000);
        return socket;
    }

    @AfterEach
    void close() {
        receiver.close();
        other.close();
    }

    private Recording payloads(String declaration, int count, IntFunction<byte[]> bytes, IntToLongFunction ticks) {
        return TestPayloads.of(folder, declaration, count, 1, i -> i * MS, bytes, ticks);
    }

    private Pacer pacer(Recording recording, String lines) {
        resources.add(recording);
        String uri = "payload+udp://127.0.0.1:" + receiver.getLocalPort() + lines;
        Feeds.BUILT_IN.requireFit(uri, recording);
        Feed feed = resources.add(Feeds.BUILT_IN.open(uri, FeedListener.NONE));
        return new Pacer(recording, List.of(journaled(feed, "ticks.journal", recording.count())), time, time);
    }

    private List<Line> replay(Recording recording, String lines) {
        Pacer pacer = pacer(recording, lines);
        pacer.open(77, 1);
        pacer.play(TickSequence.measured(recording, new Window(0, recording.count()), T0_NS, Speed.REAL), () -> false);
        pacer.end();
        return linesOf("ticks.journal");
    }

    private static ByteBuffer received(DatagramSocket from) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[100], 100);
        from.receive(packet);
        return ByteBuffer.wrap(packet.getData(), 0, packet.getLength()).slice();
    }

    /** Payloads 0 and 3 have no tick. Payload 2 has three, which share its departure. */
    @Test
    void sendsUnchangedPayloadsAtTheirIntervals() throws IOException {
        IntToLongFunction ticks = i -> i == 0 || i == 3 ? 0 : i == 2 ? 3 : 1;
        List<Line> lines = replay(payloads(TestPayloads.declaration(""), 6, i -> new byte[] {(byte) i, 7}, ticks), "");
        for (int i = 0; i < 6; i++) {
            assertThat(received(receiver)).isEqualTo(ByteBuffer.wrap(new byte[] {(byte) i, 7}));
        }
        assertThat(lines)
                .extracting(Line::intendedNs)
                .containsExactly(T0_NS, T0_NS + MS, T0_NS + MS, T0_NS + MS, T0_NS + 3 * MS, T0_NS + 4 * MS);
        assertThat(lines).allSatisfy(line -> assertThat(line.lagNs()).isZero());
    }

    @Test
    void eachLineHasItsOwnAddressAndNumbers() throws IOException {
        String declaration = """
                lines: {A: {to: '239.1.1.1:5001', instrument: EUR/USD}, B: {to: '239.1.1.2:5001', instrument: EUR/USD}}
                sequence: {at: 0, bytes: 2, step: {at: 2, bytes: 1}}
                rewrite: [{write: sequence, at: 0, bytes: 2, order: little, plus: 100}]
                """;
        Recording recording =
                TestPayloads.of(folder, declaration, 6, 2, i -> i * MS, i -> new byte[] {0, 0, (byte) (1 + i)}, i -> 1);
        replay(recording, "?lines=B@127.0.0.1:" + other.getLocalPort());
        List<Integer> first = new ArrayList<>();
        List<Integer> second = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            first.add((int) received(receiver).order(ByteOrder.LITTLE_ENDIAN).getShort());
            second.add((int) received(other).order(ByteOrder.LITTLE_ENDIAN).getShort());
        }
        assertThat(first).containsExactly(101, 102, 105);
        assertThat(second).containsExactly(101, 103, 107);
    }

    private static final String NUMBERED = """
            lines: {A: {to: '239.1.1.1:5001', instrument: EUR/USD}}
            sequence: {at: 0, bytes: 2}
            rewrite: [{write: sequence, at: 0, bytes: 2}]
            """;

    /** Payloads without ticks are numbered, too, so that a receiver finds no gap. */
    @Test
    void numbersIncreaseByOneOverAllPayloads() throws IOException {
        IntToLongFunction ticks = i -> i == 0 || i == 3 || i == 4 || i == 7 ? 0 : 1;
        replay(payloads(NUMBERED, 9, i -> new byte[] {0, 0, (byte) i}, ticks), "");
        for (int i = 0; i < 9; i++) {
            assertThat(received(receiver)).isEqualTo(ByteBuffer.wrap(new byte[] {0, (byte) (i + 1), (byte) i}));
        }
    }

    @Test
    void payloadTooShortForANumberUsesNone() throws IOException {
        replay(payloads(NUMBERED, 3, i -> i == 1 ? new byte[] {7} : new byte[] {0, 0, (byte) i}, i -> 1), "");
        assertThat(received(receiver)).isEqualTo(ByteBuffer.wrap(new byte[] {0, 1, 0}));
        assertThat(received(receiver)).isEqualTo(ByteBuffer.wrap(new byte[] {7}));
        assertThat(received(receiver)).isEqualTo(ByteBuffer.wrap(new byte[] {0, 2, 2}));
    }

    /** The warm-up ends with a prepared tick that is not sent. */
    @Test
    void unsentPayloadLeavesNoGapInTheNumbers() throws IOException {
        Recording recording = payloads(NUMBERED, 6, i -> new byte[] {0, 0, (byte) i}, i -> 1);
        Pacer pacer = pacer(recording, "");
        pacer.open(77, 1);
        TickSequence ticks = TickSequence.measured(recording, new Window(0, 6), T0_NS, Speed.REAL);
        pacer.play(ticks, () -> time.nanoTime() >= T0_NS + 2 * MS);
        pacer.open(78, 1);
        pacer.play(TickSequence.measured(recording, new Window(0, 3), 2 * T0_NS, Speed.REAL), () -> false);
        for (int number = 1; number <= 5; number++) {
            assertThat(received(receiver).getShort()).isEqualTo((short) number);
        }
    }

    @Test
    void rewritesDeclaredNumbersTimesAndChecksums() throws IOException {
        String declaration = TestPayloads.declaration("""
                rewrite:
                  - {write: tick, at: 1, bytes: 6}
                  - {write: session, at: 7, bytes: 2, order: little}
                  - {write: venue-time, at: 9, bytes: 6, unit: us, epoch: midnight}
                  - {write: sent, at: 15, bytes: 4, unit: s, epoch: '2000-01-01T00:00:00Z'}
                  - {write: intended, at: 19, bytes: 8, unit: ms}
                  - {write: sum, at: 27, bytes: 1, from: 0, to: 27}
                  - {write: internet, at: 28, bytes: 2, from: 0, to: 28}
                  - {write: crc-32, at: -4, bytes: 4, order: little, to: -4}
                  - {write: tick, at: 0, bytes: 8, if: {at: 0, bytes: 1, is: 9}}
                """);
        long beforeS = Instant.now().getEpochSecond();
        replay(payloads(declaration, 2, i -> new byte[40], i -> 1), "");
        for (int i = 0; i < 2; i++) {
            ByteBuffer bytes = received(receiver);
            assertThat(bytes.getLong(0)).isEqualTo((i + 1L) << 8 | 77);
            assertThat(bytes.order(ByteOrder.LITTLE_ENDIAN).getShort(7)).isEqualTo((short) 77);
            bytes.order(ByteOrder.BIG_ENDIAN);
            assertThat(bytes.getLong(7) & 0xFFFF_FFFF_FFFFL)
                    .isEqualTo(TestRecording.BEGIN_NS / 1_000 % TimeUnit.DAYS.toMicros(1) + i * 1_000);
            long sentS =
                    bytes.getInt(15) + Instant.parse("2000-01-01T00:00:00Z").getEpochSecond();
            assertThat(sentS).isBetween(beforeS, Instant.now().getEpochSecond());
            assertThat(bytes.getLong(19)).isPositive();
            assertThat(bytes.get(27)).isEqualTo((byte) sum(bytes, 27));
            assertThat(internet(bytes, 30)).isEqualTo(0xFFFF);
            CRC32 crc = new CRC32();
            crc.update(bytes.slice(0, 36));
            assertThat(bytes.order(ByteOrder.LITTLE_ENDIAN).getInt(36)).isEqualTo((int) crc.getValue());
        }
    }

    private static long sum(ByteBuffer bytes, int length) {
        long sum = 0;
        for (int i = 0; i < length; i++) {
            sum += bytes.get(i) & 0xFF;
        }
        return sum;
    }

    /** Returns the sum of all words including the checksum, as a receiver checks it. */
    private static int internet(ByteBuffer bytes, int length) {
        long sum = 0;
        for (int i = 0; i < length; i += 2) {
            sum += bytes.getShort(i) & 0xFFFF;
        }
        while (sum > 0xFFFF) {
            sum = (sum & 0xFFFF) + (sum >>> 16);
        }
        return (int) sum;
    }

    @Test
    void refusesRecordingThatDoesNotMatchTheFeed() {
        Recording quotes = resources.add(TestRecording.of(folder, TestRecording.quotes(3, i -> i)));
        Recording payloads = resources.add(payloads(TestPayloads.declaration(""), 1, i -> new byte[1], i -> 1));
        String feed = "udp://127.0.0.1:40001";
        assertMisfit(
                "payload+" + feed, quotes, "test.t2q has no payloads, expected a recording of t2q import --payload");
        assertMisfit(feed, payloads, "payloads.t2q has payloads that are not decoded, and no prices");
        assertMisfit("payload+" + feed + "?lines=C@127.0.0.1:40002", payloads, "has no line 'C': expected some of A");
    }

    private static void assertMisfit(String uri, Recording recording, String message) {
        assertThatThrownBy(() -> Feeds.BUILT_IN.requireFit(uri, recording))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining(message);
    }
}
