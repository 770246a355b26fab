package org.ticktoquote.host.observe;

import java.io.IOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.ticktoquote.host.graph.ThreadGraph.AdapterNode;
import org.ticktoquote.host.machine.Topology;
import org.ticktoquote.host.sockets.SocketRow;
import org.ticktoquote.host.sockets.SocketTables;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.state.Adapter;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.Interrupt;

/**
 * Threads at the network: those that wait for a socket in a system call when they are looked at, and the adapters whose addresses
 * the process's sockets have. Another user's threads need root.
 */
final class SocketThreads {
    /** Calls that read from the descriptor that is their first argument, and calls that wait for several, by architecture. */
    private static final Map<String, List<Set<Integer>>> CALLS = Map.of(
            "amd64", List.of(Set.of(0, 45, 47, 299), Set.of(7, 23, 232, 270, 271, 281)),
            "aarch64", List.of(Set.of(63, 207, 212, 243), Set.of(22, 72, 73)));

    private static final String LOOPBACK = "lo";
    private static final int HEX = 16;

    private final Host host;
    private final long pid;
    private final SocketTables tables = new SocketTables(Path.of("/proc"));
    private final Set<Long> receivers = new HashSet<>();

    SocketThreads(Host host, long pid) {
        this.host = host;
        this.pid = pid;
    }

    /** Looks what a thread waits for. */
    void look(long tid) {
        List<Set<Integer>> calls = CALLS.get(System.getProperty("os.arch", ""));
        String[] words =
                host.file("/proc/" + pid + "/task/" + tid + "/syscall").or("").split(" ", 3);
        if (calls == null || words.length < 2 || !words[0].matches("\\d{1,4}")) {
            return;
        }
        int call = Integer.parseInt(words[0]);
        if (calls.get(1).contains(call) || calls.get(0).contains(call) && isSocket(words[1])) {
            receivers.add(tid);
        }
    }

    private boolean isSocket(String descriptor) {
        try {
            long number = Long.parseUnsignedLong(descriptor.replaceFirst("^0x", ""), HEX);
            return Files.readSymbolicLink(Path.of("/proc/" + pid + "/fd/" + number))
                    .toString()
                    .startsWith("socket:");
        } catch (IOException | NumberFormatException closed) {
            return false;
        }
    }

    /** Threads that were seen waiting. */
    Set<Long> receivers() {
        return receivers;
    }

    /** Whether it is a thread of the kernel that receives packets. */
    boolean isOfNetwork(long tid) {
        String name = tid == 0 ? "" : host.file("/proc/" + tid + "/comm").line().or("");
        return name.startsWith("ksoftirqd/") || name.startsWith("irq/") || name.startsWith("napi/");
    }

    /** The adapters that the process uses, with the threads at them by their ids in the graph. */
    List<AdapterNode> adapters(Map<Long, Integer> ids, Set<Long> senders) {
        Set<Long> held = tables.held(pid);
        Set<String> addresses = new HashSet<>();
        Stream.concat(tables.tcp(pid).stream(), tables.udp(pid).stream())
                .filter(row -> held.contains(row.inode()) && row.state() != SocketRow.LISTENING)
                .forEach(row -> addresses.add(row.local().inet().getAddress().getHostAddress()));
        Map<String, Integer> nodes = Topology.read(host).memory().adapters();
        List<String> used = Stream.concat(Adapter.read(host).stream().map(Adapter::name), Stream.of(LOOPBACK))
                .filter(name -> uses(name, addresses))
                .toList();
        return used.stream()
                .filter(name -> !name.equals(LOOPBACK) || used.size() == 1)
                .map(name -> new AdapterNode(
                        name, nodes.getOrDefault(name, -1), interrupts(name), in(ids, receivers), in(ids, senders)))
                .toList();
    }

    private static List<Integer> in(Map<Long, Integer> ids, Set<Long> threads) {
        return threads.stream().filter(ids::containsKey).map(ids::get).sorted().toList();
    }

    /** A socket that takes packets from everywhere uses all. */
    private static boolean uses(String adapter, Set<String> addresses) {
        if (addresses.contains("0.0.0.0") || addresses.contains("0:0:0:0:0:0:0:0")) {
            return true;
        }
        try {
            NetworkInterface found = NetworkInterface.getByName(adapter);
            return found != null
                    && found.inetAddresses()
                            .anyMatch(address ->
                                    addresses.contains(address.getHostAddress().replaceFirst("%.*", "")));
        } catch (SocketException unknown) {
            return false;
        }
    }

    /** By the adapter's name in the interrupt's, or by its device's list. */
    private CpuList interrupts(String adapter) {
        List<String> own = host.names("/sys/class/net/" + adapter + "/device/msi_irqs");
        return Interrupt.read(host).stream()
                .filter(one -> own.contains(Integer.toString(one.number()))
                        || !adapter.equals(LOOPBACK) && one.device().contains(adapter))
                .map(Interrupt::cpus)
                .reduce(CpuList.none(), CpuList::and);
    }
}
