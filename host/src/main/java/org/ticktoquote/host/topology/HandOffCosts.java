package org.ticktoquote.host.topology;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;

/**
 * Cost of a hand-off from thread to thread by the distance of their CPUs, in nanoseconds: the wake-up and about ten cache
 * lines.
 *
 * @param siblingNs between hardware threads of a core
 * @param llcNs between cores with a common last-level cache
 * @param nodeNs between caches of a socket or memory node
 * @param hopNs between neighbouring nodes
 * @param furtherHopNs added for each further hop
 */
public record HandOffCosts(long sameCpuNs, long siblingNs, long llcNs, long nodeNs, long hopNs, long furtherHopNs) {
    /** Of a current server: 8 ns a cache line between siblings, 50 in a socket, 125 a hop; 1 to 2.2 us for the wake-up. */
    public static final HandOffCosts TYPICAL = new HandOffCosts(1_000, 1_280, 2_000, 2_300, 3_450, 1_250);

    private static final List<String> KEYS =
            List.of("sameCpuNs", "siblingNs", "llcNs", "nodeNs", "hopNs", "furtherHopNs");
    private static final long MOST_NS = 1_000_000_000;

    /** Reads a YAML file of whole nanoseconds; keys that are missing keep their typical values. */
    public static HandOffCosts read(Path file) {
        Problems problems = new Problems();
        YamlSection section = YamlFile.read(file, problems);
        long[] typical = {
            TYPICAL.sameCpuNs, TYPICAL.siblingNs, TYPICAL.llcNs, TYPICAL.nodeNs, TYPICAL.hopNs, TYPICAL.furtherHopNs
        };
        for (int i = 0; i < typical.length; i++) {
            @Nullable Long given = section.number(KEYS.get(i), 0, MOST_NS);
            typical[i] = given == null ? typical[i] : given;
        }
        section.end();
        problems.refuseIfAny();
        return new HandOffCosts(typical[0], typical[1], typical[2], typical[3], typical[4], typical[5]);
    }

    /** Cost between two CPUs of a machine. */
    public double ns(CpuTopology machine, CpuPosition from, CpuPosition to) {
        if (from.cpu() == to.cpu()) {
            return sameCpuNs;
        }
        if (from.core() == to.core()) {
            return siblingNs;
        }
        if (from.llc() == to.llc()) {
            return llcNs;
        }
        int hops = machine.hops(from.node(), to.node());
        return hops == 0 ? nodeNs : ofHops(hops);
    }

    /** Cost between two nodes. */
    public double ofHops(int hops) {
        return hops == 0 ? nodeNs : hopNs + (hops - 1.0) * furtherHopNs;
    }

    /** In words. */
    public String words() {
        return "hand-offs in ns: same CPU " + sameCpuNs + ", sibling " + siblingNs + ", same cache " + llcNs
                + ", same node " + nodeNs + ", next node " + hopNs + ", each further one " + furtherHopNs;
    }
}
