package org.ticktoquote.host.pingpong;

import java.net.InetSocketAddress;
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
import org.ticktoquote.host.source.LiveHost;

/**
 * A whole ping-pong: one passage for each size.
 *
 * @param server where it listens
 * @param sizes of messages in bytes
 * @param ratePerSecond of the open loop; 0 for a closed one
 * @param cpu for the thread that receives; negative for any
 */
public record PingpongRun(
        Transport transport,
        InetSocketAddress server,
        Reception reception,
        List<Integer> sizes,
        int ratePerSecond,
        long warmUpNs,
        long durationNs,
        long timeoutNs,
        int cpu) {
    /** The most messages of a passage: 24 bytes of memory each. */
    public static final int MOST_MESSAGES = 2_000_000;

    private static final double SECOND_NS = 1e9;
    private static final int CLOSED_WARM_UP = 1_000;

    public PingpongRun {
        sizes = List.copyOf(sizes);
    }

    /** Messages that an open loop of this rate sends in a time. */
    public static double messages(int ratePerSecond, long ns) {
        return ratePerSecond * (ns / SECOND_NS);
    }

    /** Measures, showing progress. */
    public PingpongResult run(@Nullable OutputFile values, Progress progress) {
        String startedAt = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
        PingpongClient client = new PingpongClient(transport, server, reception, cpu);
        String serverSays = client.hello(Math.max(timeoutNs, 2_000_000_000L));
        List<PassResult> passes = new ArrayList<>();
        if (values == null) {
            sizes.forEach(bytes -> passes.add(passage(client, bytes, progress).result()));
        } else {
            try (ValuesFile file = new ValuesFile(values)) {
                for (int bytes : sizes) {
                    PingpongClient.Passage passage = passage(client, bytes, progress);
                    passes.add(passage.result());
                    file.add(passage);
                }
            }
        }
        return new PingpongResult(
                PingpongResult.FORMAT_VERSION,
                startedAt,
                "tick-to-quote " + BuildIdentity.own().words(),
                transport.name().toLowerCase(Locale.ROOT),
                ratePerSecond > 0 ? "open" : "closed",
                ratePerSecond,
                server.getHostString() + ":" + server.getPort(),
                serverSays,
                reception.word(),
                client.troubles(),
                passes,
                FingerprintReader.of(new LiveHost(), FingerprintReader.ownJvm()));
    }

    private PingpongClient.Passage passage(PingpongClient client, int bytes, Progress progress) {
        PingPlan plan = plan(bytes);
        return client.run(plan, replies -> progress.update(bytes + " bytes: " + replies + " replies"));
    }

    private PingPlan plan(int bytes) {
        if (ratePerSecond == 0) {
            return new PingPlan(bytes, 0, CLOSED_WARM_UP, MOST_MESSAGES - CLOSED_WARM_UP, durationNs, timeoutNs);
        }
        int warmUp = (int) messages(ratePerSecond, warmUpNs);
        int counted = Math.max(1, (int) messages(ratePerSecond, durationNs));
        return new PingPlan(bytes, ratePerSecond, warmUp, counted, durationNs, timeoutNs);
    }
}
