package org.ticktoquote.host.graph;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.host.graph.ThreadGraph.AdapterNode;
import org.ticktoquote.host.graph.ThreadGraph.Source;
import org.ticktoquote.host.graph.ThreadGraph.SourceKind;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.CpuSetText;
import org.ticktoquote.host.threads.NamePattern;

/**
 * File of a {@link ThreadGraph}: JSON, or YAML for those who write one by hand.
 *
 * @param ids of the threads read so far
 */
record GraphFile(YamlSection top, Set<Integer> ids) {
    private static final int VERSION = 1;
    private static final String KNOWN = "the id of one of the threads";
    private static final String NAME = "a thread's name as the kernel has it, at most 15 bytes";
    private static final double MAX_RATE = 1e9;
    private static final int MAX_NODE = 1023;
    private static final Map<String, Boolean> TRUTH = Map.of("true", true, "false", false);
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .addModule(new SimpleModule().addSerializer(CpuList.class, ToStringSerializer.instance))
            .build();

    static ThreadGraph read(Path file) {
        Problems problems = new Problems();
        ThreadGraph graph = new GraphFile(YamlFile.read(file, problems), new HashSet<>()).graph();
        problems.refuseIfAny();
        return graph;
    }

    private ThreadGraph graph() {
        if (top.number("formatVersion", VERSION, VERSION) == null) {
            top.problemAt("formatVersion", VERSION + ", the version of this format");
        }
        List<Source> sources = list("sources", this::source);
        CpuList isolated = cpus(top, "isolated");
        List<ThreadNode> threads = list("threads", this::thread);
        if (threads.isEmpty()) {
            top.problemAt("threads", "a list of at least one thread");
        }
        List<WakeEdge> edges = list("edges", this::edge);
        List<AdapterNode> adapters = list("adapters", this::adapter);
        top.end();
        return new ThreadGraph(sources, isolated, threads, edges, adapters);
    }

    private <T> List<T> list(String key, Function<YamlSection, T> reader) {
        List<T> read = new ArrayList<>();
        Objects.requireNonNullElse(top.sections(key), List.<YamlSection>of()).forEach(section -> {
            read.add(reader.apply(section));
            section.end();
        });
        return read;
    }

    private Source source(YamlSection section) {
        SourceKind kind = word(section, "kind", SourceKind.values(), SourceKind::word, SourceKind.MODEL);
        if (!section.has("kind")) {
            section.problemAt("kind", words(SourceKind.values(), SourceKind::word));
        }
        return new Source(kind, amount(section, "seconds", MAX_RATE), text(section, "limits", ""));
    }

    private ThreadNode thread(YamlSection section) {
        int id = whole(section, "id", 0, -1);
        if (!section.has("id") || id >= 0 && !ids.add(id)) {
            section.problemAt("id", "a number that no other thread has");
        }
        double load = amount(section, "load", 1);
        return new ThreadNode(
                id,
                text(section, "process", ThreadNode.APPLICATION),
                whole(section, "pid", 0, 0),
                whole(section, "tid", 0, 0),
                Objects.requireNonNullElse(section.number("startTicks", 0, Long.MAX_VALUE), 0L),
                name(section),
                text(section, "fullName", ""),
                word(section, "role", ThreadRole.values(), ThreadRole::word, ThreadRole.COMPONENT),
                text(section, "component", ""),
                load,
                Math.max(load, amount(section, "loadP99", 1)),
                amount(section, "slices", MAX_RATE),
                value(section, "spins", "true or false", TRUTH::get, false),
                cpus(section, "pinned"),
                whole(section, "memoryNode", -1, -1));
    }

    private WakeEdge edge(YamlSection section) {
        int from = required(section, "from", KNOWN, this::known, -1);
        int to = required(section, "to", KNOWN, this::known, -1);
        if (from == to && from >= 0) {
            section.problemAt("to", "another thread than the waker");
        }
        return new WakeEdge(
                from, to, required(section, "wakeups", atMost(MAX_RATE), text -> amount(text, MAX_RATE), 0.0));
    }

    private AdapterNode adapter(YamlSection section) {
        return new AdapterNode(
                required(section, "name", "an adapter's name, as in eth0", text -> text, ""),
                whole(section, "node", -1, -1),
                cpus(section, "interrupts"),
                Objects.requireNonNullElse(section.distinct("receivers", KNOWN, this::known), List.of()),
                Objects.requireNonNullElse(section.distinct("senders", KNOWN, this::known), List.of()));
    }

    private @Nullable Integer known(String text) {
        int id = Integer.parseInt(text);
        return ids.contains(id) ? id : null;
    }

    private static <T> T value(
            YamlSection section, String key, String expected, Function<String, @Nullable T> conversion, T otherwise) {
        return Objects.requireNonNullElse(section.value(key, expected, conversion), otherwise);
    }

    private static <T> T required(
            YamlSection section, String key, String expected, Function<String, @Nullable T> conversion, T otherwise) {
        if (!section.has(key)) {
            section.problemAt(key, expected);
        }
        return value(section, key, expected, conversion, otherwise);
    }

    private static <T> T word(YamlSection section, String key, T[] values, Function<T, String> word, T otherwise) {
        Map<String, T> known = Arrays.stream(values).collect(Collectors.toMap(word, value -> value));
        return value(section, key, words(values, word), known::get, otherwise);
    }

    private static <T> String words(T[] values, Function<T, String> word) {
        return Arrays.stream(values).map(word).collect(Collectors.joining(", ", "one of ", ""));
    }

    /** A thread can have the name "". A character that the kernel cut is U+FFFD. */
    private static String name(YamlSection section) {
        Function<String, @Nullable String> fitting =
                text -> text.replace("\uFFFD", "").getBytes(StandardCharsets.UTF_8).length <= NamePattern.LONGEST_NAME
                        ? text
                        : null;
        return "".equals(section.tree("name")) ? "" : required(section, "name", NAME, fitting, "");
    }

    private static String text(YamlSection section, String key, String otherwise) {
        return Objects.requireNonNullElse(section.text(key), otherwise);
    }

    private static CpuList cpus(YamlSection section, String key) {
        return value(section, key, "a set of CPUs, as in 2-5,8", CpuSetText::parse, CpuList.none());
    }

    private static int whole(YamlSection section, String key, int least, long otherwise) {
        long most = least < 0 ? MAX_NODE : Integer.MAX_VALUE;
        return Objects.requireNonNullElse(section.number(key, least, most), otherwise)
                .intValue();
    }

    private static double amount(YamlSection section, String key, double most) {
        return value(section, key, atMost(most), text -> amount(text, most), 0.0);
    }

    private static String atMost(double most) {
        return "a number from 0 to " + (long) most;
    }

    private static @Nullable Double amount(String text, double most) {
        double number = text.matches("[0-9.eE+-]{1,40}") ? Double.parseDouble(text) : -1;
        return number >= 0 && number <= most ? number : null;
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

    /** A record without what is unknown. */
    private static String line(Object element) {
        ObjectNode node = MAPPER.valueToTree(element);
        node.properties().removeIf(member -> switch (member.getKey()) {
            case "pid", "tid", "startTicks" -> member.getValue().asLong() == 0;
            case "node", "memoryNode" -> member.getValue().asInt() < 0;
            case "pinned", "interrupts" ->
                member.getValue().asText().equals(CpuList.none().toString());
            case "spins" -> !member.getValue().asBoolean();
            default ->
                !member.getKey().equals("name")
                        && member.getValue().isTextual()
                        && member.getValue().asText().isEmpty();
        });
        try {
            return MAPPER.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("numbers and texts are JSON", e);
        }
    }
}
