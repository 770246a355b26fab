package org.ticktoquote.wire.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.stream.RecordedStreams.Item;
import org.ticktoquote.wire.stream.RecordedStreams.Recorded;

/** Compares {@link Streams} with {@link PlainStreams} and with the sent bytes, in captures with every kind of disorder. */
final class StreamsAgainstPlainTest {
    private static final String PROOF = System.getProperty("t2q.proof", "");
    private static final int SEEDS = PROOF.isEmpty() ? 400 : PROOF.equals("full") ? 100_000 : 10_000;
    private static final StreamLimits LIMITS =
            new StreamLimits(10_000_000, 3_000_000_000L, 1_000_000, 4 << 20, 64 << 20, 1 << 20, 100);

    private final Packet packet = new Packet();

    private StreamCounts read(List<Segmented> capture, RecordedStreams recorded) {
        Streams streams = new Streams(recorded::opened, LIMITS);
        long number = 0;
        for (Segmented segment : capture) {
            segment.to(packet, ++number);
            streams.packet(packet);
        }
        streams.finish();
        assertThat(streams.waiting).isZero();
        return streams.counts;
    }

    private static void assertSame(int seed, RecordedStreams actual, RecordedStreams expected) {
        boolean same = actual.all.size() == expected.all.size();
        for (int i = 0; same && i < actual.all.size(); i++) {
            same = actual.all.get(i).isSame(expected.all.get(i));
        }
        if (!same) {
            String got = actual.all.toString();
            String want = expected.all.toString();
            int at = Arrays.mismatch(got.toCharArray(), want.toCharArray());
            fail("seed " + seed + ": '" + around(got, at) + "', expected '" + around(want, at) + "'");
        }
    }

    private static String around(String text, int at) {
        return text.substring(Math.max(0, Math.min(text.length(), at - 100)), Math.min(text.length(), at + 100));
    }

    @Test
    void agreesWithThePlainReassembler() {
        long holes = 0;
        long conflicts = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            List<Segmented> capture = new DisorderedCapture(seed, false).packets;
            RecordedStreams expected = new RecordedStreams();
            PlainStreams plain = new PlainStreams(expected::opened, LIMITS);
            plain.packets(capture);
            RecordedStreams actual = new RecordedStreams();
            StreamCounts counts = read(capture, actual);
            assertSame(seed, actual, expected);
            long[] counted = {
                counts.bytes,
                counts.retransmittedBytes,
                counts.conflictingBytes,
                counts.lateBytes,
                counts.keepAliveBytes
            };
            assertThat(counted)
                    .as("seed %d", seed)
                    .containsExactly(
                            plain.bytes,
                            plain.retransmittedBytes,
                            plain.conflictingBytes,
                            plain.lateBytes,
                            plain.keepAliveBytes);
            assertThat(counts.payloadBytes)
                    .as("seed %d", seed)
                    .isEqualTo(counts.bytes
                            + counts.cutBytes
                            + counts.retransmittedBytes
                            + counts.lateBytes
                            + counts.beforeBeginBytes
                            + counts.afterEndBytes
                            + counts.outsideBytes
                            + counts.keepAliveBytes);
            holes += counts.holes;
            conflicts += counts.conflicts;
        }
        assertThat(holes).isGreaterThan(SEEDS / 10);
        assertThat(conflicts).isGreaterThan(SEEDS / 50);
    }

    @Test
    void deliversTheSentBytesWithTheTimesOfTheirFirstTransmission() {
        long bytes = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            DisorderedCapture capture = new DisorderedCapture(seed, true);
            RecordedStreams recorded = new RecordedStreams();
            read(capture.packets, recorded);
            assertThat(recorded.all).as("seed %d", seed).hasSizeLessThanOrEqualTo(2);
            for (Recorded stream : recorded.all) {
                bytes += stream.items.size();
                assertSent(seed, capture, stream);
            }
        }
        assertThat(bytes).isGreaterThan(SEEDS * 100L);
    }

    private static void assertSent(int seed, DisorderedCapture capture, Recorded stream) {
        boolean client = stream.flow.from().getPort() == 40_000;
        byte[] sent = capture.sent[client ? 0 : 1];
        int first = capture.first[client ? 0 : 1];
        long[] numbers = new long[sent.length];
        long[] capturedNs = new long[sent.length];
        Arrays.fill(capturedNs, Long.MAX_VALUE);
        for (int i = capture.packets.size() - 1; i >= 0; i--) {
            Segmented segment = capture.packets.get(i);
            for (int at = 0; segment.client() == client && at < segment.wireLength(); at++) {
                int offset = segment.sequence() - first + at;
                numbers[offset] = i + 1;
                if (at < segment.data().length && segment.wireLength() > 1) {
                    capturedNs[offset] = segment.timeNs();
                }
            }
        }
        for (int i = 0; i < stream.items.size(); i++) {
            Item item = stream.items.get(i);
            if (item.value() >= 0) {
                long timeNs = capture.packets.get((int) numbers[i] - 1).timeNs();
                Item expected = new Item(sent[i] & 0xff, timeNs, numbers[i]);
                if (!item.equals(expected)) { // an assertion for every byte would take most of the time
                    assertThat(item).as("seed %d, byte %d", seed, i).isEqualTo(expected);
                }
            } else if (i < sent.length) {
                assertThat(capturedNs[i]).as("seed %d, byte %d", seed, i).isGreaterThanOrEqualTo(item.timeNs());
            } else {
                assertThat(i).as("seed %d: a FIN taken for a byte", seed).isEqualTo(sent.length);
            }
        }
    }
}
