package org.ticktoquote.benchmarks.peers;

import io.aeron.Aeron;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.marketdata.MessageHeaderDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.marketdata.SessionEndDecoder;
import org.ticktoquote.core.net.UnclaimedPort;
import org.ticktoquote.core.program.RootCommand;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.message.MessageSplitter;
import org.ticktoquote.replayer.recording.Recording;

/**
 * Measures the send delay of {@code t2q replay} over each of its feeds, and the time until a tick reaches a reader in another
 * process. All feeds send the same recording, in turn.
 *
 * <pre>{@code
 * java --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED \
 *     -cp tools/benchmarks/target/benchmarks.jar org.ticktoquote.benchmarks.peers.FeedPeers [ROUNDS [LENGTH [WAY ...]]]
 * }</pre>
 *
 * <p>WAY is udp, tcp, fix, aeron-udp or aeron-ipc; all by default.
 */
public final class FeedPeers {
    private static final int STREAM = 7;

    private final ScratchFolder folder;
    private final Path recording;
    private final int ticks;
    private final List<String> pairs;
    private final List<Way> ways;
    private final Map<Way, List<Figures>> results = new EnumMap<>(Way.class);
    private int replays;

    private enum Way {
        UDP,
        TCP,
        FIX,
        AERON_UDP,
        AERON_IPC;

        static List<Way> of(List<String> names) {
            return names.isEmpty()
                    ? List.of(values())
                    : names.stream()
                            .map(name -> valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_')))
                            .toList();
        }
    }

    /** Figures of one replay. */
    private record Figures(Lags lag, Lags delivery) {}

    private interface Reading {
        void begin(FeedReader reader) throws IOException;
    }

    private FeedPeers(ScratchFolder folder, Path recording, int ticks, List<String> pairs, List<Way> ways) {
        this.pairs = pairs;
        this.ways = ways;
        this.folder = folder;
        this.recording = recording;
        this.ticks = ticks;
    }

    /** Prints a table. */
    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length == 0 ? 3 : Integer.parseInt(arguments[0]);
        String length = arguments.length < 2 ? "1min" : arguments[1];
        List<Way> ways = Way.of(List.of(arguments).subList(Math.min(2, arguments.length), arguments.length));
        try (ScratchFolder folder = ScratchFolder.make()) {
            Path file = folder.path().resolve("ticks.t2q");
            RootCommand.commandLine().execute("generate", "--length", length, "--out", file.toString());
            int ticks;
            List<String> pairs;
            try (Recording recording = Recording.open(file)) {
                ticks = Math.toIntExact(recording.count());
                pairs = recording.instruments().stream().map(Instrument::symbol).toList();
            }
            new FeedPeers(folder, file, ticks, pairs, ways).run(rounds);
        }
    }

    private void run(int rounds) throws Exception {
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < ways.size(); i++) {
                Way way = ways.get((round + i) % ways.size());
                Figures figures = replayed(way);
                results.computeIfAbsent(way, unused -> new ArrayList<>()).add(figures);
                print(way, figures);
            }
        }
        System.out.printf(Locale.ROOT, "%nmedians of the rounds, %d ticks%n", ticks);
        results.forEach((way, all) -> print(
                way,
                new Figures(
                        Lags.median(all.stream().map(Figures::lag).toList()),
                        Lags.median(all.stream().map(Figures::delivery).toList()))));
    }

    private Figures replayed(Way way) throws Exception {
        return switch (way) {
            case UDP -> overUdp();
            case TCP -> overTcp();
            case FIX -> overFix();
            case AERON_UDP -> overAeronUdp();
            case AERON_IPC -> {
                String directory = folder.path().resolve("driver-" + replays).toString();
                try (MediaDriver driver = driver(directory)) {
                    yield figures(
                            "aeron+ipc://" + directory + "?stream=" + STREAM,
                            reader -> reader.readAeron(directory, "aeron:ipc", STREAM));
                }
            }
        };
    }

    private Figures overUdp() throws Exception {
        try (DatagramChannel channel = DatagramChannel.open()) {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, 4 << 20);
            channel.bind(new InetSocketAddress("127.0.0.1", 0));
            int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
            return figures("udp://127.0.0.1:" + port, reader -> reader.readUdp(channel));
        }
    }

    private Figures overTcp() throws Exception {
        int port = freePort();
        return figures("tcp://127.0.0.1:" + port, reader -> reader.readTcp(port));
    }

    private Figures overFix() throws Exception {
        int port = freePort();
        return figures("fix://127.0.0.1:" + port, reader -> reader.readFix(port, pairs));
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0)) {
            return probe.getLocalPort();
        }
    }

    /** Each side has a driver: the reader's is in this process, the replayer's is started by t2q. */
    private Figures overAeronUdp() throws Exception {
        String endpoint = "127.0.0.1:" + UnclaimedPort.udp(InetAddress.getLoopbackAddress());
        String directory = folder.path().resolve("driver-" + replays).toString();
        try (MediaDriver driver = driver(directory)) {
            return figures(
                    "aeron+udp://" + endpoint + "?stream=" + STREAM,
                    reader -> reader.readAeron(directory, "aeron:udp?endpoint=" + endpoint, STREAM));
        }
    }

    private static MediaDriver driver(String directory) {
        return MediaDriver.launch(new MediaDriver.Context()
                .aeronDirectoryName(directory)
                .dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(new BackoffIdleStrategy(100, 10, 1_000, 50_000)));
    }

    private Figures figures(String feed, Reading reading) throws Exception {
        Path run = folder.path().resolve("run-" + replays++);
        FeedReader reader = new FeedReader(ticks);
        FutureTask<Void> read = reading(() -> {
            reading.begin(reader);
            return null;
        });
        try (Replaying replay = Replaying.start(recording, run, feed, Waiting.DEFAULT)) {
            Lags lag = Lags.of(replay.lags());
            read.get();
            long[] sentNs = replay.sentNs();
            long[] arrivedNs = reader.arrivedNs();
            long lost = IntStream.range(0, ticks).filter(i -> arrivedNs[i] == 0).count();
            if (lost > 0) {
                throw new IOException(feed + ": " + lost + " ticks never arrived");
            }
            return new Figures(
                    lag,
                    Lags.of(IntStream.range(0, ticks)
                            .mapToLong(i -> arrivedNs[i] - sentNs[i])
                            .toArray()));
        } finally {
            ScratchFolder.delete(run);
        }
    }

    private static FutureTask<Void> reading(Callable<Void> work) {
        FutureTask<Void> task = new FutureTask<>(work);
        DaemonThread.start("reader", task);
        return task;
    }

    private static void print(Way way, Figures figures) {
        System.out.printf(
                Locale.ROOT, "%-10s lag       %s%n", way, figures.lag().text());
        System.out.printf(
                Locale.ROOT, "%-10s delivery  %s%n", "", figures.delivery().text());
    }

    /** Reads a feed of t2q until its measured session ends, and records the arrival of each tick. One thread. */
    private static final class FeedReader {
        private static final int PACKET_HEADER = 20;
        private static final int SOFH = 6;
        private static final int FRAGMENTS = 16;
        private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(20);

        private final MessageHeaderDecoder header = new MessageHeaderDecoder();
        private final QuoteDecoder quote = new QuoteDecoder();
        private final SessionEndDecoder end = new SessionEndDecoder();
        private final long[] arrivedNs;
        private boolean ended;

        /** @param ticks highest tick id; ticks of a warm-up are discarded */
        FeedReader(int ticks) {
            this.arrivedNs = new long[ticks];
        }

        /** Arrival of the tick at each index; 0 if it never arrived. */
        long[] arrivedNs() {
            return arrivedNs;
        }

        void readUdp(DatagramChannel channel) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocateDirect(2_000);
            UnsafeBuffer packet = new UnsafeBuffer(bytes);
            while (!ended) {
                channel.receive(bytes.clear());
                long nowNs = System.nanoTime();
                for (int at = PACKET_HEADER; at < bytes.position(); at += length(packet, at)) {
                    take(packet, at, nowNs);
                }
            }
        }

        /** Reads from a port on which the replayer will listen. */
        void readTcp(int port) throws IOException {
            try (Socket socket = connected(port)) {
                InputStream in = socket.getInputStream();
                byte[] bytes = new byte[2_000];
                UnsafeBuffer message = new UnsafeBuffer(bytes);
                while (!ended && in.readNBytes(bytes, 0, SOFH) == SOFH) {
                    int length = ByteBuffer.wrap(bytes).getInt() - SOFH;
                    if (in.readNBytes(bytes, 0, length) != length) {
                        throw new IOException("the feed ended within a message");
                    }
                    take(message, 0, System.nanoTime());
                }
            }
        }

        /** Reads from a port on which the replayer will be a FIX venue. Subscribes to bids and offers of pairs. */
        void readFix(int port, List<String> pairs) throws IOException {
            try (Socket socket = connected(port)) {
                FixRequests requests = new FixRequests(socket.getOutputStream());
                requests.logOn();
                requests.subscribe(pairs);
                MessageSplitter frames = new MessageSplitter();
                byte[] bytes = new byte[1 << 16];
                InputStream in = socket.getInputStream();
                for (int count = in.read(bytes); count >= 0 && !ended; count = in.read(bytes)) {
                    long nowNs = System.nanoTime();
                    frames.read(ByteBuffer.wrap(bytes, 0, count), text -> take(text, nowNs));
                }
            }
        }

        /** Records the tick of a message. Ends with the last tick, because a FIX venue sends no end of session. */
        private void take(String text, long nowNs) {
            int at = text.indexOf("\u0001299=");
            if (at > 0) {
                long id = Long.parseLong(text.substring(at + 5, text.indexOf('\u0001', at + 5)));
                if (id <= arrivedNs.length) {
                    arrivedNs[(int) id - 1] = nowNs;
                    ended = id == arrivedNs.length;
                }
            }
        }

        private static Socket connected(int port) throws IOException {
            while (true) {
                Socket socket = new Socket();
                try {
                    socket.connect(new InetSocketAddress("127.0.0.1", port));
                    return socket;
                } catch (ConnectException notYet) {
                    socket.close();
                    LockSupport.parkNanos(RETRY_NS);
                }
            }
        }

        /** Reads from the media driver in a directory, which can start later. */
        void readAeron(String directory, String channel, int stream) {
            IdleStrategy idle = new BackoffIdleStrategy(100, 10, 1_000, 50_000);
            try (Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(directory));
                    Subscription subscription = aeron.addSubscription(channel, stream)) {
                while (!ended) {
                    idle.idle(subscription.poll(
                            (buffer, offset, length, frame) -> take(buffer, offset, System.nanoTime()), FRAGMENTS));
                }
            }
        }

        private int length(DirectBuffer buffer, int offset) {
            return MessageHeaderDecoder.ENCODED_LENGTH
                    + header.wrap(buffer, offset).blockLength();
        }

        private void take(DirectBuffer buffer, int offset, long nowNs) {
            int template = header.wrap(buffer, offset).templateId();
            if (template == QuoteDecoder.TEMPLATE_ID) {
                long id = quote.wrapAndApplyHeader(buffer, offset, header).tickId();
                if (id <= arrivedNs.length) {
                    arrivedNs[(int) id - 1] = nowNs;
                }
            } else if (template == SessionEndDecoder.TEMPLATE_ID) {
                ended = end.wrapAndApplyHeader(buffer, offset, header).lastTickId() <= arrivedNs.length;
            }
        }
    }
}
