package org.ticktoquote.harness.threads.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.IntFunction;
import org.ticktoquote.harness.host.source.HostFixture;
import org.ticktoquote.harness.host.source.RecordedHost;

/** Trees of machines, written after the formats of real ones. */
public final class Machines {
    private static final String CPUS = "/sys/devices/system/cpu";

    private final Path tree;

    private Machines(Path tree) {
        this.tree = tree;
    }

    /** A machine without anything isolated, which the harness may use as a whole. */
    public static Machines of(Path tree, int cpus, IntFunction<String> siblings, IntFunction<Integer> node, int nodes)
            throws IOException {
        Machines machine = new Machines(tree);
        machine.file(CPUS + "/online", cpus == 1 ? "0" : "0-" + (cpus - 1));
        machine.file(CPUS + "/isolated", "");
        machine.allowed("0-" + (cpus - 1));
        for (int cpu = 0; cpu < cpus; cpu++) {
            machine.file(CPUS + "/cpu" + cpu + "/topology/thread_siblings_list", siblings.apply(cpu));
        }
        for (int each = 0; each < nodes; each++) {
            StringBuilder list = new StringBuilder();
            for (int cpu = 0; cpu < cpus; cpu++) {
                if (node.apply(cpu) == each) {
                    list.append(list.isEmpty() ? "" : ",").append(cpu);
                }
            }
            machine.file("/sys/devices/system/node/node" + each + "/cpulist", list.toString());
        }
        return machine;
    }

    /** Cores of one thread each in one socket. */
    public static Machines plain(Path tree, int cpus) throws IOException {
        return of(tree, cpus, cpu -> Integer.toString(cpu), cpu -> 0, 1);
    }

    /** Four sockets of eight cores with two threads: CPU n and CPU n + 32 are siblings. */
    public static Machines fourSockets(Path tree) throws IOException {
        return of(tree, 64, cpu -> cpu % 32 + "," + (cpu % 32 + 32), cpu -> cpu % 32 / 8, 4);
    }

    /** What the kernel keeps away from these CPUs; no mask holds them unless asked. */
    public Machines isolated(String cpus, String rest) throws IOException {
        file(CPUS + "/isolated", cpus);
        return allowed(rest);
    }

    /** The mask that the harness was started with. */
    public Machines allowed(String cpus) throws IOException {
        file("/proc/self/status", "Name:\tjava\nCpus_allowed_list:\t" + cpus);
        return this;
    }

    /** A network adapter at a memory node. */
    public Machines adapter(String name, int node) throws IOException {
        file("/sys/class/net/" + name + "/device/numa_node", Integer.toString(node));
        return this;
    }

    /** How far a node is from all nodes. */
    public Machines distances(int node, String distances) throws IOException {
        file("/sys/devices/system/node/node" + node + "/distance", distances);
        return this;
    }

    /** What the control group allows. */
    public Machines cpuset(String cpus) throws IOException {
        file("/proc/self/cgroup", "0::/");
        file("/sys/fs/cgroup/cpuset.cpus.effective", cpus);
        return this;
    }

    public Topology topology() {
        return Topology.read(new RecordedHost(tree));
    }

    private void file(String path, String content) throws IOException {
        HostFixture.write(tree, path, content + "\n");
    }
}
