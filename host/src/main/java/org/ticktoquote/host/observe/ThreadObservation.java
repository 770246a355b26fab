package org.ticktoquote.host.observe;

import java.io.IOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.graph.ThreadGraph.AdapterNode;
import org.ticktoquote.host.graph.ThreadGraph.Source;
import org.ticktoquote.host.graph.ThreadGraph.SourceKind;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.graph.ThreadNode.ThreadRole;
import org.ticktoquote.host.machine.UsableCpus;
import org.ticktoquote.host.sockets.SocketTables;
import org.ticktoquote.host.sockets.SocketTables.SocketRow;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.state.Adapter;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.Cpus;
import org.ticktoquote.host.state.Interrupt;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStat;
import org.ticktoquote.host.threads.ThreadKind;
import org.ticktoquote.host.threads.ThreadLoads;
import org.ticktoquote.host.threads.ThreadLoads.Load;
import org.ticktoquote.host.trace.WakeUpCounter;
import org.ticktoquote.host.trace.WakeUpCounter.WakeUpCounts;
import org.ticktoquote.host.trace.WakeUpCounter.WakeUpCounts.Pair;

/**
 * Observation of the threads of a running process, from outside.
 *
 * @param graph threads, wake-ups and adapters
 * @param cpus CPUs on which each thread was seen, by its id in the graph
 */
public record ThreadObservation(ThreadGraph graph, Map<Integer, CpuList> cpus) {
    private static final int WINDOWS_A_SECOND = 10;
    private static final double SPINS = 0.95;
    private static final double MAX_SLICES_OF_SPINNER = 100;

    /** Counts up to this multiple of (1 + the count expected by chance) are discarded. */
    private static final double CHANCE = 3;

    /** Source of wake-ups. */
    public enum Choice {
        /** The kernel, otherwise the flight recorder. */
        BEST,
        KERNEL,
        JFR
    }

    /**
     * Observes a process.
     *
     * @param notes receives the source with its cost and limits before the observation starts
     * @param goesOn whether to continue; polled ten times a second
     * @throws ProblemException if no source is available
     */
    public static ThreadObservation of(
            Host host, long pid, int seconds, Choice choice, Consumer<String> notes, BooleanSupplier goesOn) {
        Observer observer = new Observer(host, pid, seconds, goesOn);
        try (@Nullable WakeUpCounter counter = choice == Choice.JFR ? null : counter(host, choice, notes)) {
            return counter == null ? observer.byFlight(notes) : observer.byKernel(counter, notes);
        }
    }

    private static @Nullable WakeUpCounter counter(Host host, Choice choice, Consumer<String> notes) {
        try {
            return WakeUpCounter.begin(host);
        } catch (ProblemException refusal) {
            if (choice == Choice.KERNEL) {
                throw refusal;
            }
            notes.accept("not counted by the kernel: " + refusal.getMessage());
            return null;
        }
    }

    private static final class Observer {
        private final Host host;
        private final ProcessFiles files = new ProcessFiles();
        private final long pid;
        private final int seconds;
        private final BooleanSupplier goesOn;
        private final SocketThreads sockets;
        private final Map<Long, CpuList> seen = new HashMap<>();
        private final Map<Long, ThreadStat> threads = new TreeMap<>();
        private int windows;
        /** Reason for an early end; empty otherwise. */
        private String end = "";

        private Observer(Host host, long pid, int seconds, BooleanSupplier goesOn) {
            this.host = host;
            this.pid = pid;
            this.seconds = seconds;
            this.goesOn = goesOn;
            this.sockets = new SocketThreads(host, pid);
        }

        private ThreadObservation byFlight(Consumer<String> notes) {
            try (RecordedWakeUps.Recording recording = RecordedWakeUps.start(pid)) {
                notes.accept("source: " + RecordedWakeUps.LIMITS);
                Map<Long, Load> loads = watch();
                if (!end.isEmpty()) {
                    throw Problem.ofFault(end + "; its flight recording is lost")
                            .expected("a process that runs for longer than --seconds")
                            .exception(ExitStatus.ENVIRONMENT);
                }
                return graph(recording.end(), SourceKind.JFR, loads);
            }
        }

        private ThreadObservation byKernel(WakeUpCounter counter, Consumer<String> notes) {
            notes.accept("source: " + WakeUpCounter.LIMITS);
            Map<Long, Load> loads = watch();
            WakeUpCounts counts = counter.counts();
            if (!end.isEmpty()) {
                notes.accept(end + ": all figures end there");
            }
            removeInterrupts(counts.wakes(), loads);
            counts.wakes().keySet().stream()
                    .filter(pair -> sockets.isOfNetwork(pair.from()))
                    .forEach(pair -> sockets.receivers().add(pair.to()));
            return graph(counts, SourceKind.SCHED_WAKING, loads);
        }

        /**
         * Removes wake-ups by timer interrupts, which are attributed to the interrupted thread. Wake-ups attributed to other
         * processes and idle CPUs estimate the number of these interrupts. The count expected for a thread is that number
         * times its share of a CPU.
         */
        private void removeInterrupts(Map<Pair, Long> wakes, Map<Long, Load> loads) {
            Map<Long, Long> foreign = new HashMap<>();
            wakes.forEach(
                    (pair, count) -> foreign.merge(pair.to(), threads.containsKey(pair.from()) ? 0 : count, Long::sum));
            wakes.entrySet().removeIf(each -> {
                long others = foreign.getOrDefault(each.getKey().to(), 0L);
                double byChance = others
                        * loads.getOrDefault(each.getKey().from(), Load.NONE).mean();
                return threads.containsKey(each.getKey().from())
                        && others >= each.getValue()
                        && each.getValue() <= CHANCE * (1 + byChance);
            });
        }

        private Map<Long, Load> watch() {
            long fromNs = System.nanoTime();
            try (ThreadLoads loads = new ThreadLoads(files, pid, seconds * WINDOWS_A_SECOND)) {
                sample();
                loads.watch(() -> {
                    if (++windows % WINDOWS_A_SECOND == 0) {
                        sample();
                    }
                    if (files.stat(pid, pid).isEmpty()
                            && files.stats(pid).findAny().isEmpty()) {
                        end = String.format(
                                Locale.ROOT,
                                "process %d ended after %.1f s of %d",
                                pid,
                                (System.nanoTime() - fromNs) / 1e9,
                                seconds);
                    }
                    return end.isEmpty() && goesOn.getAsBoolean();
                });
                return loads.loads();
            }
        }

        private void sample() {
            files.stats(pid).forEach(stat -> {
                threads.put(stat.tid(), stat);
                seen.merge(stat.tid(), CpuList.of(stat.cpu()), CpuList::union);
                sockets.sample(stat.tid());
            });
        }

        private ThreadObservation graph(WakeUpCounts counts, SourceKind kind, Map<Long, Load> loads) {
            if (threads.isEmpty()) {
                throw Problem.ofFault("process " + pid + " has ended").exception(ExitStatus.ENVIRONMENT);
            }
            Map<Long, Integer> ids = new HashMap<>();
            Map<Integer, CpuList> cpus = new HashMap<>();
            List<ThreadNode> nodes = new ArrayList<>();
            threads.forEach((tid, stat) -> {
                ids.put(tid, nodes.size() + 1);
                cpus.put(nodes.size() + 1, seen.get(tid));
                String fullName = counts.names().getOrDefault(tid, "");
                nodes.add(node(nodes.size() + 1, stat, fullName, loads.getOrDefault(tid, Load.NONE)));
            });
            List<WakeEdge> edges = new ArrayList<>();
            counts.wakes().forEach((pair, count) -> {
                Integer from = ids.get(pair.from());
                Integer to = ids.get(pair.to());
                if (from != null && to != null && !from.equals(to)) {
                    edges.add(new WakeEdge(from, to, count / Math.max(1e-3, counts.seconds())));
                }
            });
            edges.sort(Comparator.comparingInt(WakeEdge::from).thenComparingInt(WakeEdge::to));
            sockets.receivers().addAll(counts.receivers());
            return new ThreadObservation(
                    new ThreadGraph(
                            List.of(new Source(
                                    kind, counts.seconds(), counts.limits() + (end.isEmpty() ? "" : "; " + end))),
                            Cpus.read(host).isolated(),
                            nodes,
                            edges,
                            sockets.adapters(ids, counts.senders())),
                    cpus);
        }

        private ThreadNode node(int id, ThreadStat stat, String fullName, Load load) {
            ThreadRole role = switch (ThreadKind.ofName(stat.name())) {
                case GC -> ThreadRole.COLLECTOR;
                case COMPILER -> ThreadRole.COMPILER;
                case VM -> ThreadRole.JVM;
                case OTHER -> ThreadRole.COMPONENT;
            };
            return new ThreadNode(
                    id,
                    ThreadNode.APPLICATION,
                    pid,
                    stat.tid(),
                    stat.startTicks(),
                    stat.name(),
                    fullName,
                    role,
                    component(role, fullName.isEmpty() ? stat.name() : fullName),
                    load.mean(),
                    load.peak(),
                    load.slices(),
                    load.mean() >= SPINS && load.slices() < MAX_SLICES_OF_SPINNER,
                    CpuList.none(),
                    -1);
        }
    }

    /** Returns the component of a thread: its name without the trailing number, or its role. */
    static String component(ThreadRole role, String name) {
        return role == ThreadRole.COMPONENT ? name.replaceFirst("(?<=.)[-_#./ ]*\\d+\\D?$", "") : role.word();
    }

    /**
     * Finds threads that wait for a socket in a system call, and adapters with the addresses of the process's sockets.
     * Needs root for another user's threads.
     */
    private static final class SocketThreads {
        /** System calls that read the descriptor in their first argument, and calls that wait for several, by architecture. */
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

        /** Checks which system call a thread waits in. */
        void sample(long tid) {
            List<Set<Integer>> calls = CALLS.get(System.getProperty("os.arch", ""));
            String[] words = host.file("/proc/" + pid + "/task/" + tid + "/syscall")
                    .or("")
                    .split(" ", 3);
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

        /** Returns the threads seen waiting for a socket. */
        Set<Long> receivers() {
            return receivers;
        }

        /** Returns whether a thread is a kernel thread that receives packets. */
        boolean isOfNetwork(long tid) {
            String name =
                    tid == 0 ? "" : host.file("/proc/" + tid + "/comm").line().or("");
            return name.startsWith("ksoftirqd/") || name.startsWith("irq/") || name.startsWith("napi/");
        }

        /** Returns the adapters that the process uses, with the graph ids of their receiving and sending threads. */
        List<AdapterNode> adapters(Map<Long, Integer> ids, Set<Long> senders) {
            Set<Long> held = tables.held(pid);
            Set<String> addresses = new HashSet<>();
            Stream.concat(tables.tcp(pid).stream(), tables.udp(pid).stream())
                    .filter(row -> held.contains(row.inode()) && row.state() != SocketRow.LISTENING)
                    .forEach(
                            row -> addresses.add(row.local().inet().getAddress().getHostAddress()));
            Map<String, Integer> nodes = UsableCpus.read(host).memory().adapters();
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
            return threads.stream()
                    .filter(ids::containsKey)
                    .map(ids::get)
                    .sorted()
                    .toList();
        }

        /** Returns whether an adapter has one of the addresses. The wildcard address matches all adapters. */
        private static boolean uses(String adapter, Set<String> addresses) {
            if (addresses.contains("0.0.0.0") || addresses.contains("0:0:0:0:0:0:0:0")) {
                return true;
            }
            try {
                NetworkInterface found = NetworkInterface.getByName(adapter);
                return found != null
                        && found.inetAddresses()
                                .anyMatch(address -> addresses.contains(
                                        address.getHostAddress().replaceFirst("%.*", "")));
            } catch (SocketException unknown) {
                return false;
            }
        }

        /** Returns the CPUs of an adapter's interrupts, found in the device's list or by the adapter's name. */
        private CpuList interrupts(String adapter) {
            List<String> own = host.names("/sys/class/net/" + adapter + "/device/msi_irqs");
            return Interrupt.read(host).stream()
                    .filter(one -> own.contains(Integer.toString(one.number()))
                            || !adapter.equals(LOOPBACK) && one.device().contains(adapter))
                    .map(Interrupt::cpus)
                    .reduce(CpuList.none(), CpuList::union);
        }
    }
}
