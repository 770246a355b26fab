package org.ticktoquote.benchmarks.peers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Compares the speed of {@code t2q wire} with tshark, which prints the same fields, and with a C program that writes journals
 * of the same size. They run in turn, with the capture in the page cache.
 *
 * <pre>{@code
 * java --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED \
 *     -cp tools/benchmarks/target/benchmarks.jar org.ticktoquote.benchmarks.peers.WirePeers T2Q [MEGABYTES [ROUNDS [full|single]]]
 * }</pre>
 *
 * <p>T2Q is the launcher. The last argument selects full segments, or one message per segment. tshark is slow, so it
 * gets the first {@value #TSHARK_BYTES} bytes; its start-up time is measured without packets and subtracted. A peer
 * that is not installed is left out with the reason. Files are written below {@code java.io.tmpdir}.
 */
public final class WirePeers {
    private static final long TSHARK_BYTES = 24_000_000;
    private static final int USER_TICKS_OF_CHILDREN = 13; // of proc(5), counted after the name
    private static final double TICKS_A_SECOND = 100;
    private static final double MEGABYTE = 1e6;
    /** JVM flags with which the launcher starts {@code t2q wire}. */
    private static final List<String> FLAGS = List.of(
            "-XX:-UsePerfData",
            "-XX:MetaspaceSize=128m",
            "-Xms384m",
            "-Xmn320m",
            "-XX:+UseSerialGC",
            "-XX:Tier4InvocationThreshold=20000",
            "-XX:Tier4MinInvocationThreshold=2400",
            "-XX:Tier4CompileThreshold=60000",
            "-XX:Tier4BackEdgeThreshold=160000");

    private static final String TSHARK = "tshark";
    private static final String C = "program in C";
    private static final String WHOLE = "t2q wire";
    private static final String JOURNALS = "its journals";
    private static final String SURVEY = "first reading";
    private static final String MEASURING = "measuring reading";

    private final String t2q;
    private final Path folder;
    private final Path capture;
    private final Path prefix;
    private final Path nothing;
    private final Optional<Path> program;
    private final Map<String, List<Cost>> costs = new LinkedHashMap<>();

    /** Cost of a peer for a number of captured bytes, and the bytes of its journals. */
    private record Cost(double seconds, double cpuSeconds, long bytes, long journals) {
        double rate() {
            return bytes / MEGABYTE / seconds;
        }

        double cpuRate() {
            return bytes / MEGABYTE / cpuSeconds;
        }
    }

    private WirePeers(String t2q, Path folder, long bytes, int threshold) throws IOException, InterruptedException {
        this.t2q = t2q;
        this.folder = folder;
        this.capture = folder.resolve("wire.pcap");
        this.prefix = folder.resolve("begin.pcap");
        this.nothing = folder.resolve("nothing.pcap");
        long snapshots = WireCapture.write(capture, bytes, threshold);
        System.out.printf(
                Locale.ROOT,
                "%,d bytes, %,d snapshots in %d streams%n",
                Files.size(capture),
                snapshots,
                WireCapture.SESSIONS);
        copyBegin(prefix, Math.min(TSHARK_BYTES, bytes));
        copyBegin(nothing, 0);
        this.program = BareProgram.compiled("wire_reader", folder, "-O3", "-march=native");
    }

    /** Prints a table. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length == 0) {
            throw new IllegalArgumentException("expected T2Q [MEGABYTES [ROUNDS [full|single]]]");
        }
        long megabytes = arguments.length > 1 ? Long.parseLong(arguments[1]) : 600;
        int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 3;
        boolean single = arguments.length > 3 && arguments[3].equals("single");
        try (ScratchFolder folder = ScratchFolder.make()) {
            int threshold = single ? 1 : WireCapture.MAX_SEGMENT;
            new WirePeers(arguments[0], folder.path(), (long) (megabytes * MEGABYTE), threshold).run(rounds);
        }
    }

    /** Copies whole records until a size is reached. */
    private void copyBegin(Path to, long bytes) throws IOException {
        try (FileChannel from = FileChannel.open(capture)) {
            ByteBuffer header = ByteBuffer.allocate(WireCapture.RECORD_HEADER);
            long end = WireCapture.FILE_HEADER;
            while (end < bytes) {
                from.read(header.clear(), end);
                end += WireCapture.RECORD_HEADER + header.getInt(Long.BYTES);
            }
            byte[] begin = new byte[(int) Math.min(end, from.size())];
            from.read(ByteBuffer.wrap(begin), 0);
            Files.write(to, begin);
        }
    }

    private void run(int rounds) throws IOException, InterruptedException {
        boolean tshark = isInstalled();
        if (program.isEmpty()) {
            System.out.println("no program in C: cc is not installed or failed");
        }
        if (!tshark) {
            System.out.println("no tshark: it is not installed");
        }
        for (int round = 0; round < rounds; round++) {
            System.out.println("round " + (round + 1));
            if (program.isPresent()) {
                add(C, c(program.get()));
            }
            if (tshark) {
                add(TSHARK, tshark());
            }
            add(WHOLE, whole());
            journals();
        }
        System.out.println("medians; x: ratios of MB/s and of MB/CPU s to those of the named peer");
        costs.keySet().forEach(this::report);
    }

    private static boolean isInstalled() throws InterruptedException {
        try {
            return new ProcessBuilder(TSHARK, "--version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException none) {
            return false;
        }
    }

    private Cost tshark() throws IOException, InterruptedException {
        Cost start = run(fields(nothing), nothing, folder);
        Cost all = run(fields(prefix), prefix, folder);
        return new Cost(
                all.seconds - start.seconds,
                all.cpuSeconds - start.cpuSeconds,
                Files.size(prefix) - Files.size(nothing),
                0);
    }

    private static List<String> fields(Path file) {
        List<String> command = new ArrayList<>(List.of(TSHARK, "-n", "-r", file.toString(), "-o"));
        command.addAll(List.of("tcp.desegment_tcp_streams:TRUE", "-o", "tcp.reassemble_out_of_order:TRUE", "-d"));
        command.addAll(List.of("tcp.port==" + WireCapture.FIX_PORT + ",fix", "-Y", "fix", "-T", "fields"));
        Stream.of(
                        "frame.time_epoch",
                        "fix.MsgSeqNum",
                        "fix.MsgType",
                        "fix.SenderCompID",
                        "fix.TargetCompID",
                        "fix.SendingTime",
                        "fix.Symbol",
                        "fix.MDEntryType",
                        "fix.MDEntryPx",
                        "fix.MDEntrySize",
                        "fix.QuoteEntryID")
                .forEach(field -> command.addAll(List.of("-e", field)));
        return command;
    }

    private Cost c(Path compiled) throws IOException, InterruptedException {
        Path journals = Files.createDirectories(folder.resolve("c"));
        String feed = Integer.toString(WireCapture.FEED_PORT);
        String fix = Integer.toString(WireCapture.FIX_PORT);
        return run(List.of(compiled.toString(), capture.toString(), feed, fix, journals.toString()), capture, journals);
    }

    private Cost whole() throws IOException, InterruptedException {
        Path run = folder.resolve("run");
        return run(List.of(t2q, "wire", capture.toString(), "--out", run.toString(), "--id-tag", "299"), capture, run);
    }

    /** Measures both readings and the work around them, in a separate JVM. */
    private void journals() throws IOException, InterruptedException {
        Path run = Files.createDirectories(folder.resolve("journals"));
        List<String> said = new ArrayList<>();
        add(
                JOURNALS,
                run(
                        JavaProgram.command(FLAGS, WireJournals.class, List.of(capture.toString(), run.toString())),
                        capture,
                        run,
                        said));
        String[] readings = said.get(0).split("\\s+");
        long bytes = Files.size(capture);
        add(SURVEY, new Cost(Double.parseDouble(readings[0]), Double.parseDouble(readings[1]), bytes, 0));
        add(MEASURING, new Cost(Double.parseDouble(readings[2]), Double.parseDouble(readings[3]), bytes, 0));
    }

    private static Cost run(List<String> command, Path of, Path journals) throws IOException, InterruptedException {
        return run(command, of, journals, new ArrayList<>());
    }

    private static Cost run(List<String> command, Path of, Path journals, List<String> said)
            throws IOException, InterruptedException {
        double cpuBefore = cpuSeconds();
        long before = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (InputStream in = process.getInputStream()) {
            if (command.get(0).equals(TSHARK)) {
                in.transferTo(OutputStream.nullOutputStream());
            } else {
                said.add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        int exit = process.waitFor();
        double seconds = (System.nanoTime() - before) / (double) TimeUnit.SECONDS.toNanos(1);
        if (exit != 0 && exit != 3) {
            throw new IOException(String.join(" ", command) + " ended with status " + exit);
        }
        double cpuSeconds = cpuSeconds() - cpuBefore;
        long left = journalBytes(journals);
        if (!journals.equals(of.getParent())) {
            ScratchFolder.delete(journals);
        }
        return new Cost(seconds, cpuSeconds, Files.size(of), left);
    }

    private static long journalBytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().matches(".*/(ticks|quotes|ids|source).*"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    /** Returns the CPU time of all child processes that have ended. */
    private static double cpuSeconds() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        long ticks =
                Long.parseLong(fields[USER_TICKS_OF_CHILDREN]) + Long.parseLong(fields[USER_TICKS_OF_CHILDREN + 1]);
        return ticks / TICKS_A_SECOND;
    }

    private void add(String peer, Cost cost) {
        costs.computeIfAbsent(peer, unused -> new ArrayList<>()).add(cost);
        print(peer, cost.seconds, cost.cpuSeconds, cost.rate(), cost.cpuRate(), cost.journals);
    }

    private void report(String peer) {
        print(
                peer,
                median(peer, Cost::seconds),
                median(peer, Cost::cpuSeconds),
                median(peer, Cost::rate),
                median(peer, Cost::cpuRate),
                costs.get(peer).get(0).journals);
    }

    private double median(String peer, ToDoubleFunction<Cost> of) {
        double[] values = costs.get(peer).stream().mapToDouble(of).sorted().toArray();
        return values[values.length / 2];
    }

    private void print(String peer, double seconds, double cpuSeconds, double rate, double cpuRate, long journals) {
        System.out.printf(
                Locale.ROOT,
                "%-18s %7.2f s %7.2f s of CPU %8.1f MB/s %8.1f MB/CPU s %s%s  %,d bytes of journals%n",
                peer,
                seconds,
                cpuSeconds,
                rate,
                cpuRate,
                times(TSHARK, rate, cpuRate),
                times(C, rate, cpuRate),
                journals);
    }

    private String times(String peer, double rate, double cpuRate) {
        return costs.containsKey(peer)
                ? String.format(
                        Locale.ROOT,
                        " x %.2f, %.2f of %s",
                        rate / median(peer, Cost::rate),
                        cpuRate / median(peer, Cost::cpuRate),
                        peer)
                : "";
    }
}
