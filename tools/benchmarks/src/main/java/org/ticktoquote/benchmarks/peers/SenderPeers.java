package org.ticktoquote.benchmarks.peers;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ticktoquote.core.program.RootCommand;
import org.ticktoquote.replayer.recording.Recording;

/**
 * Compares the send delay of {@code t2q replay} with that of a bare C program that waits in the same way. Both play one
 * recording, in turn or simultaneously.
 *
 * <pre>{@code
 * java --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED -cp tools/benchmarks/target/benchmarks.jar \
 *     org.ticktoquote.benchmarks.peers.SenderPeers [ROUNDS [LENGTH [together]]]
 * }</pre>
 *
 * <p>Needs a C compiler ({@code cc}). With {@code together} both play simultaneously, so that the same noise affects both.
 * Two senders that never sleep need their own CPUs. With fewer than four CPUs they are reported as left out.
 */
public final class SenderPeers {
    private static final int CPUS_OF_TWO_AWAKE = 4;
    private static final long LEAD_NS = TimeUnit.SECONDS.toNanos(1);

    /** Offset between the two schedules. With equal intended times the senders would delay each other. */
    private static final long APART_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ScratchFolder folder;
    private final Path program;
    private final Path recording;
    private final Path schedule;
    private final Map<Waiting, List<Pair>> results = new EnumMap<>(Waiting.class);
    private int replays;

    /** Results of both senders in one round. */
    private record Pair(Lags bare, Lags t2q) {}

    private SenderPeers(ScratchFolder folder, Path program, Path recording, Path schedule) {
        this.folder = folder;
        this.program = program;
        this.recording = recording;
        this.schedule = schedule;
    }

    /** Prints a table. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int rounds = arguments.length == 0 ? 3 : Integer.parseInt(arguments[0]);
        String length = arguments.length < 2 ? "1min" : arguments[1];
        boolean together = arguments.length > 2 && arguments[2].equals("together");
        try (ScratchFolder folder = ScratchFolder.make()) {
            Optional<Path> program = BareProgram.compiled("paced_sender", folder.path());
            if (program.isEmpty()) {
                System.out.println("nothing to compare: cc is not installed or failed");
                return;
            }
            Path file = folder.path().resolve("ticks.t2q");
            RootCommand.commandLine().execute("generate", "--length", length, "--out", file.toString());
            try (Recording recording = Recording.open(file)) {
                Path schedule = PacedSender.schedule(recording, folder.path().resolve("schedule"));
                new SenderPeers(folder, program.get(), file, schedule).run(rounds, together);
            }
        }
    }

    private void run(int rounds, boolean together) throws IOException, InterruptedException {
        for (int round = 0; round < rounds; round++) {
            for (Waiting waiting : Waiting.values()) {
                if (!together) {
                    add(round, waiting, round % 2 == 0 ? inTurn(waiting) : inTurnBackwards(waiting));
                } else if (waiting != Waiting.ALWAYS_AWAKE
                        || Runtime.getRuntime().availableProcessors() >= CPUS_OF_TWO_AWAKE) {
                    add(round, waiting, together(waiting));
                } else {
                    System.out.println("left out: two senders that never sleep, on fewer than four CPUs");
                }
            }
        }
        report();
    }

    private void add(int round, Waiting waiting, Pair pair) {
        results.computeIfAbsent(waiting, unused -> new ArrayList<>()).add(pair);
        System.out.printf(Locale.ROOT, "%nround %d%n", round + 1);
        print(waiting, pair);
    }

    private Pair inTurn(Waiting waiting) throws IOException, InterruptedException {
        Lags bare = bare(waiting);
        return new Pair(bare, t2q(waiting));
    }

    private Pair inTurnBackwards(Waiting waiting) throws IOException, InterruptedException {
        Lags t2q = t2q(waiting);
        return new Pair(bare(waiting), t2q);
    }

    private Lags bare(Waiting waiting) throws IOException, InterruptedException {
        try (Listener listener = new Listener();
                Sending bare = startBare(listener, waiting, System.nanoTime() + LEAD_NS)) {
            return Lags.of(bare.lags());
        }
    }

    private Lags t2q(Waiting waiting) throws IOException, InterruptedException {
        Path run = nextRun();
        try (Listener listener = new Listener();
                Replaying t2q = Replaying.start(recording, run, "udp://127.0.0.1:" + listener.port(), waiting)) {
            return Lags.of(t2q.lags());
        } finally {
            ScratchFolder.delete(run);
        }
    }

    private Pair together(Waiting waiting) throws IOException, InterruptedException {
        Path run = nextRun();
        try (Listener ofBare = new Listener();
                Listener ofT2q = new Listener();
                Replaying t2q = Replaying.start(recording, run, "udp://127.0.0.1:" + ofT2q.port(), waiting);
                Sending bare = startBare(ofBare, waiting, t2q.t0Ns() + APART_NS)) {
            long[] ours = t2q.lags();
            return new Pair(Lags.of(bare.lags()), Lags.of(ours));
        } finally {
            ScratchFolder.delete(run);
        }
    }

    private Sending startBare(Listener listener, Waiting waiting, long t0Ns) throws IOException {
        return PacedSender.start(program, schedule, folder.path().resolve("lags"), listener.port(), waiting, t0Ns);
    }

    private Path nextRun() {
        return folder.path().resolve("run-" + replays++);
    }

    private void report() {
        System.out.printf(Locale.ROOT, "%nmedians of the rounds; x: times the program in C%n");
        results.forEach((waiting, pairs) -> print(
                waiting,
                new Pair(
                        Lags.median(pairs.stream().map(Pair::bare).toList()),
                        Lags.median(pairs.stream().map(Pair::t2q).toList()))));
    }

    private static void print(Waiting waiting, Pair pair) {
        System.out.printf(
                Locale.ROOT, "%-28s in C %s%n", waiting.text(), pair.bare().text());
        System.out.printf(Locale.ROOT, "%-28s t2q  %s%n", "", pair.t2q().text());
        System.out.printf(Locale.ROOT, "%-28s      %s%n", "", pair.t2q().times(pair.bare()));
    }

    /** Program in C that sends at the times of a recording's ticks. */
    static final class PacedSender implements Sending {
        private final Process process;
        private final Path output;

        private PacedSender(Process process, Path output) {
            this.process = process;
            this.output = output;
        }

        /** Writes the times of the ticks, relative to the first one, in the program's format. */
        static Path schedule(Recording recording, Path file) throws IOException {
            ByteBuffer offsets = ByteBuffer.allocate(Math.toIntExact(recording.count() * Long.BYTES))
                    .order(ByteOrder.nativeOrder());
            long first = recording.venueTimeNs(0);
            for (long index = 0; index < recording.count(); index++) {
                offsets.putLong(recording.venueTimeNs(index) - first);
            }
            return Files.write(file, offsets.array());
        }

        /** Starts the program, which sends the first tick at this {@link System#nanoTime()}. */
        static PacedSender start(Path program, Path schedule, Path output, int port, Waiting waiting, long t0Ns)
                throws IOException {
            List<String> command = List.of(
                    program.toString(), "127.0.0.1", "" + port, schedule.toString(), "" + t0Ns, waiting.ofBare());
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .redirectOutput(output.toFile())
                    .start();
            return new PacedSender(process, output);
        }

        @Override
        public long[] lags() throws IOException, InterruptedException {
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException("the sender in C ended with status " + status);
            }
            try (Stream<String> lines = Files.lines(output)) {
                return lines.mapToLong(Long::parseLong).toArray();
            }
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
