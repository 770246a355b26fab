package org.ticktoquote.host.graph;

import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.topology.CpuTopology;

/**
 * Threads, the wake-ups between them, and the network adapters at both ends of the path of a tick.
 *
 * @param sources of the observation
 * @param isolated CPUs that were isolated on the observed host
 */
public record ThreadGraph(
        List<Source> sources,
        CpuList isolated,
        List<ThreadNode> threads,
        List<WakeEdge> edges,
        List<AdapterNode> adapters) {
    private static final int HASH_DIGITS = 12;

    /**
     * Source of an observation.
     *
     * @param seconds observed; 0 for a model
     * @param limits of the source in words; can be empty
     */
    public record Source(SourceKind kind, double seconds, String limits) {}

    /** Sources of wake-ups, most accurate first. */
    public enum SourceKind {
        /** Kernel tracepoint of the same name. */
        SCHED_WAKING,
        /** JDK Flight Recorder. */
        JFR,
        /** File written by hand or generated. */
        MODEL;

        /** Returns the word used in files. */
        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * Wake-ups of one thread by another.
     *
     * @param from id of the waker
     * @param to id of the woken thread
     * @param wakeups per second
     */
    public record WakeEdge(int from, int to, double wakeups) {}

    /**
     * Network adapter on the path of a tick.
     *
     * @param node memory node; -1 if unknown
     * @param interrupts CPUs that serve its interrupts; empty if unknown
     * @param receivers ids of the first threads that handle received packets
     * @param senders ids of the last threads that handle sent packets
     */
    public record AdapterNode(
            String name, int node, CpuList interrupts, List<Integer> receivers, List<Integer> senders) {
        public AdapterNode {
            receivers = List.copyOf(receivers);
            senders = List.copyOf(senders);
        }
    }

    public ThreadGraph {
        sources = List.copyOf(sources);
        threads = List.copyOf(threads);
        edges = List.copyOf(edges);
        adapters = List.copyOf(adapters);
    }

    /**
     * Reads a file.
     *
     * @param machine only its CPUs and memory nodes are valid in the graph
     * @throws org.ticktoquote.core.command.ProblemException with all problems of the file
     */
    public static ThreadGraph read(Path file, CpuTopology machine) {
        return GraphFile.read(file, machine);
    }

    /** Returns the graph as JSON with one thread, edge or adapter per line. {@link #read} accepts it. */
    public String json() {
        return GraphFile.json(this);
    }

    /** Returns the first digits of the SHA-256 of the {@link #json}. */
    public String hash() {
        return Sha256.ofText(json(), HASH_DIGITS);
    }

    /** Returns a function that maps thread ids to positions in {@link #threads}. */
    public IntUnaryOperator positions() {
        Map<Integer, Integer> positions = new HashMap<>();
        for (int i = 0; i < threads.size(); i++) {
            positions.put(threads.get(i).id(), i);
        }
        return id -> Objects.requireNonNull(positions.get(id));
    }

    /**
     * Returns the positions of the threads on the path of a tick. These can be reached from a receiver and can reach a
     * sender, through wake-ups of non-housekeeping threads. Without receivers or senders, all
     * non-housekeeping threads are on the path.
     */
    public BitSet path() {
        IntUnaryOperator positions = positions();
        BitSet components = new BitSet();
        for (int i = 0; i < threads.size(); i++) {
            components.set(i, !threads.get(i).role().isHousekeeping());
        }
        BitSet receivers = new BitSet();
        BitSet senders = new BitSet();
        for (AdapterNode adapter : adapters) {
            adapter.receivers().forEach(id -> receivers.set(positions.applyAsInt(id)));
            adapter.senders().forEach(id -> senders.set(positions.applyAsInt(id)));
        }
        if (receivers.isEmpty() || senders.isEmpty()) {
            return components;
        }
        BitSet path = reachable(receivers, components, positions, true);
        path.and(reachable(senders, components, positions, false));
        return path;
    }

    private BitSet reachable(BitSet starts, BitSet through, IntUnaryOperator positions, boolean forward) {
        BitSet reached = (BitSet) starts.clone();
        int before;
        do {
            before = reached.cardinality();
            for (WakeEdge edge : edges) {
                int from = positions.applyAsInt(forward ? edge.from() : edge.to());
                int to = positions.applyAsInt(forward ? edge.to() : edge.from());
                if (reached.get(from) && (through.get(to) || starts.get(to))) {
                    reached.set(to);
                }
            }
        } while (reached.cardinality() > before);
        return reached;
    }
}
