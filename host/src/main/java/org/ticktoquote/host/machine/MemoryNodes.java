package org.ticktoquote.host.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.host.source.Host;

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
