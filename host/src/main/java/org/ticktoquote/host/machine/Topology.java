package org.ticktoquote.host.machine;

import java.util.ArrayList;
import java.util.Arrays;
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
        return of(host, cpus, cpus.online().isEmpty() ? asked : asked.within(cpus.online()));
    }

    /** The CPUs that threads of another process can be given: online, and in its cpuset. */
    public static Topology read(Host host, long pid) {
        Cpus cpus = Cpus.read(host);
        return of(host, cpus, cpus.allowed(host, pid));
    }

    private static Topology of(Host host, Cpus cpus, CpuList usable) {
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

    /**
     * A core, as far as a run may use it.
     *
     * @param node of memory; 0 where the system knows none
     * @param cpus its hardware threads
     */
    public record Core(int node, CpuList cpus) {}

    /**
     * What a machine's memory nodes are to each other and to its network (Documentation/admin-guide/mm/numaperf.rst).
     *
     * @param adapters node of each physical network adapter that says one, by name
     * @param distances of each node to all nodes, 10 to itself; empty where the system says none
     */
    public record MemoryNodes(Map<String, Integer> adapters, Map<Integer, List<Integer>> distances) {
        private static final String NODES = "/sys/devices/system/node";
        private static final String ADAPTERS = "/sys/class/net";

        static MemoryNodes read(Host host) {
            Map<String, Integer> adapters = new LinkedHashMap<>();
            for (String name : host.names(ADAPTERS)) {
                host.file(ADAPTERS + "/" + name + "/device/numa_node")
                        .line()
                        .number()
                        .ifPresent(node -> {
                            if (node >= 0) {
                                adapters.put(name, (int) node);
                            }
                        });
            }
            Map<Integer, List<Integer>> distances = new LinkedHashMap<>();
            for (String name : host.names(NODES)) {
                String line = host.file(NODES + "/" + name + "/distance").or("").strip();
                if (name.matches("node[0-9]{1,4}") && line.matches("[0-9]{1,4}(\\s+[0-9]{1,4})*")) {
                    distances.put(
                            Integer.parseInt(name.substring("node".length())),
                            Arrays.stream(line.split("\\s+", -1))
                                    .map(Integer::valueOf)
                                    .toList());
                }
            }
            return new MemoryNodes(adapters, distances);
        }

        /** The nodes of these cores, the one of most adapters first, then by their distance from it, then by number. */
        List<Integer> fromTheNetwork(List<Integer> nodes) {
            List<Integer> sorted =
                    new ArrayList<>(nodes.stream().distinct().sorted().toList());
            sorted.sort(Comparator.comparingLong((Integer node) -> -adaptersOf(node)));
            int home = sorted.get(0);
            sorted.sort(Comparator.comparingInt(node -> distance(home, node)));
            return sorted;
        }

        /** How many adapters are at a node. */
        public long adaptersOf(int node) {
            return adapters.values().stream().filter(each -> each == node).count();
        }

        private int distance(int from, int to) {
            List<Integer> row = distances.getOrDefault(from, List.of());
            return from == to ? 0 : to < row.size() ? row.get(to) : Integer.MAX_VALUE;
        }
    }
}
