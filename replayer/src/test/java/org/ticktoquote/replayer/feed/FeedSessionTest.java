package org.ticktoquote.replayer.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Durations.ONE_MINUTE;

import java.net.NetworkInterface;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.feed.FeedMessage.Packet;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;

/** Tests what applications receive over each transport. */
final class FeedSessionTest {
    private static final int TICKS = 300;
    private static final long SESSION = 77;
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

    private static SessionOpening opening(long firstTickId) {
        return new SessionOpening(SESSION, firstTickId, TestRecording.INSTRUMENTS, TestRecording.VENUES);
    }

    private boolean send(Feed feed, int index) {
        feed.prepare(recording.buffer(index), recording.offset(index), index + 1, recording.venueTimeNs(index));
        return feed.send();
    }

    private void session(Feed feed) {
        feed.open(opening(1));
        for (int i = 0; i < TICKS; i++) {
            assertThat(send(feed, i)).isTrue();
        }
        feed.heartbeat(TICKS + 1);
        feed.end(TICKS);
    }

    private static List<FeedMessage> expectedSession() {
        List<FeedMessage> expected = new ArrayList<>(expectedOpening(1));
        IntStream.range(0, TICKS).forEach(i -> expected.add(tick(i)));
        expected.add(new FeedMessage.Alive(TICKS + 1));
        expected.add(new FeedMessage.End(SESSION, TICKS));
        return expected;
    }

    private static List<FeedMessage> expectedOpening(long firstTickId) {
        return List.of(
                new FeedMessage.Start(SESSION, firstTickId),
                new FeedMessage.InstrumentIs(TestRecording.INSTRUMENTS.get(0)),
                new FeedMessage.InstrumentIs(TestRecording.INSTRUMENTS.get(1)),
                new FeedMessage.VenueIs(0, "ALPHA"),
                new FeedMessage.VenueIs(1, "BETA"));
    }

    private static FeedMessage tick(int index) {
        RecordedQuote quote = QUOTES.get(index);
        return new FeedMessage.Tick(index + 1, quote, (quote.hasBid() ? 1 : 0) + (quote.hasAsk() ? 2 : 0));
    }

    @Test
    void carriesASessionOverUdpAndItsEndThreeTimes() throws Exception {
        try (UdpReceiver receiver = UdpReceiver.unicast();
                Feed feed = Feeds.BUILT_IN.open("udp://127.0.0.1:" + receiver.port(), FeedListener.NONE)) {
            session(feed);
            Awaitility.await()
                    .atMost(ONE_MINUTE)
                    .untilAsserted(() -> assertThat(receiver.until(UdpReceiver::isEnd))
                            .filteredOn(UdpReceiver::isEnd)
                            .hasSize(3));
            assertThatAllArrivedInOrder(receiver.until(UdpReceiver::isEnd));
            assertThat(feed.facts().get("sendBufferBytes")).isPositive();
        }
    }

    @Test
    void carriesASessionOverMulticast() throws Exception {
        NetworkInterface loopback = NetworkInterface.getByName("lo");
        assumeThat(loopback).as("a loopback interface named lo").isNotNull();
        try (UdpReceiver receiver = UdpReceiver.multicast("239.255.74.2", loopback);
                Feed feed = Feeds.BUILT_IN.open(
                        "udp://239.255.74.2:" + receiver.port() + "?interface=lo&ttl=0", FeedListener.NONE)) {
            session(feed);
            assertThatAllArrivedInOrder(receiver.until(UdpReceiver::isEnd));
        }
    }

    private static void assertThatAllArrivedInOrder(List<Packet> packets) {
        List<FeedMessage> messages = packets.stream()
                .flatMap(each -> each.messages().stream())
                .distinct()
                .toList();
        assertThat(messages).isEqualTo(expectedSession());
        long next = 1;
        for (Packet packet : packets) {
            assertThat(packet.session()).isEqualTo(SESSION);
            assertThat(packet.sequence()).as("no gap").isEqualTo(next);
            next += packet.count();
        }
        assertThat(next).isEqualTo(TICKS + 1);
    }

    @Test
    void splitsManyDefinitionsOverDatagramsThatFitIntoAFrame() throws Exception {
        List<Instrument> many = IntStream.range(0, 100)
                .mapToObj(i -> new Instrument(i, "PAIR-" + i, 1, 1))
                .toList();
        try (UdpReceiver receiver = UdpReceiver.unicast();
                Feed feed = Feeds.BUILT_IN.open("udp://127.0.0.1:" + receiver.port(), FeedListener.NONE)) {
            feed.open(new SessionOpening(SESSION, 1, many, TestRecording.VENUES));
            feed.end(0);
            assertThat(receiver.until(UdpReceiver::isEnd).stream()
                            .flatMap(each -> each.messages().stream())
                            .filter(FeedMessage.InstrumentIs.class::isInstance))
                    .isEqualTo(many.stream().map(FeedMessage.InstrumentIs::new).toList());
        }
    }

    @Test
    void carriesASessionToEveryApplicationOverTcp() throws Exception {
        try (Feed feed = Feeds.BUILT_IN.open("tcp://127.0.0.1:0", FeedListener.NONE);
                TcpReceiver first = new TcpReceiver(feed.address());
                TcpReceiver second = new TcpReceiver(feed.address())) {
            Awaitility.await().atMost(ONE_MINUTE).until(() -> feed.facts().get("connections") == 2);
            session(feed);
            assertThat(first.until(FeedMessage.End.class::isInstance)).isEqualTo(expectedSession());
            assertThat(second.until(FeedMessage.End.class::isInstance)).isEqualTo(expectedSession());
        }
    }

    @Test
    void letsApplicationJoinRunningTcpSession() throws Exception {
        try (Feed feed = Feeds.BUILT_IN.open("tcp://127.0.0.1:0", FeedListener.NONE);
                TcpReceiver first = new TcpReceiver(feed.address())) {
            Awaitility.await().atMost(ONE_MINUTE).until(feed::connected);
            feed.open(opening(1));
            send(feed, 0);
            try (TcpReceiver late = new TcpReceiver(feed.address())) {
                Awaitility.await().atMost(ONE_MINUTE).until(() -> feed.facts().get("connections") == 2);
                send(feed, 1);
                List<FeedMessage> joined = new ArrayList<>(expectedOpening(2));
                joined.add(tick(1));
                assertThat(late.until(FeedMessage.Tick.class::isInstance)).isEqualTo(joined);
            }
            first.until(FeedMessage.Tick.class::isInstance);
            assertThat(first.next()).isEqualTo(tick(1));
        }
    }

    @Test
    void sendsQuoteWithGivenIdAndTime() throws Exception {
        try (UdpReceiver receiver = UdpReceiver.unicast();
                Feed feed = Feeds.BUILT_IN.open("udp://127.0.0.1:" + receiver.port(), FeedListener.NONE)) {
            feed.open(opening(501));
            feed.prepare(recording.buffer(0), recording.offset(0), 501, 123_456_789);
            feed.send();
            feed.end(501);
            assertThat(receiver.until(UdpReceiver::isEnd)).element(1).satisfies(packet -> {
                assertThat(packet.sequence()).isEqualTo(501);
                assertThat(packet.messages()).singleElement().satisfies(message -> {
                    assertThat(((FeedMessage.Tick) message).tickId()).isEqualTo(501);
                    assertThat(((FeedMessage.Tick) message).quote().venueTimeNs())
                            .isEqualTo(123_456_789);
                });
            });
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "udp://127.0.0.1",
                "udp://127.0.0.1:0",
                "udp://127.0.0.1:4000?colour=red",
                "udp://239.1.1.1:4000?interface=no-such-interface",
                "udp://127.0.0.1:4000?interface=lo",
                "udp://127.0.0.1:4000?ttl=1",
                "payload+udp://127.0.0.1:4000?ttl=1&lines=B@127.0.0.1:4001",
                "payload+udp://127.0.0.1:4000?ttl=256&lines=B@239.1.1.1:4001",
                "udp://127.0.0.1:4000?send-buffer=many",
                "tcp://127.0.0.1:99999",
                "pigeon://127.0.0.1:4000",
                "no uri",
                "127.0.0.1:4000"
            })
    void refusesInvalidUri(String uri) {
        assertThatThrownBy(() -> Feeds.BUILT_IN.open(uri, FeedListener.NONE))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining(uri)
                .hasMessageStartingWith("--feed");
    }
}
