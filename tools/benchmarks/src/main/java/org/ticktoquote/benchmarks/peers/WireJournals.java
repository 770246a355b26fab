package org.ticktoquote.benchmarks.peers;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.run.CaptureTraffic;
import org.ticktoquote.wire.run.Traffic;
import org.ticktoquote.wire.run.WirePlan;
import org.ticktoquote.wire.run.WireRun;
import org.ticktoquote.wire.stream.StreamDirection;
import org.ticktoquote.wire.stream.StreamReader;

/**
 * Runs the part of {@code t2q wire} that writes journals from a capture, in a separate process. Prints wall and CPU
 * seconds of both readings of the capture: first the survey, then the measuring one. The CPU time includes the JIT
 * compilers.
 *
 * <pre>{@code java -cp benchmarks.jar org.ticktoquote.benchmarks.peers.WireJournals CAPTURE RUN}</pre>
 */
public final class WireJournals implements Traffic {
    private static final double NS_PER_S = 1e9;
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final CaptureTraffic traffic;

    private WireJournals(Path capture) {
        this.traffic = new CaptureTraffic(List.of(capture), Optional.empty());
    }

    /** Makes the journals. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            throw new IllegalArgumentException("expected CAPTURE RUN");
        }
        WirePlan plan = new WirePlan(
                new RunDirectory(Path.of(arguments[1])),
                Matching.byId(299, "decimal").with(Matching.UNDECLARED));
        try (Progress progress = Progress.onStandardError()) {
            new WireRun(plan, new WireJournals(Path.of(arguments[0])), progress, () -> false).make();
        }
    }

    @Override
    public Facts replay(Consumer<Packet> packets, Function<StreamDirection, StreamReader> streams, Runnable step) {
        long beforeNs = System.nanoTime();
        long cpuBeforeNs = PROCESS.getProcessCpuTime();
        Facts facts = traffic.replay(packets, streams, step);
        System.out.printf(
                Locale.ROOT,
                "%.3f %.3f%n",
                (System.nanoTime() - beforeNs) / NS_PER_S,
                (PROCESS.getProcessCpuTime() - cpuBeforeNs) / NS_PER_S);
        return facts;
    }
}
