package org.ticktoquote.host.observe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
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
import org.ticktoquote.host.trace.KernelTrace;
import org.ticktoquote.host.trace.WakeCounts;
import org.ticktoquote.host.trace.WakeCounts.Pair;
import org.ticktoquote.host.trace.WakeHistogram;
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
    private static final double NS = 1e9;

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
        Observer observer = new Observer(host, pid, seconds, notes, goesOn);
        if (choice == Choice.JFR) {
            return observer.byFlight();
        }
        WakeCounts.Counter counter;
        try {
            counter = WakeHistogram.isKnown(KernelTrace.TRACING)
                    ? WakeHistogram.begin(KernelTrace.TRACING)
                    : WakeProgram.begin(host);
        } catch (Refusal refusal) {
            if (choice == Choice.KERNEL) {
                throw refusal;
            }
            notes.accept("not counted by the kernel: " + refusal.getMessage());
            return observer.byFlight();
        }
        try (counter) {
            return observer.byKernel(counter);
        }
    }

    /** One observation. */
    private static final class Observer {
        private final Host host;
        private final ProcessFiles files = new ProcessFiles();
        private final long pid;
        private final int seconds;
        private final Consumer<String> notes;
        private final BooleanSupplier goesOn;
        private final SocketThreads sockets;
        private final Map<Long, CpuList> seen = new HashMap<>();
        private final Map<Long, ThreadStat> threads = new TreeMap<>();
        private int windows;

        private Observer(Host host, long pid, int seconds, Consumer<String> notes, BooleanSupplier goesOn) {
            this.host = host;
            this.pid = pid;
            this.seconds = seconds;
            this.notes = notes;
            this.goesOn = goesOn;
            this.sockets = new SocketThreads(host, pid);
        }

        private ThreadObservation byFlight() {
            try (FlightWakes.Recording recording = FlightWakes.start(pid)) {
                notes.accept("source: " + FlightWakes.LIMITS);
                Map<Long, Load> loads = watch();
                WakeObservation wakes = recording.end();
                return graph(wakes, loads);
            }
        }

        private ThreadObservation byKernel(WakeCounts.Counter counter) {
            notes.accept("source: " + counter.words());
            WakeCounts before = counter.counts();
            long fromNs = System.nanoTime();
            Map<Long, Load> loads = watch();
            WakeCounts counts = counter.counts();
            double elapsed = (System.nanoTime() - fromNs) / NS;
            Map<Pair, Long> wakes = new HashMap<>();
            counts.wakes()
                    .forEach((pair, count) ->
                            wakes.put(pair, count - before.wakes().getOrDefault(pair, 0L)));
            wakes.values().removeIf(count -> count <= 0);
            removeInterrupts(wakes, loads);
            Set<Long> receivers = new HashSet<>();
            wakes.keySet().stream()
                    .filter(pair -> sockets.isOfNetwork(pair.from()))
                    .forEach(pair -> receivers.add(pair.to()));
            String limits = counter.words() + (counts.dropped() ? "; its table was full: edges are missing" : "");
            return graph(
                    new WakeObservation(
                            wakes,
                            counts.sends().keySet(),
                            receivers,
                            Map.of(),
                            new Source(SourceKind.SCHED_WAKING, elapsed, limits)),
                    loads);
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

        private ThreadObservation graph(WakeObservation wakes, Map<Long, Load> loads) {
            if (threads.isEmpty()) {
                throw Problem.ofFault("process " + pid + " has ended").refusal(ExitStatus.ENVIRONMENT);
            }
            Map<Long, Integer> ids = new HashMap<>();
            Map<Integer, CpuList> cpus = new HashMap<>();
            List<ThreadNode> nodes = new ArrayList<>();
            for (ThreadStat stat : threads.values()) {
                int id = nodes.size() + 1;
                ids.put(stat.tid(), id);
                cpus.put(id, seen.get(stat.tid()));
                nodes.add(node(
                        id,
                        stat,
                        wakes.names().getOrDefault(stat.tid(), ""),
                        loads.getOrDefault(stat.tid(), Load.NONE)));
            }
            List<WakeEdge> edges = new ArrayList<>();
            wakes.wakes().entrySet().stream()
                    .filter(each -> ids.containsKey(each.getKey().from())
                            && ids.containsKey(each.getKey().to())
                            && each.getKey().from() != each.getKey().to())
                    .map(each -> new WakeEdge(
                            ids.getOrDefault(each.getKey().from(), 0),
                            ids.getOrDefault(each.getKey().to(), 0),
                            each.getValue() / Math.max(1e-3, wakes.source().seconds())))
                    .sorted((a, b) -> a.from() != b.from()
                            ? Integer.compare(a.from(), b.from())
                            : Integer.compare(a.to(), b.to()))
                    .forEach(edges::add);
            Set<Long> receivers = new HashSet<>(wakes.receivers());
            receivers.addAll(sockets.receivers());
            return new ThreadObservation(
                    new ThreadGraph(
                            List.of(wakes.source()),
                            Cpus.read(host).isolated(),
                            nodes,
                            edges,
                            sockets.adapters(ids, receivers, wakes.senders())),
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
