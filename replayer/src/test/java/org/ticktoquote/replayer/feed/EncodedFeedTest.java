package org.ticktoquote.replayer.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Durations.ONE_MINUTE;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;

/** Tests sending messages of an encoder over each transport. */
class EncodedFeedTest {
    private static final int TICKS = 40;
    private static final int SILENT = 7;
    private static final List<RecordedQuote> QUOTES = TestRecording.quotes(TICKS, i -> i * 1_000L);

    @TempDir
    private Path folder;

    private Recording recording;

    @BeforeEach
    void open() {
        recording = TestRecording.of(folder, QUOTES);
    }

    @AfterEach
    void close() {
        recording.close();
    }

    /** Encodes every message as a line, except the tick with id {@link #SILENT}. */
    public static final class Lines implements TickEncoder {
        private final UnsafeBuffer line = new UnsafeBuffer(new byte[256]);

        @Override
        public String protocol() {
            return "lines";
        }

        @Override
        public int tick(FeedTick tick, MutableDirectBuffer to) {
            return tick.id() == SILENT ? 0 : to.putStringWithoutLengthAscii(0, text(tick) + "\n");
        }

        private static String text(FeedTick tick) {
            return "tick " + tick.id() + " " + tick.venueTimeNs() + " " + tick.instrument() + " " + tick.venue() + " "
                    + (tick.hasBid() ? tick.bid() + "x" + tick.bidQuantity() : "-") + " "
                    + (tick.hasAsk() ? tick.ask() + "x" + tick.askQuantity() : "-");
        }

        @Override
        public void opening(SessionOpening opening, MessageSink sink) {
            write("open " + opening.session(), sink);
            write("first " + opening.firstTickId(), sink);
        }

        @Override
        public void heartbeat(long nextTickId, MessageSink sink) {
            write("alive " + nextTickId, sink);
        }

        @Override
        public void end(long lastTickId, MessageSink sink) {
            write("end " + lastTickId, sink);
        }

        private void write(String text, MessageSink sink) {
            sink.accept(line, 0, line.putStringWithoutLengthAscii(0, text + "\n"));
        }
    }

    private static EncodedFeedProvider over(EncodedFeedProvider.Transport transport) {
        String protocol = GuardedEncoder.of(Lines::new, System::nanoTime).protocol();
        return EncodedFeedProvider.of(transport, protocol, Lines.class, Lines::new);
    }

    private void session(Feed feed, int from) {
        for (int i = from; i < TICKS; i++) {
            feed.prepare(recording.buffer(i), recording.offset(i), i + 1, recording.venueTimeNs(i));
            assertThat(feed.send()).isTrue();
        }
        feed.heartbeat(TICKS + 1);
        feed.end(TICKS);
    }

    private static SessionOpening opening() {
        return new SessionOpening(77, 1, TestRecording.INSTRUMENTS, TestRecording.VENUES);
    }

    private static List<String> expected() {
        List<String> expected = new ArrayList<>(List.of("open 77", "first 1"));
        for (int i = 0; i < TICKS; i++) {
            RecordedQuote quote = QUOTES.get(i);
            if (i + 1 != SILENT) {
                expected.add("tick " + (i + 1) + " " + quote.venueTimeNs() + " " + quote.instrumentId() + " "
                        + quote.venueId() + " " + side(quote.bid(), quote.bidQuantity()) + " "
                        + side(quote.ask(), quote.askQuantity()));
            }
        }
        expected.addAll(List.of("alive " + (TICKS + 1), "end " + TICKS));
        return expected;
    }

    private static String side(long price, long quantity) {
        return price == Price.NONE ? "-" : price + "x" + quantity;
    }

    @Test
    void sendsOneDatagramPerMessage() throws IOException {
        EncodedFeedProvider provider = over(EncodedFeedProvider.Transport.UDP);
        assertThat(provider.scheme()).isEqualTo("lines+udp");
        assertThat(provider.binding()).isEqualTo(FeedBinding.APPLICATION_UDP);
        try (DatagramSocket application = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            application.setSoTimeout(10_000);
            URI uri = URI.create("lines+udp://127.0.0.1:" + application.getLocalPort());
            provider.check(uri);
            try (Feed feed = provider.open(uri, FeedListener.NONE)) {
                assertThat(feed.address()).isEqualTo(uri.toString());
                assertThat(feed.facts()).containsOnlyKeys("sendBufferBytes");
                feed.open(opening());
                session(feed, 0);
                assertThat(lines(application, expected().size())).isEqualTo(expected());
            }
        }
    }

    private static List<String> lines(DatagramSocket application, int count) throws IOException {
        List<String> lines = new ArrayList<>();
        while (lines.size() < count) {
            DatagramPacket packet = new DatagramPacket(new byte[2048], 2048);
            application.receive(packet);
            lines.add(new String(packet.getData(), 0, packet.getLength(), StandardCharsets.US_ASCII).trim());
        }
        return lines;
    }

    @Test
    void newTcpConnectionReceivesTheOpening() throws IOException {
        EncodedFeedProvider provider = over(EncodedFeedProvider.Transport.TCP);
        assertThat(provider.binding()).isEqualTo(FeedBinding.REPLAYER);
        try (Feed feed = provider.open(URI.create("lines+tcp://127.0.0.1:0"), FeedListener.NONE)) {
            assertThat(feed.connected()).isFalse();
            int port = URI.create(feed.address()).getPort();
            try (Socket early = new Socket(InetAddress.getLoopbackAddress(), port)) {
                Awaitility.await().atMost(ONE_MINUTE).until(feed::connected);
                feed.open(opening());
                feed.prepare(recording.buffer(0), recording.offset(0), 1, recording.venueTimeNs(0));
                assertThat(feed.send()).isTrue();
                try (Socket newcomer = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    Awaitility.await()
                            .atMost(ONE_MINUTE)
                            .until(() -> feed.facts().equals(facts(2)));
                    session(feed, 1);
                    assertThat(lines(early)).isEqualTo(expected());
                    List<String> later = new ArrayList<>(List.of("open 77", "first 2"));
                    later.addAll(expected().subList(3, expected().size()));
                    assertThat(lines(newcomer)).isEqualTo(later);
                }
            }
        }
    }

    private static Map<String, Long> facts(long connections) {
        return Map.of("connections", connections, "blockedSends", 0L, "blockedNs", 0L);
    }

    private static List<String> lines(Socket application) throws IOException {
        application.setSoTimeout(10_000);
        BufferedReader in =
                new BufferedReader(new InputStreamReader(application.getInputStream(), StandardCharsets.US_ASCII));
        List<String> lines = new ArrayList<>();
        do {
            lines.add(in.readLine());
        } while (!lines.get(lines.size() - 1).startsWith("end"));
        return lines;
    }

    @Test
    void acceptsOnlyOptionsOfTheTransport() {
        assertThatThrownBy(() ->
                        over(EncodedFeedProvider.Transport.UDP).check(URI.create("lines+udp://127.0.0.1:1?colour=red")))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining(
                        "has the unknown option 'colour=red', expected NAME=VALUE with NAME one of interface");
        assertThatThrownBy(() -> over(EncodedFeedProvider.Transport.TCP).check(URI.create("lines+tcp://127.0.0.1")))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("expected lines+tcp://HOST:PORT");
    }
}
