package org.ticktoquote.host.graph;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.file.JsonText;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.core.yaml.Key;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.host.graph.ThreadGraph.AdapterNode;
import org.ticktoquote.host.graph.ThreadGraph.Source;
import org.ticktoquote.host.graph.ThreadGraph.SourceKind;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.graph.ThreadNode.ThreadRole;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.NamePattern;
import org.ticktoquote.host.topology.CpuTopology;

/**
 * Threads, the wake-ups between them, and the network adapters at both ends of the path of a tick.
 *
 * @param sources methods of observation
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
     * @param seconds duration of the observation; 0 for a model
     * @param limits limitations of the source in words; can be empty
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
     * @param wakeups number of wake-ups per second
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
     * @param machine machine whose CPUs and memory nodes can be used in the graph
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

    /**
     * File format of a {@link ThreadGraph}: JSON, or YAML if written by hand.
     *
     * @param ids thread ids read so far
     * @param machine machine for which the threads are planned
     */
    private record GraphFile(YamlSection top, Set<Integer> ids, CpuTopology machine) {
        private static final int VERSION = 1;
        private static final String KNOWN = "the id of one of the threads";
        private static final String A_NAME = "a thread name as in /proc, at most 15 bytes";
        private static final double MAX_RATE = 1e9;
        private static final int MAX_NODE = 1023;

        private static final Key<Long> VERSION_KEY = Key.whole("formatVersion", null, VERSION, VERSION, "")
                .required(VERSION + ", the version of this format");
        private static final Key<CpuList> ISOLATED = cpus("isolated");
        private static final Key<SourceKind> KIND = Key.constant(
                        "kind", SourceKind.MODEL, SourceKind.values(), SourceKind::word)
                .required(Key.words(SourceKind.values(), SourceKind::word));
        private static final Key<Double> SECONDS = amount("seconds", MAX_RATE);
        private static final Key<String> LIMITS = text("limits", "");
        private static final Key<List<Source>> SOURCES = Key.list("sources", GraphFile::source);
        private static final Key<Long> ID = count("id", -1, 0, Integer.MAX_VALUE);
        private static final Key<String> PROCESS = text("process", ThreadNode.APPLICATION);
        private static final Key<Long> PID = count("pid", 0, 0, Integer.MAX_VALUE);
        private static final Key<Long> TID = count("tid", 0, 0, Integer.MAX_VALUE);
        private static final Key<Long> START_TICKS = count("startTicks", 0, 0, Long.MAX_VALUE);
        private static final Key<String> NAME =
                Key.value("name", "", A_NAME, GraphFile::fitting).required(A_NAME);
        private static final Key<String> FULL_NAME = text("fullName", "");
        private static final Key<ThreadRole> ROLE =
                Key.constant("role", ThreadRole.COMPONENT, ThreadRole.values(), ThreadRole::word);
        private static final Key<String> COMPONENT = text("component", "");
        private static final Key<Double> LOAD = amount("load", 1);
        private static final Key<Double> LOAD_P99 = amount("loadP99", 1);
        private static final Key<Double> SLICES = amount("slices", MAX_RATE);
        private static final Key<Boolean> SPINS =
                Key.value("spins", false, "true or false", Map.of("true", true, "false", false)::get);
        private static final Key<CpuList> PINNED = cpus("pinned");
        private static final Key<Long> MEMORY_NODE = count("memoryNode", -1, -1, MAX_NODE);
        private static final Key<Double> WAKEUPS = amount("wakeups", MAX_RATE).required(atMost(MAX_RATE));
        private static final Key<String> ADAPTER = text("name", "").required("an adapter's name, as in eth0");
        private static final Key<Long> NODE = count("node", -1, -1, MAX_NODE);
        private static final Key<CpuList> INTERRUPTS = cpus("interrupts");
        private static final JsonMapper MAPPER = JsonMapper.builder()
                .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                .addModule(new SimpleModule().addSerializer(CpuList.class, ToStringSerializer.instance))
                .build();

        static ThreadGraph read(Path file, CpuTopology machine) {
            Problems problems = new Problems();
            ThreadGraph graph = new GraphFile(YamlFile.read(file, problems), new HashSet<>(), machine).graph();
            problems.refuseIfAny();
            return graph;
        }

        private ThreadGraph graph() {
            VERSION_KEY.find(top);
            List<Source> sources = SOURCES.read(top);
            CpuList isolated = ISOLATED.read(top);
            List<ThreadNode> threads = Key.list("threads", this::thread).read(top);
            if (threads.isEmpty()) {
                top.problemAt("threads", "a list of at least one thread");
            }
            List<WakeEdge> edges = Key.list("edges", this::edge).read(top);
            List<AdapterNode> adapters = Key.list("adapters", this::adapter).read(top);
            top.reportUnknownKeys();
            return new ThreadGraph(sources, isolated, threads, edges, adapters);
        }

        private static Source source(YamlSection section) {
            return new Source(KIND.read(section), SECONDS.read(section), LIMITS.read(section));
        }

        private ThreadNode thread(YamlSection section) {
            int id = ID.read(section).intValue();
            if (!section.has(ID.name()) || id >= 0 && !ids.add(id)) {
                section.problemAt(ID.name(), "a number that no other thread has");
            }
            double load = LOAD.read(section);
            return new ThreadNode(
                    id,
                    PROCESS.read(section),
                    PID.read(section).intValue(),
                    TID.read(section).intValue(),
                    START_TICKS.read(section),
                    // threads can have an empty name
                    "".equals(section.tree(NAME.name())) ? "" : NAME.read(section),
                    FULL_NAME.read(section),
                    ROLE.read(section),
                    COMPONENT.read(section),
                    load,
                    Math.max(load, LOAD_P99.read(section)),
                    SLICES.read(section),
                    SPINS.read(section),
                    pinned(section),
                    node(section, MEMORY_NODE));
        }

        private CpuList pinned(YamlSection section) {
            CpuList cpus = PINNED.read(section);
            if (!machine.cpus().containsAll(cpus)) {
                section.problemAt(PINNED.name(), "some of the machine's CPUs, " + machine.cpus());
            }
            return cpus;
        }

        private int node(YamlSection section, Key<Long> key) {
            int node = key.read(section).intValue();
            if (node >= 0 && !machine.nodes().contains(node)) {
                section.problemAt(key.name(), "one of the machine's memory nodes, " + machine.nodes());
            }
            return node;
        }

        private WakeEdge edge(YamlSection section) {
            int from = known("from").read(section);
            int to = known("to").read(section);
            if (from == to && from >= 0) {
                section.problemAt("to", "a thread other than the waker");
            }
            return new WakeEdge(from, to, WAKEUPS.read(section));
        }

        private AdapterNode adapter(YamlSection section) {
            return new AdapterNode(
                    ADAPTER.read(section),
                    node(section, NODE),
                    INTERRUPTS.read(section),
                    Objects.requireNonNullElse(section.distinct("receivers", KNOWN, this::idOf), List.of()),
                    Objects.requireNonNullElse(section.distinct("senders", KNOWN, this::idOf), List.of()));
        }

        private Key<Integer> known(String key) {
            return Key.value(key, -1, KNOWN, this::idOf).required(KNOWN);
        }

        private @Nullable Integer idOf(String text) {
            int id = Integer.parseInt(text);
            return ids.contains(id) ? id : null;
        }

        private static Key<String> text(String name, String otherwise) {
            return Key.value(name, otherwise, "a text", text -> text);
        }

        private static Key<CpuList> cpus(String name) {
            return Key.value(name, CpuList.none(), "a set of CPUs, as in 2-5,8", CpuList::parseStrictly);
        }

        private static Key<Long> count(String name, long otherwise, long least, long most) {
            return Key.whole(name, otherwise, least, most, "");
        }

        private static Key<Double> amount(String name, double most) {
            return Key.value(name, 0.0, atMost(most), text -> {
                double number = text.matches("[0-9.eE+-]{1,40}") ? Double.parseDouble(text) : -1;
                return number >= 0 && number <= most ? number : null;
            });
        }

        private static String atMost(double most) {
            return "a number from 0 to " + (long) most;
        }

        /** Returns null for names longer than the kernel allows. Ignores U+FFFD, which replaces a truncated character. */
        private static @Nullable String fitting(String name) {
            int bytes = name.replace("\uFFFD", "").getBytes(StandardCharsets.UTF_8).length;
            return bytes <= NamePattern.MAX_NAME_LENGTH ? name : null;
        }

        static String json(ThreadGraph graph) {
            String isolated = graph.isolated().isEmpty() ? "" : ",\n  \"isolated\": \"" + graph.isolated() + "\"";
            return "{\n  \"formatVersion\": " + VERSION + isolated + list("sources", graph.sources())
                    + list("threads", graph.threads()) + list("edges", graph.edges())
                    + list("adapters", graph.adapters()) + "\n}\n";
        }

        private static String list(String key, List<?> elements) {
            return elements.isEmpty()
                    ? ""
                    : elements.stream()
                            .map(GraphFile::line)
                            .collect(Collectors.joining(",\n    ", ",\n  \"" + key + "\": [\n    ", "\n  ]"));
        }

        /** Formats a record, omitting unknown and empty members. */
        private static String line(Object element) {
            ObjectNode node = MAPPER.valueToTree(element);
            node.properties().removeIf(member -> switch (member.getKey()) {
                case "pid", "tid", "startTicks" -> member.getValue().asLong() == 0;
                case "node", "memoryNode" -> member.getValue().asInt() < 0;
                case "pinned", "interrupts" ->
                    member.getValue().asText().equals(CpuList.none().toString());
                case "spins" -> !member.getValue().asBoolean();
                case "receivers", "senders" -> member.getValue().isEmpty();
                default ->
                    !member.getKey().equals("name")
                            && member.getValue().isTextual()
                            && member.getValue().asText().isEmpty();
            });
            return JsonText.of(MAPPER, node);
        }
    }
}
