package org.ticktoquote.host.pingpong;

import java.io.BufferedWriter;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.core.run.BuildIdentity;
import org.ticktoquote.host.fingerprint.FingerprintReader;
import org.ticktoquote.host.pingpong.PassResult.PingPlan;
import org.ticktoquote.host.pingpong.PingReceiver.PingTimes;
import org.ticktoquote.host.source.LiveHost;

/**
 * Complete ping-pong: one pass per message size.
 *
 * @param server address of the server
 * @param sizes message sizes in bytes
 * @param ratePerSecond send rate of an open loop; 0 for a closed loop
 * @param cpu CPU for the receiving thread; negative for any
 */
public record PingpongRun(
        Transport transport,
        InetSocketAddress server,
        ReceiveMode reception,
        List<Integer> sizes,
        int ratePerSecond,
        long warmUpNs,
        long durationNs,
        long timeoutNs,
        int cpu) {
    /** Maximum number of messages per pass, at 24 bytes of memory each. */
    public static final int MAX_MESSAGES = 2_000_000;

    private static final double SECOND_NS = 1e9;
    private static final int CLOSED_WARM_UP = 1_000;

    public PingpongRun {
        sizes = List.copyOf(sizes);
    }

    /** Returns the number of messages that an open loop of this rate sends in a given time. */
    public static double messages(int ratePerSecond, long ns) {
        return ratePerSecond * (ns / SECOND_NS);
    }

    /** Runs one pass per size. Writes the times of every counted message to {@code values} unless it is null. */
    public PingpongResult run(@Nullable OutputFile values, Progress progress) {
        String startedAt = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
        PingpongClient client = new PingpongClient(transport, server, reception, cpu);
        String serverSays = client.hello(Math.max(timeoutNs, 2_000_000_000L));
        List<PassResult> passes = new ArrayList<>();
        if (values == null) {
            sizes.forEach(bytes -> passes.add(pass(client, bytes, progress).result()));
        } else {
            try (ValuesFile file = new ValuesFile(values)) {
                for (int bytes : sizes) {
                    PingpongClient.CompletedPass passage = pass(client, bytes, progress);
                    passes.add(passage.result());
                    file.add(passage);
                }
            }
        }
        return new PingpongResult(
                PingpongResult.FORMAT_VERSION,
                startedAt,
                "tick-to-quote " + BuildIdentity.own().description(),
                transport.name().toLowerCase(Locale.ROOT),
                ratePerSecond > 0 ? "open" : "closed",
                ratePerSecond,
                server.getHostString() + ":" + server.getPort(),
                serverSays,
                reception.word(),
                client.refusedSettings(),
                passes,
                FingerprintReader.of(new LiveHost(), FingerprintReader.ownJvm()));
    }

    private PingpongClient.CompletedPass pass(PingpongClient client, int bytes, Progress progress) {
        PingPlan plan = plan(bytes);
        return client.run(plan, replies -> progress.update(bytes + " bytes: " + replies + " replies"));
    }

    private PingPlan plan(int bytes) {
        if (ratePerSecond == 0) {
            return new PingPlan(bytes, 0, CLOSED_WARM_UP, MAX_MESSAGES - CLOSED_WARM_UP, durationNs, timeoutNs);
        }
        int warmUp = (int) messages(ratePerSecond, warmUpNs);
        int counted = Math.max(1, (int) messages(ratePerSecond, durationNs));
        return new PingPlan(bytes, ratePerSecond, warmUp, counted, durationNs, timeoutNs);
    }

    /**
     * Writes every counted message as CSV: size, sequence number, and times in nanoseconds after the intended time of the
     * pass's first counted message. The received time of a lost reply is empty.
     */
    static final class ValuesFile implements AutoCloseable {
        private final OutputFile file;
        private final PrintWriter out;

        /** Writes to a claimed file, which the caller closes. */
        ValuesFile(OutputFile file) {
            this(file, new OutputStreamWriter(file.stream("--values"), StandardCharsets.UTF_8));
        }

        ValuesFile(OutputFile file, Writer content) {
            this.file = file;
            this.out = new PrintWriter(new BufferedWriter(content));
            out.print("bytes,sequence,intended_ns,sent_ns,received_ns\n");
        }

        void add(PingpongClient.CompletedPass passage) {
            PingTimes times = passage.times();
            int from = Math.min(passage.plan().warmUp(), passage.sent());
            for (int sequence = from; sequence < passage.sent(); sequence++) {
                long first = times.intendedNs(from);
                out.print(passage.plan().bytes() + "," + sequence + "," + (times.intendedNs(sequence) - first) + ","
                        + (times.sentNs(sequence) - first) + ","
                        + (times.answered(sequence) ? Long.toString(times.receivedNs(sequence) - first) : "") + "\n");
            }
        }

        @Override
        public void close() {
            boolean failed = out.checkError();
            out.close();
            file.complete(failed, "--values");
        }
    }

    /** Transports with their largest message in bytes. */
    public enum Transport {
        UDP(65_507),
        TCP(1 << 20);

        private final int longest;

        Transport(int longest) {
            this.longest = longest;
        }

        /** Returns the length limit of a message in bytes. */
        public int longest() {
            return longest;
        }
    }

    /** Way of waiting for the next message. */
    public enum ReceiveMode {
        /** Sleeps in the kernel until a message arrives. */
        BLOCKING,
        /** Polls the adapter's queue in the kernel for a while before it sleeps ({@code SO_BUSY_POLL}, socket(7)). */
        BUSY_POLL,
        /** Polls in a loop without sleeping. Takes a whole CPU. */
        SPIN;

        /** Returns the word used in options and results, as in {@code busy-poll}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        public static ReceiveMode of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
        }
    }
}
