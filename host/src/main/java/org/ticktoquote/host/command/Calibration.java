package org.ticktoquote.host.command;

import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.host.pingpong.PingpongRun;
import org.ticktoquote.host.pingpong.Reception;
import org.ticktoquote.host.pingpong.Transport;
import org.ticktoquote.host.topology.CpuPosition;
import org.ticktoquote.host.topology.CpuTopology;
import org.ticktoquote.host.topology.HandOffCosts;

/**
 * Costs of hand-offs on this machine by a ping-pong over the loopback interface, between one pair of CPUs of each distance.
 *
 * <p>The network stack costs the same at every distance: a distance costs what half a round trip takes longer than on one CPU.
 *
 * @param sameNs half a round trip on one CPU
 */
record Calibration(CpuTopology machine, double sameNs) {
    private static final long WARM_UP_NS = 200_000_000L;
    private static final long DURATION_NS = 500_000_000L;
    private static final long TIMEOUT_NS = 1_000_000_000L;
    private static final int BYTES = 64;

    static HandOffCosts measure(CpuTopology machine) {
        CpuPosition first = machine.positions().get(0);
        Calibration here = new Calibration(machine, halfRoundTripNs(first, first));
        HandOffCosts typical = HandOffCosts.TYPICAL;
        long sibling = here.cost((a, b) -> a.core() == b.core(), typical.siblingNs());
        long llc = here.cost((a, b) -> a.core() != b.core() && a.llc() == b.llc(), typical.llcNs());
        long node = here.cost((a, b) -> a.llc() != b.llc() && a.node() == b.node(), Math.max(llc, typical.nodeNs()));
        long hop = here.cost((a, b) -> machine.hops(a.node(), b.node()) == 1, Math.max(node, typical.hopNs()));
        long two = here.cost((a, b) -> machine.hops(a.node(), b.node()) == 2, hop + typical.furtherHopNs());
        return new HandOffCosts(typical.sameCpuNs(), sibling, llc, node, hop, Math.max(0, two - hop));
    }

    private long cost(BiPredicate<CpuPosition, CpuPosition> distance, long otherwise) {
        for (CpuPosition from : machine.positions()) {
            Optional<CpuPosition> to = machine.positions().stream()
                    .filter(cpu -> cpu.cpu() != from.cpu() && distance.test(from, cpu))
                    .findFirst();
            if (to.isPresent()) {
                double longer = Math.max(0, halfRoundTripNs(from, to.get()) - sameNs);
                return Math.round(HandOffCosts.TYPICAL.sameCpuNs() + longer);
            }
        }
        return otherwise;
    }

    private static double halfRoundTripNs(CpuPosition client, CpuPosition server) {
        List<String> options =
                List.of("--transport", "UDP", "--receive", "blocking", "--cpu", String.valueOf(server.cpu()));
        try (LocalServer echo = LocalServer.start(options);
                Progress progress = Progress.onStandardError()) {
            @Nullable
            Long median = new PingpongRun(
                            Transport.UDP,
                            echo.address(),
                            Reception.BLOCKING,
                            List.of(BYTES),
                            0,
                            WARM_UP_NS,
                            DURATION_NS,
                            TIMEOUT_NS,
                            client.cpu())
                    .run(null, progress)
                    .passes()
                    .get(0)
                    .roundTripNs()
                    .percentiles()
                    .values()
                    .iterator()
                    .next()
                    .high();
            return median == null ? 0 : median / 2.0;
        }
    }
}
