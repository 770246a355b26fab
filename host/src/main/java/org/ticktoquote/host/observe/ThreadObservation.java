package org.ticktoquote.host.observe;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.graph.ThreadGraph.Source;
import org.ticktoquote.host.graph.ThreadGraph.SourceKind;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.graph.ThreadRole;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.Cpus;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.threads.ThreadKind;
import org.ticktoquote.host.threads.ThreadLoads;
import org.ticktoquote.host.threads.ThreadLoads.Load;
import org.ticktoquote.host.threads.ThreadStat;
import org.ticktoquote.host.trace.WakeCounts;
import org.ticktoquote.host.trace.WakeCounts.Pair;
import org.ticktoquote.host.trace.WakeProgram;

/**
 * Observes the threads of a running process for some time, from outside.
 *
 * @param graph what was found
 * @param cpus on which each thread was seen, by its id in the graph
 */
public record ThreadObservation(ThreadGraph graph, Map<Integer, CpuList> cpus) {
    private static final int WINDOWS_A_SECOND = 10;
    private static final double SPINS = 0.95;
    private static final double MOST_SLICES_OF_SPINNER = 100;

    /** Counts up to so many times of what is expected by chance are chance. */
    private static final double CHANCE = 3;

    /** Source of wake-ups. */
    public enum Choice {
        /** The kernel, else the flight recorder. */
        BEST,
        KERNEL,
        JFR
    }

    /**
     * Observes.
     *
     * @param notes receives the source with its cost and limits before anything begins
     * @param goesOn asked ten times a second
     * @throws Refusal where no source is at hand
     */
    public static ThreadObservation of(
            Host host, long pid, int seconds, Choice choice, Consumer<String> notes, BooleanSupplier goesOn) {
        Observer observer = new Observer(host, pid, seconds, goesOn);
        try (@Nullable WakeProgram counter = choice == Choice.JFR ? null : counter(host, choice, notes)) {
            return counter == null ? observer.byFlight(notes) : observer.byKernel(counter, notes);
        }
    }

    private static @Nullable WakeProgram counter(Host host, Choice choice, Consumer<String> notes) {
        try {
            return WakeProgram.begin(host);
        } catch (Refusal refusal) {
            if (choice == Choice.KERNEL) {
                throw refusal;
            }
            notes.accept("not counted by the kernel: " + refusal.getMessage());
            return null;
        }
    }

    /** One observation. */
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

        private Observer(Host host, long pid, int seconds, BooleanSupplier goesOn) {
            this.host = host;
            this.pid = pid;
            this.seconds = seconds;
            this.goesOn = goesOn;
            this.sockets = new SocketThreads(host, pid);
        }

        private ThreadObservation byFlight(Consumer<String> notes) {
            try (FlightWakes.Recording recording = FlightWakes.start(pid)) {
                notes.accept("source: " + FlightWakes.LIMITS);
                Map<Long, Load> loads = watch();
                return graph(recording.end(), SourceKind.JFR, loads);
            }
        }

        private ThreadObservation byKernel(WakeProgram counter, Consumer<String> notes) {
            notes.accept("source: " + WakeProgram.LIMITS);
            Map<Long, Load> loads = watch();
            WakeCounts counts = counter.counts();
            removeInterrupts(counts.wakes(), loads);
            counts.wakes().keySet().stream()
                    .filter(pair -> sockets.isOfNetwork(pair.from()))
                    .forEach(pair -> sockets.receivers().add(pair.to()));
            return graph(counts, SourceKind.SCHED_WAKING, loads);
        }

        /**
         * A timer's interrupt wakes a sleeper in the name of whatever thread it interrupts. Wake-ups in the name of other
         * processes and of idle CPUs say how many there are; a thread's part of them is its share of a CPU.
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
            try (ThreadLoads loads = new ThreadLoads(files, pid, seconds * WINDOWS_A_SECOND)) {
                look();
                loads.watch(() -> {
                    if (++windows % WINDOWS_A_SECOND == 0) {
                        look();
                    }
                    return goesOn.getAsBoolean();
                });
                return loads.loads();
            }
        }

        private void look() {
            files.stats(pid).forEach(stat -> {
                threads.put(stat.tid(), stat);
                seen.merge(stat.tid(), CpuList.of(stat.cpu()), CpuList::and);
                sockets.look(stat.tid());
            });
        }

        private ThreadObservation graph(WakeCounts counts, SourceKind kind, Map<Long, Load> loads) {
            if (threads.isEmpty()) {
                throw Problem.ofFault("process " + pid + " has ended").refusal(ExitStatus.ENVIRONMENT);
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
                            List.of(new Source(kind, counts.seconds(), counts.limits())),
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
                    load.mean() >= SPINS && load.slices() < MOST_SLICES_OF_SPINNER,
                    CpuList.none(),
                    -1);
        }
    }

    /** Threads of one component differ in the number at the end of their names. */
    static String component(ThreadRole role, String name) {
        return role == ThreadRole.COMPONENT ? name.replaceFirst("(?<=.)[-_#./ ]*\\d+\\D?$", "") : role.word();
    }
}
