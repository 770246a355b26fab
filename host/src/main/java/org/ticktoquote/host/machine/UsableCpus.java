package org.ticktoquote.host.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
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
 * CPUs that a run can place threads on (Documentation/admin-guide/cputopology.rst).
 *
 * <p>These are the CPUs of the cpuset within the mask that the harness was started with. The isolated CPUs of the cpuset are
 * added because a mask contains them only on request.
 *
 * @param usable numbers of the usable CPUs
 * @param isolated usable CPUs that are excluded from the kernel's load balancing
 * @param cores cores that contain usable CPUs, by node, then by number
 * @param memory nodes of the machine, and the location of its network adapters
 */
public record UsableCpus(CpuList usable, CpuList isolated, List<Core> cores, MemoryNodes memory) {
    private static final String NODES = "/sys/devices/system/node";

    public UsableCpus {
        cores = List.copyOf(cores);
    }

    /** Reads the topology from a host's files. A core with unknown siblings has one CPU. */
    public static UsableCpus read(Host host) {
        Cpus cpus = Cpus.read(host);
        CpuList asked = cpus.inherited().union(cpus.isolated()).intersection(cpus.allowed());
        return of(host, cpus, cpus.online().isEmpty() ? asked : asked.intersection(cpus.online()));
    }

    /** Reads the topology of the CPUs available to another process: online and in its cpuset. */
    public static UsableCpus read(Host host, long pid) {
        Cpus cpus = Cpus.read(host);
        return of(host, cpus, cpus.allowed(host, pid));
    }

    private static UsableCpus of(Host host, Cpus cpus, CpuList usable) {
        Map<Integer, Integer> nodes = nodes(host);
        Map<CpuList, Core> cores = new LinkedHashMap<>();
        for (int cpu : usable.numbers()) {
            CpuList siblings = siblings(host, cpu).intersection(usable).union(CpuList.of(cpu));
            cores.putIfAbsent(siblings, new Core(nodes.getOrDefault(cpu, 0), siblings));
        }
        List<Core> sorted = new ArrayList<>(cores.values());
        sorted.sort(Comparator.comparingInt(Core::node)
                .thenComparingInt(core -> core.cpus().numbers().get(0)));
        return new UsableCpus(usable, cpus.isolated().intersection(usable), sorted, MemoryNodes.read(host));
    }

    /** Returns the CPUs of a CPU's core, or the CPU alone if unknown. */
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

    /** Returns the nodes with usable cores: first the node of the network adapters, then by distance from it. */
    public List<Integer> nodesFromTheNetwork() {
        return memory.fromTheNetwork(cores.stream().map(Core::node).toList());
    }

    /** Returns the cores of a node, by number. */
    public List<CpuList> coresOf(int node) {
        return cores.stream()
                .filter(core -> core.node() == node)
                .map(Core::cpus)
                .toList();
    }

    /** Formats as in {@code CPUs 0-7, 4 cores, isolated 2-7}. */
    public String description() {
        return "CPUs " + usable + ", " + cores.size() + (cores.size() == 1 ? " core" : " cores") + ", isolated "
                + isolated;
    }

    /**
     * Core with its usable CPUs.
     *
     * @param node memory node; 0 if unknown
     * @param cpus its usable hardware threads
     */
    public record Core(int node, CpuList cpus) {}

    /**
     * Memory nodes of a machine, their distances and network adapters (Documentation/admin-guide/mm/numaperf.rst).
     *
     * @param adapters node of each physical network adapter that reports one, by name
     * @param distances distance from each node to all nodes by number, 10 to itself and to missing ones; empty if
     *     unknown
     */
    public record MemoryNodes(Map<String, Integer> adapters, Map<Integer, List<Integer>> distances) {
        public static final int OWN_DISTANCE = 10;

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
            return new MemoryNodes(adapters, rows(host));
        }

        /** Reads the distances of all nodes. A row in sysfs has one per online node, whose numbers can have gaps. */
        private static Map<Integer, List<Integer>> rows(Host host) {
            List<Integer> nodes = host.names(NODES).stream()
                    .filter(name -> name.matches("node[0-9]{1,4}"))
                    .map(name -> Integer.valueOf(name.substring("node".length())))
                    .sorted()
                    .toList();
            Map<Integer, List<Integer>> distances = new LinkedHashMap<>();
            for (Integer from : nodes) {
                String line =
                        host.file(NODES + "/node" + from + "/distance").or("").strip();
                List<Integer> values = line.matches("[0-9]{1,4}(\\s+[0-9]{1,4})*")
                        ? Arrays.stream(line.split("\\s+", -1))
                                .map(Integer::valueOf)
                                .toList()
                        : List.of();
                if (values.size() == nodes.size()) {
                    List<Integer> row =
                            new ArrayList<>(Collections.nCopies(nodes.get(nodes.size() - 1) + 1, OWN_DISTANCE));
                    for (int i = 0; i < values.size(); i++) {
                        row.set(nodes.get(i), values.get(i));
                    }
                    distances.put(from, row);
                }
            }
            return distances;
        }

        /** Returns the distinct nodes: first the one with most adapters, then by distance from it, then by number. */
        List<Integer> fromTheNetwork(List<Integer> nodes) {
            List<Integer> sorted =
                    new ArrayList<>(nodes.stream().distinct().sorted().toList());
            sorted.sort(Comparator.comparingLong((Integer node) -> -adaptersOf(node)));
            int home = sorted.get(0);
            sorted.sort(Comparator.comparingInt(node -> distance(home, node)));
            return sorted;
        }

        /** Returns the number of adapters at a node. */
        public long adaptersOf(int node) {
            return adapters.values().stream().filter(each -> each == node).count();
        }

        private int distance(int from, int to) {
            List<Integer> row = distances.getOrDefault(from, List.of());
            return from == to ? 0 : to < row.size() ? row.get(to) : Integer.MAX_VALUE;
        }
    }
}
