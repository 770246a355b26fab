package org.ticktoquote.host.topology;

import java.nio.file.Path;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.yaml.Key;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.host.topology.CpuTopology.CpuPosition;

/**
 * Cost of a hand-off between threads by the distance of their CPUs, in nanoseconds: the wake-up and about ten cache lines.
 *
 * @param siblingNs cost between hardware threads of a core
 * @param llcNs cost between cores with a shared last-level cache
 * @param nodeNs cost between caches of a socket or memory node
 * @param hopNs cost between neighbouring nodes
 * @param furtherHopNs cost added per further hop
 */
public record HandOffCosts(long sameCpuNs, long siblingNs, long llcNs, long nodeNs, long hopNs, long furtherHopNs) {
    /**
     * Costs of a current server. A cache line takes 8 ns between siblings, 50 ns within a socket and 125 ns per hop. A
     * wake-up takes 1 to 2.2 us.
     */
    public static final HandOffCosts TYPICAL = new HandOffCosts(1_000, 1_280, 2_000, 2_300, 3_450, 1_250);

    private static final long MAX_NS = 1_000_000_000;

    /** Reads a YAML file of whole nanoseconds. Missing keys have typical values. */
    public static HandOffCosts read(Path file) {
        Problems problems = new Problems();
        YamlSection section = YamlFile.read(file, problems);
        HandOffCosts costs = new HandOffCosts(
                ns(section, "sameCpuNs", TYPICAL.sameCpuNs),
                ns(section, "siblingNs", TYPICAL.siblingNs),
                ns(section, "llcNs", TYPICAL.llcNs),
                ns(section, "nodeNs", TYPICAL.nodeNs),
                ns(section, "hopNs", TYPICAL.hopNs),
                ns(section, "furtherHopNs", TYPICAL.furtherHopNs));
        section.reportUnknownKeys();
        problems.refuseIfAny();
        return costs;
    }

    private static long ns(YamlSection section, String key, long otherwise) {
        return Key.whole(key, otherwise, 0, MAX_NS, "").read(section);
    }

    /** Returns the cost between two CPUs of a machine. */
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
        return ofHops(machine.hops(from.node(), to.node()));
    }

    /** Returns the cost between two nodes. */
    public double ofHops(int hops) {
        return hops == 0 ? nodeNs : hopNs + (hops - 1.0) * furtherHopNs;
    }

    public String description() {
        return "hand-offs in ns: same CPU " + sameCpuNs + ", sibling " + siblingNs + ", same cache " + llcNs
                + ", same node " + nodeNs + ", next node " + hopNs + ", each further one " + furtherHopNs;
    }
}
