package org.ticktoquote.benchmarks.peers;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.ticktoquote.core.net.UnclaimedPort;
import org.ticktoquote.core.program.RootCommand;
import org.ticktoquote.core.run.Instrument;
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
        Thread thread = new Thread(task, "reader");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private static void print(Way way, Figures figures) {
        System.out.printf(
                Locale.ROOT, "%-10s lag       %s%n", way, figures.lag().text());
        System.out.printf(
                Locale.ROOT, "%-10s delivery  %s%n", "", figures.delivery().text());
    }
}
