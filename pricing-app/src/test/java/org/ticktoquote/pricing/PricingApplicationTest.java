package org.ticktoquote.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.FeedBytes;
import org.ticktoquote.pricing.truth.Decision;
import org.ticktoquote.pricing.truth.Fate;
import org.ticktoquote.pricing.truth.TruthQuoteRecord;
import org.ticktoquote.pricing.truth.TruthTickRecord;

/** The whole application between real sockets: market data in, QuickFIX/J clients out. */
class PricingApplicationTest {
    private static final Instrument EURUSD = new Instrument(0, "EUR/USD", 100_000, 10_000);
    private static final Instrument USDJPY = new Instrument(1, "USD/JPY", 10_000_000, 1_000_000);
    private static final String[] BOTH = {"EUR/USD", "USD/JPY"};
    private static final int TIERS = 5;

    @TempDir
    private Path truth;

    private static void send(DatagramSocket socket, int port, FeedBytes datagram) throws IOException {
        byte[] bytes = datagram.bytes();
        socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), port));
    }

    private static FeedBytes opening() {
        return FeedBytes.datagram(1, 1)
                .start(1, 1)
                .instrument(EURUSD)
                .instrument(USDJPY)
                .heartbeat(1);
    }

    private static FeedBytes quote(long tickId, String bid, String ask) {
        return FeedBytes.datagram(1, tickId).quote(tickId, 0, 0, tickId, bid, ask);
    }

    @ParameterizedTest
    @ValueSource(strings = {"FIX.4.2", "FIX.4.4", "FIXT.1.1"})
    void answersTicksOverUdpWithSnapshotsOfTheSessionsTier(String beginString) throws Exception {
        try (RunningApplication application =
                        new RunningApplication("--feed", "udp://127.0.0.1:0", "--begin-string", beginString);
                DatagramSocket feed = new DatagramSocket();
                TestClients clients = new TestClients(beginString, application.fixPort(), 2)) {
            clients.request(0, "early", "1", BOTH);
            send(feed, application.feedPort(), opening());
            send(feed, application.feedPort(), quote(1, "1.10000", "1.10002"));
            await().until(() -> clients.snapshots(0).size() == 1);
            clients.request(1, "late", "1", "EUR/USD");
            await().until(() -> clients.snapshots(1).size() == 1);
            send(feed, application.feedPort(), quote(2, "1.10001", "-"));
            await().until(() ->
                    clients.snapshots(0).size() == 2 && clients.snapshots(1).size() == 2);
            assertThat(clients.snapshots(0)).containsExactly("EUR/USD 1.1 1.10002 1", "EUR/USD 1.10001 1.10002 2");
            assertThat(clients.snapshots(1))
                    .as("tier 1: a tenth of a pip on both sides")
                    .containsExactly("EUR/USD 1.09999 1.10003 1", "EUR/USD 1.1 1.10003 2");
            assertThat(clients.received().get(0).text(262)).isEqualTo("early");
        }
    }

    @Test
    void joinsAMulticastGroup() throws Exception {
        String group = "239.77.88.99";
        try (RunningApplication application = new RunningApplication("--feed", "udp://" + group + ":0?interface=lo");
                TestClients clients = new TestClients("FIX.4.4", application.fixPort(), 1);
                MulticastSocket feed = new MulticastSocket()) {
            feed.setNetworkInterface(NetworkInterface.getByName("lo"));
            clients.request(0, "r", "1", "EUR/USD");
            for (FeedBytes datagram : List.of(opening(), quote(1, "1.10000", "1.10002"))) {
                byte[] bytes = datagram.bytes();
                InetAddress to = InetAddress.getByName(group);
                feed.send(new DatagramPacket(bytes, bytes.length, to, application.feedPort()));
            }
            await().until(() -> clients.snapshots(0).size() == 1);
        }
    }

    @Test
    void connectsToATcpFeedThatComesLaterAndAgainAfterABreak() throws Exception {
        int port;
        try (ServerSocket reserved = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = reserved.getLocalPort();
        }
        try (RunningApplication application = new RunningApplication("--feed", "tcp://127.0.0.1:" + port);
                TestClients clients = new TestClients("FIX.4.4", application.fixPort(), 1)) {
            clients.request(0, "r", "1", "EUR/USD");
            try (ServerSocket server = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                for (int session = 1; session <= 2; session++) {
                    int expected = session;
                    try (Socket socket = server.accept()) {
                        byte[] bytes = FeedBytes.stream()
                                .start(session, 1)
                                .instrument(EURUSD)
                                .quote(1, 0, 0, 1, "1.1000" + session, "1.1001")
                                .bytes();
                        OutputStream out = socket.getOutputStream();
                        out.write(bytes, 0, 50);
                        out.flush();
                        out.write(bytes, 50, bytes.length - 50);
                        out.flush();
                        await().until(() -> clients.snapshots(0).size() == expected);
                    }
                }
            }
            assertThat(clients.snapshots(0)).containsExactly("EUR/USD 1.10001 1.1001 1", "EUR/USD 1.10002 1.1001 1");
        }
    }

    @Test
    void stopsAfterAnUnsubscribeAndRefusesWhatItCannotServe() throws Exception {
        try (RunningApplication application = new RunningApplication("--feed", "udp://127.0.0.1:0");
                DatagramSocket feed = new DatagramSocket();
                TestClients clients = new TestClients("FIX.4.4", application.fixPort(), 2)) {
            send(feed, application.feedPort(), opening());
            send(feed, application.feedPort(), quote(1, "1.10000", "1.10002"));
            clients.request(0, "stays", "1", "EUR/USD");
            clients.request(1, "goes", "1", "EUR/USD");
            await().until(() ->
                    clients.snapshots(0).size() == 1 && clients.snapshots(1).size() == 1);
            clients.request(1, "goes", "2", "EUR/USD");
            clients.request(1, "once", "0", "EUR/USD");
            await().until(() -> clients.snapshots(1).size() == 2);
            send(feed, application.feedPort(), quote(2, "1.10001", "1.10002"));
            await().until(() -> clients.snapshots(0).size() == 2);
            clients.request(0, "bad", "1", "EUR/USD", "XAU/XAG");
            clients.request(0, "stays", "1", "EUR/USD");
            await().until(() -> clients.rejects().size() == 2);
            assertThat(clients.snapshots(1)).hasSize(2);
            assertThat(clients.rejects().get(0).text(262)).isEqualTo("bad");
            assertThat(clients.rejects().get(0).text(281)).isEqualTo("0");
            assertThat(clients.rejects().get(0).text(58)).contains("XAU/XAG").doesNotContain("EUR/USD");
            assertThat(clients.rejects().get(1).text(281)).isEqualTo("1");
        }
    }

    @Test
    void asksForANewSubscriptionAfterALogon() throws Exception {
        try (RunningApplication application = new RunningApplication("--feed", "udp://127.0.0.1:0");
                DatagramSocket feed = new DatagramSocket();
                TestClients clients = new TestClients("FIX.4.4", application.fixPort(), 2)) {
            send(feed, application.feedPort(), opening());
            clients.request(0, "a", "1", "EUR/USD");
            clients.request(1, "b", "1", "EUR/USD");
            send(feed, application.feedPort(), quote(1, "1.10000", "1.10002"));
            await().until(() ->
                    clients.snapshots(0).size() == 1 && clients.snapshots(1).size() == 1);
            clients.session(0).disconnect("test", false);
            await().atMost(20, TimeUnit.SECONDS).until(() -> !clients.allLoggedOn());
            await().atMost(20, TimeUnit.SECONDS).until(clients::allLoggedOn);
            send(feed, application.feedPort(), quote(2, "1.10001", "1.10002"));
            await().until(() -> clients.snapshots(1).size() == 2);
            assertThat(clients.snapshots(0)).hasSize(1);
            clients.request(0, "a", "1", "EUR/USD");
            await().until(() -> clients.snapshots(0).size() == 2);
            assertThat(clients.snapshots(0).get(1)).endsWith(" 2");
        }
    }

    /** One quote of the truth. */
    private record Out(long tickId, int session, Fate fate, long outNs, long sequence, long bid, long ask) {}

    @ParameterizedTest
    @CsvSource({
        "3, 1, none, none, ''",
        "5, 2, 2ms, none, ''",
        "12, 1, none, none, drop:share=0.1",
        "40, 3, 'lognormal:median=1ms,sigma=1,seed=3', none, duplicate:share=0.1",
        "4, 1, none, 5ms, 'delay-session:session=1,by=3ms'"
    })
    void accountsForEveryTickAndEveryDueSession(
            int threads, int publishers, String hold, String conflation, String fault) throws Exception {
        int sessions = 7;
        List<String> options = new ArrayList<>(List.of(
                "--feed",
                "udp://127.0.0.1:0",
                "--truth",
                truth.toString(),
                "--sessions",
                "8",
                "--hold",
                hold,
                "--threads",
                "" + threads,
                "--publishers",
                "" + publishers,
                "--conflation",
                conflation));
        if (!fault.isEmpty()) {
            options.addAll(List.of("--fault", fault));
        }
        Map<Long, Long> sentNs = new HashMap<>();
        List<TestClients.Received> received;
        int ticks = 400;
        try (RunningApplication application = new RunningApplication(options.toArray(new String[0]));
                DatagramSocket feed = new DatagramSocket();
                TestClients clients = new TestClients("FIX.4.4", application.fixPort(), sessions)) {
            send(feed, application.feedPort(), opening());
            for (int session = 0; session < sessions; session++) {
                clients.request(session, "r" + session, "1", BOTH);
            }
            long seed = 5;
            Random random = new Random(seed);
            for (int id = 1; id <= ticks; id++) {
                sentNs.put((long) id, System.nanoTime());
                boolean last = id > ticks - 3; // all venues move: the last tick is published
                send(feed, application.feedPort(), last ? moved(id) : randomQuote(random, id));
                LockSupport.parkNanos(200_000); // the feed's pace
            }
            await().until(() -> {
                application.expectAlive();
                return clients.received().stream().anyMatch(each -> each.type().equals("W") && each.tickId() == ticks);
            });
            assertThat(application.endNs()).as("time to end").isLessThan(TimeUnit.SECONDS.toNanos(2));
            assertThat(application.line("done")).isPresent();
            received = clients.received();
        }
        checkTruth(ticks, sentNs, received, conflation.equals("none"));
    }

    private static FeedBytes moved(int id) {
        String ask = Price.format(1_300_000_000L - id * 10_000L); // better than the one before
        return FeedBytes.datagram(1, id).quote(id, 0, id % 3, id, "1.2", ask);
    }

    private static FeedBytes randomQuote(Random random, int id) {
        int instrument = random.nextInt(2);
        long bid = 1_100_000_000L + random.nextInt(4) * 10_000L;
        long ask = bid + random.nextInt(7) * 10_000L - 10_000L;
        String bidText = random.nextInt(4) == 0 ? "-" : Price.format(bid);
        String askText = !bidText.equals("-") && random.nextInt(4) == 0 ? "-" : Price.format(ask);
        return FeedBytes.datagram(1, id).quote(id, instrument, random.nextInt(3), id, bidText, askText);
    }

    private void checkTruth(int ticks, Map<Long, Long> sentNs, List<TestClients.Received> received, boolean each) {
        Map<Long, List<Integer>> due = new TreeMap<>();
        Map<Long, Long> arrivedNs = new HashMap<>();
        Map<Long, Long> releaseNs = new HashMap<>();
        int published = 0;
        TruthTickRecord tick = new TruthTickRecord(new UnsafeBuffer(new byte[0]), 0);
        try (JournalReader reader = JournalReader.open(truth.resolve(TruthTickRecord.FILE), TruthTickRecord.SCHEMA)) {
            while (reader.next()) {
                tick.wrap(reader);
                assertThat(arrivedNs).as("one decision a tick").doesNotContainKey(tick.tickId());
                arrivedNs.put(tick.tickId(), tick.arrivedNs());
                releaseNs.put(tick.tickId(), tick.arrivedNs() + tick.holdNs());
                assertThat(tick.arrivedNs()).isGreaterThanOrEqualTo(sentNs.get(tick.tickId()));
                assertThat(tick.decision() == Decision.PUBLISHED).isEqualTo(tick.changedTiers() != 0);
                for (int session = 0; session < 8; session++) {
                    if ((tick.changedTiers() >>> (session % TIERS) & 1) != 0) {
                        due.computeIfAbsent(tick.tickId(), unused -> new ArrayList<>())
                                .add(session);
                    }
                }
                published += tick.decision() == Decision.PUBLISHED ? 1 : 0;
            }
            assertThat(reader.closed()).isTrue();
        }
        assertThat(arrivedNs).as("every tick has a decision").hasSize(ticks);
        assertThat(published).isGreaterThan(ticks / 10);
        List<Out> outs = quotes();
        Map<Long, List<Integer>> accounted = new TreeMap<>();
        outs.stream()
                .filter(out -> !out.fate().extra())
                .forEach(out -> accounted
                        .computeIfAbsent(out.tickId(), unused -> new ArrayList<>())
                        .add(out.session()));
        accounted.values().forEach(list -> list.sort(null));
        assertThat(accounted).as("every due session has one fate a tick").isEqualTo(due);
        Map<String, Out> bySequence = new HashMap<>();
        outs.stream().filter(out -> out.sequence() > 0).forEach(out -> {
            assertThat(out.outNs()).isGreaterThanOrEqualTo(releaseNs.get(out.tickId()));
            bySequence.put(out.session() + ":" + out.sequence(), out);
        });
        for (TestClients.Received snapshot : received) {
            Out out = bySequence.get(snapshot.session() + ":" + snapshot.sequence());
            assertThat(out).as("%s", snapshot).isNotNull();
            assertThat(snapshot.tickId()).isEqualTo(out.tickId());
            assertThat(snapshot.atNs()).isGreaterThanOrEqualTo(out.outNs());
            assertThat(snapshot.snapshot()).contains(Price.format(out.bid()) + " " + Price.format(out.ask()));
        }
        assertThat(received.size()).isGreaterThan(each ? published : published / 20);
    }

    private List<Out> quotes() {
        List<Out> outs = new ArrayList<>();
        TruthQuoteRecord quote = new TruthQuoteRecord(new UnsafeBuffer(new byte[0]), 0);
        try (JournalReader reader = JournalReader.open(truth.resolve(TruthQuoteRecord.FILE), TruthQuoteRecord.SCHEMA)) {
            while (reader.next()) {
                quote.wrap(reader);
                outs.add(new Out(
                        quote.tickId(),
                        quote.session(),
                        quote.fate(),
                        quote.outNs(),
                        quote.messageSequence(),
                        quote.bid(),
                        quote.ask()));
            }
        }
        return outs;
    }

    @Test
    void answersAtOnceFromTheReceivingThreadAsANullResponder() throws Exception {
        try (RunningApplication application = new RunningApplication(
                        "--feed", "udp://127.0.0.1:0", "--null-responder", "--truth", truth.toString());
                DatagramSocket feed = new DatagramSocket();
                TestClients clients = new TestClients("FIX.4.4", application.fixPort(), 2)) {
            send(feed, application.feedPort(), opening());
            send(feed, application.feedPort(), quote(1, "1.10000", "1.10002"));
            clients.request(0, "a", "1", BOTH);
            clients.request(1, "b", "1", BOTH);
            await().until(() ->
                    clients.snapshots(0).size() == 1 && clients.snapshots(1).size() == 1);
            send(feed, application.feedPort(), quote(2, "1.10000", "1.10002"));
            send(feed, application.feedPort(), quote(3, "1.10001", "-"));
            await().until(() ->
                    clients.snapshots(0).size() == 2 && clients.snapshots(1).size() == 2);
            assertThat(clients.snapshots(1)).containsExactly("EUR/USD 1.1 1.10002 1", "EUR/USD 1.10001 1.10002 3");
        }
        assertThat(quotes().stream().filter(out -> out.fate() == Fate.SENT || out.fate() == Fate.IMAGE))
                .hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 12, 64, 200})
    void reallyHasTheThreadsThatAreAskedForAndEndsAllOfThem(int threads) throws Exception {
        List<String> names;
        try (RunningApplication application =
                new RunningApplication("--feed", "udp://127.0.0.1:0", "--threads", "" + threads)) {
            names = new ArrayList<>();
            application.line("ready").orElseThrow().detail().path("threads").forEach(name -> names.add(name.asText()));
            assertThat(names).hasSize(threads);
            assertThat(liveThreads()).containsAll(names);
            assertThat(liveThreads()).anyMatch(name -> name.contains("pricing-fix-messages"));
            assertThat(application.endNs()).as("time to end").isLessThan(TimeUnit.SECONDS.toNanos(1));
        }
        await().until(() -> liveThreads().stream().noneMatch(names::contains));
    }

    private static List<String> liveThreads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
    }
}
