package org.ticktoquote.host.placement;

import java.util.List;
import org.ticktoquote.host.machine.Core;
import org.ticktoquote.host.machine.Topology;
import org.ticktoquote.host.state.CpuList;

/**
 * Disjoint sets of CPUs for the application, its JVM and the harness.
 *
 * <p>The application gets the isolated cores where there are any. On a machine of several memory nodes it and its JVM, which
 * has a quarter of them, get the cores of the node at which the network adapters are, and the harness a quarter of the nearest
 * other node. Else it gets all cores but the first ones, of which JVM and harness have a quarter each. A quarter is one at least
 * and four at most. Sets are whole cores from three cores on; below that CPUs. What is left when the application has its
 * set is split in two; where it is one CPU, JVM and harness share it.
 *
 * @param application where the application's own threads run
 * @param jvm where its JVM's threads run
 * @param harness where everything of ours runs
 * @param pacer where the replayer's sender runs: alone from three of the harness's cores on, else the harness's set
 */
record AutoSets(CpuList application, CpuList jvm, CpuList harness, CpuList pacer) {
    private static final int MOST = 4;
    private static final int CORES_ENOUGH = 3;

    /** Of a machine with two CPUs or more. */
    static AutoSets of(Topology machine) {
        List<CpuList> cores = machine.cores().stream().map(Core::cpus).toList();
        List<CpuList> isolated = cores.stream()
                .filter(core -> machine.isolated().containsAll(core))
                .toList();
        List<CpuList> ordinary =
                cores.stream().filter(core -> !isolated.contains(core)).toList();
        if (!isolated.isEmpty() && !ordinary.isEmpty()) {
            return split(union(isolated), ordinary.size() > 1 ? ordinary : single(union(ordinary)));
        }
        List<Integer> nodes = machine.nodesFromTheNetwork();
        if (nodes.size() > 1 && machine.coresOf(nodes.get(0)).size() >= CORES_ENOUGH) {
            return onOneNode(machine.coresOf(nodes.get(0)), machine.coresOf(nodes.get(1)));
        }
        if (cores.size() >= CORES_ENOUGH) {
            int others = 2 * quarter(cores.size());
            return split(union(cores.subList(others, cores.size())), cores.subList(0, others));
        }
        if (cores.size() == 2) {
            return split(cores.get(1), single(cores.get(0)));
        }
        List<CpuList> cpus = single(machine.usable());
        int others = Math.min(2, cpus.size() - 1);
        return split(union(cpus.subList(others, cpus.size())), cpus.subList(0, others));
    }

    /** Threads of one application that share memory do not pay for the way to another node; the harness is beside them. */
    private static AutoSets onOneNode(List<CpuList> home, List<CpuList> beside) {
        int jvm = quarter(home.size());
        List<CpuList> harness = beside.subList(0, quarter(beside.size()));
        int last = harness.size() - 1;
        boolean pacer = harness.size() >= CORES_ENOUGH;
        return new AutoSets(
                union(home.subList(jvm, home.size())),
                union(home.subList(0, jvm)),
                union(pacer ? harness.subList(0, last) : harness),
                pacer ? harness.get(last) : union(harness));
    }

    private static int quarter(int cores) {
        return Math.max(1, Math.min(MOST, cores / 4));
    }

    private static AutoSets split(CpuList application, List<CpuList> others) {
        if (others.size() == 1) {
            return new AutoSets(application, others.get(0), others.get(0), others.get(0));
        }
        int half = others.size() / 2;
        List<CpuList> harness = others.subList(half, others.size());
        CpuList jvm = union(others.subList(0, half));
        if (harness.size() < CORES_ENOUGH) {
            return new AutoSets(application, jvm, union(harness), union(harness));
        }
        int last = harness.size() - 1;
        return new AutoSets(application, jvm, union(harness.subList(0, last)), harness.get(last));
    }

    private static CpuList union(List<CpuList> parts) {
        return parts.stream().reduce(CpuList.none(), CpuList::and);
    }

    private static List<CpuList> single(CpuList cpus) {
        return cpus.numbers().stream().map(CpuList::of).toList();
    }
}
