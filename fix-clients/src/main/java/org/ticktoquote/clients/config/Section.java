package org.ticktoquote.clients.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * One mapping of a YAML file, taken key by key; keys that nobody took are problems.
 *
 * <p>A value that is not what was asked for becomes a problem with its place, and reads as absent, so that reading goes on
 * and finds the rest.
 */
final class Section {
    private final Path file;
    private final Problems problems;
    private final Map<String, Node> keys = new LinkedHashMap<>();
    private final Map<String, Node> values = new LinkedHashMap<>();
    private final TreeSet<String> asked = new TreeSet<>();

    Section(Path file, @Nullable Node node, Problems problems) {
        this.file = file;
        this.problems = problems;
        if (node instanceof MappingNode mapping) {
            mapping.getValue().forEach(this::add);
        } else if (node != null) {
            problem(node, "a mapping of keys to values");
        }
    }

    private void add(NodeTuple tuple) {
        if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
            problem(tuple.getKeyNode(), "a plain key");
        } else if (values.containsKey(key.getValue())) {
            problem(key, "a key that is not there already");
        } else {
            keys.put(key.getValue(), key);
            values.put(key.getValue(), tuple.getValueNode());
        }
    }

    private @Nullable Node take(String key) {
        asked.add(key);
        return values.get(key);
    }

    /** The value's text. */
    @Nullable
    String text(String key) {
        return value(key, "a text", text -> text);
    }

    /** The value as something else; the conversion returns null or throws IllegalArgumentException where it is none. */
    <T> @Nullable T value(String key, String expected, Function<String, @Nullable T> conversion) {
        Node node = take(key);
        return node == null ? null : convert(node, expected, conversion);
    }

    private <T> @Nullable T convert(Node node, String expected, Function<String, @Nullable T> conversion) {
        T value = null;
        if (node instanceof ScalarNode scalar && !scalar.getValue().isEmpty()) {
            try {
                value = conversion.apply(scalar.getValue());
            } catch (IllegalArgumentException notOne) {
                value = null;
            }
        }
        if (value == null) {
            problem(node, expected);
        }
        return value;
    }

    /** A whole number within bounds. */
    @Nullable
    Long number(String key, long least, long most) {
        return value(key, "a whole number from " + least + " to " + most, text -> {
            long number = Long.parseLong(text);
            return number < least || number > most ? null : number;
        });
    }

    /** A mapping below the key. */
    @Nullable
    Section section(String key) {
        Node node = take(key);
        return node == null ? null : new Section(file, node, problems);
    }

    /** The elements of a list below the key, each a mapping. */
    @Nullable
    List<Section> sections(String key) {
        List<Node> elements = elements(key);
        return elements == null
                ? null
                : elements.stream()
                        .map(node -> new Section(file, node, problems))
                        .toList();
    }

    /** The elements of a list below the key, each a text. */
    @Nullable
    List<String> texts(String key) {
        List<Node> elements = elements(key);
        return elements == null
                ? null
                : elements.stream()
                        .map(node -> String.valueOf(this.<String>convert(node, "a text", text -> text)))
                        .toList();
    }

    private @Nullable List<Node> elements(String key) {
        Node node = take(key);
        if (node instanceof SequenceNode sequence) {
            return sequence.getValue();
        }
        if (node != null) {
            problem(node, "a list");
        }
        return null;
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    /** Takes every key of this section. */
    List<String> allKeys() {
        asked.addAll(values.keySet());
        return List.copyOf(values.keySet());
    }

    /** A problem with the value below a key, or with the key where it is missing. */
    void problemAt(String key, String expected) {
        Node node = values.get(key);
        if (node == null) {
            problems.add(file + ": '" + key + "' is missing: expected " + expected);
        } else {
            problem(node, expected);
        }
    }

    /** A problem with a key itself. */
    void problemWithKey(String key, String expected) {
        problem(keys.getOrDefault(key, values.get(key)), expected);
    }

    private void problem(@Nullable Node node, String expected) {
        if (node != null) {
            problems.add(file, node, node instanceof ScalarNode scalar ? scalar.getValue() : kind(node), expected);
        }
    }

    private static String kind(Node node) {
        return node instanceof MappingNode ? "{...}" : "[...]";
    }

    /** Every key that nobody asked for is a problem. */
    void end() {
        values.keySet().stream()
                .filter(key -> !asked.contains(key))
                .forEach(key -> problemWithKey(key, "one of the keys " + String.join(", ", asked)));
    }
}
