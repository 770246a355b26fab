package org.ticktoquote.host.machine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.Cpus;

/**
 * The CPUs that a run may put threads on (Documentation/admin-guide/cputopology.rst).
 *
 * <p>They are what the cpuset allows, within the mask that the harness was started with; isolated CPUs, which no mask holds
 * unless somebody asks for them, count when the cpuset allows them.
 *
 * @param usable by number
 * @param isolated those of them that the kernel's balancing leaves alone
 * @param cores of them, by node, then by number
 * @param memory nodes of the machine, and where its network adapters are
 */
public record Topology(CpuList usable, CpuList isolated, List<Core> cores, MemoryNodes memory) {
    private static final String NODES = "/sys/devices/system/node";

    public Topology {
        cores = List.copyOf(cores);
    }

    /** Reads it from a host's files; a core whose siblings are unknown has one CPU. */
    public static Topology read(Host host) {
        Cpus cpus = Cpus.read(host);
        CpuList asked = cpus.inherited().and(cpus.isolated()).within(cpus.allowed());
        CpuList usable = cpus.online().isEmpty() ? asked : asked.within(cpus.online());
        Map<Integer, Integer> nodes = nodes(host);
        Map<CpuList, Core> cores = new LinkedHashMap<>();
        for (int cpu : usable.numbers()) {
            CpuList siblings = siblings(host, cpu).within(usable).and(CpuList.of(cpu));
            cores.putIfAbsent(siblings, new Core(nodes.getOrDefault(cpu, 0), siblings));
        }
        List<Core> sorted = new ArrayList<>(cores.values());
        sorted.sort(Comparator.comparingInt(Core::node)
                .thenComparingInt(core -> core.cpus().numbers().get(0)));
        return new Topology(usable, cpus.isolated().within(usable), sorted, MemoryNodes.read(host));
    }

    /** The CPUs of a CPU's core; the CPU alone where that is unknown. */
    public static CpuList siblings(Host host, int cpu) {
        return Stream.of("topology/core_cpus_list", "topology/thread_siblings_list")
                .map(file -> host.file(Cpus.path(cpu, file)).line().or(""))
                .filter(list -> !list.isEmpty())
                .findFirst()
                .map(CpuList::parse)
                .orElse(CpuList.of(cpu));
    }

    private static Map<Integer, Integer> nodes(Host host) {
        Map<Integer, Integer> nodes = new TreeMap<>();
        for (String name : host.names(NODES)) {
            if (name.matches("node[0-9]{1,4}")) {
                int node = Integer.parseInt(name.substring("node".length()));
                CpuList.parse(host.file(NODES + "/" + name + "/cpulist").or(""))
                        .numbers()
                        .forEach(cpu -> nodes.put(cpu, node));
            }
        }
        return nodes;
    }

    /** Nodes that have usable cores, that of the network adapters first, then by distance from it. */
    public List<Integer> nodesFromTheNetwork() {
        return memory.fromTheNetwork(cores.stream().map(Core::node).toList());
    }

    /** The cores of a node, by number. */
    public List<CpuList> coresOf(int node) {
        return cores.stream()
                .filter(core -> core.node() == node)
                .map(Core::cpus)
                .toList();
    }

    /** In words, as in {@code CPUs 0-7, 4 cores, isolated 2-7}. */
    public String words() {
        return "CPUs " + usable + ", " + cores.size() + (cores.size() == 1 ? " core" : " cores") + ", isolated "
                + isolated;
    }
}
