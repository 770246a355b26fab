package org.ticktoquote.core.yaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.ticktoquote.core.command.AllowedWords;
import org.ticktoquote.core.command.NearestWord;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Secret;

/**
 * One mapping of a YAML file, read key by key. Keys that were not read are problems.
 *
 * <p>An unexpected value becomes a problem with its position and counts as absent, so that reading continues and finds all
 * problems. Not thread-safe.
 */
public final class YamlSection {
    private static final String A_TEXT = "a text";

    private final NodeProblems problems;
    private final @Nullable Node whole;
    private final Map<String, Node> keys = new LinkedHashMap<>();
    private final Map<String, Node> values = new LinkedHashMap<>();
    private final TreeSet<String> asked = new TreeSet<>();
    private final TreeSet<String> refused = new TreeSet<>();

    /**
     * Creates a section.
     *
     * @param own key above the mapping, empty for the whole file
     */
    YamlSection(String own, @Nullable Node node, NodeProblems problems) {
        this.problems = problems;
        this.whole = node;
        if (node instanceof MappingNode mapping) {
            mapping.getValue().forEach(this::add);
        } else if (node != null) {
            problem(own, node, "a mapping of keys to values");
        }
    }

    private void add(NodeTuple tuple) {
        ScalarNode key = (ScalarNode) tuple.getKeyNode();
        if (values.containsKey(key.getValue())) {
            problem("", key, "each key once");
        } else {
            keys.put(key.getValue(), key);
            values.put(key.getValue(), tuple.getValueNode());
        }
    }

    private @Nullable Node take(String key) {
        asked.add(key);
        return values.get(key);
    }

    public @Nullable String text(String key) {
        return value(key, A_TEXT, text -> text);
    }

    /** Returns the converted value. The conversion returns null or throws if the text is invalid. */
    public <T> @Nullable T value(String key, String expected, Function<String, @Nullable T> conversion) {
        Node node = take(key);
        return node == null ? null : convert(key, node, expected, conversion);
    }

    private <T> @Nullable T convert(String key, Node node, String expected, Function<String, @Nullable T> conversion) {
        T value = null;
        if (node instanceof ScalarNode scalar && !scalar.getValue().isEmpty() && !isNull(scalar)) {
            try {
                value = conversion.apply(scalar.getValue());
            } catch (IllegalArgumentException | ProblemException notOne) {
                value = null;
            }
        }
        if (value == null) {
            problem(key, node, expected);
        }
        return value;
    }

    /** Returns whether a node is YAML's null, not a quoted text. */
    private static boolean isNull(Node node) {
        return node.getTag().equals(Tag.NULL);
    }

    /** Returns a whole number within bounds, both included. */
    public @Nullable Long number(String key, long least, long most) {
        String expected = least == most ? String.valueOf(least) : "a whole number from " + least + " to " + most;
        return value(key, expected, text -> {
            long number = Long.parseLong(text);
            return number < least || number > most ? null : number;
        });
    }

    public @Nullable YamlSection section(String key) {
        Node node = take(key);
        return node == null ? null : new YamlSection(key, node, problems);
    }

    /** Returns whether the value of a key is a mapping, not a text or a list. */
    public boolean isSection(String key) {
        return values.get(key) instanceof MappingNode;
    }

    public boolean isList(String key) {
        return values.get(key) instanceof SequenceNode;
    }

    /** Returns the elements of a list of mappings below a key. */
    public @Nullable List<YamlSection> sections(String key) {
        List<Node> elements = elements(key, "a list of mappings");
        return elements == null
                ? null
                : elements.stream()
                        .map(node -> new YamlSection(key, node, problems))
                        .toList();
    }

    /** Returns the texts of a list below a key. Any other element is a problem. */
    public @Nullable List<String> texts(String key) {
        List<Node> elements = elements(key, "a list of texts");
        return elements == null ? null : texts(key, elements);
    }

    private List<String> texts(String key, List<Node> elements) {
        return elements.stream()
                .flatMap(node -> Stream.ofNullable(this.<String>convert(key, node, A_TEXT, text -> text)))
                .toList();
    }

    /** Returns one text, or the texts of a list. */
    public @Nullable List<String> oneOrMore(String key) {
        List<Node> elements = oneOrMore(key, "a text or a list of texts");
        return elements == null ? null : texts(key, elements);
    }

    /**
     * Returns one value, or the values of a list, which must not be empty or have duplicates. Each violation is a problem.
     *
     * @param expected expectation of one value
     * @param conversion returns null or throws if the text is invalid
     * @return valid values, or null if the key is missing or its value is neither a text nor a list
     */
    public <T> @Nullable List<T> distinct(String key, String expected, Function<String, @Nullable T> conversion) {
        String list = expected + ", or a list";
        List<Node> elements = oneOrMore(key, list);
        if (elements == null) {
            return null;
        }
        if (elements.isEmpty()) {
            problemAt(key, list);
        }
        Set<T> sound = new LinkedHashSet<>();
        for (Node element : elements) {
            T value = convert(key, element, expected, conversion);
            if (value != null && !sound.add(value)) {
                problem(key, element, "each value once");
            }
        }
        return List.copyOf(sound);
    }

    private @Nullable List<Node> oneOrMore(String key, String expected) {
        Node node = take(key);
        if (node instanceof ScalarNode && !isNull(node)) {
            return List.of(node);
        }
        return elements(key, expected);
    }

    private @Nullable List<Node> elements(String key, String expected) {
        Node node = take(key);
        if (node instanceof SequenceNode sequence) {
            return sequence.getValue();
        }
        if (node != null) {
            problem(key, node, expected);
        }
        return null;
    }

    /** Returns the value below a key as maps, lists and texts. */
    public @Nullable Object tree(String key) {
        Node node = take(key);
        return node == null ? null : tree(node);
    }

    private static Object tree(Node node) {
        if (node instanceof MappingNode mapping) {
            Map<String, Object> map = new LinkedHashMap<>();
            for (NodeTuple tuple : mapping.getValue()) {
                map.put(((ScalarNode) tuple.getKeyNode()).getValue(), tree(tuple.getValueNode()));
            }
            return map;
        }
        if (node instanceof SequenceNode sequence) {
            List<Object> list = new ArrayList<>();
            sequence.getValue().forEach(each -> list.add(tree(each)));
            return list;
        }
        return node instanceof ScalarNode scalar ? scalar.getValue() : "";
    }

    public boolean has(String key) {
        return values.containsKey(key);
    }

    /** Returns the keys in order, without marking them as read. */
    public List<String> keys() {
        return List.copyOf(values.keySet());
    }

    /** Returns the keys in order and marks them as read. */
    public List<String> allKeys() {
        asked.addAll(values.keySet());
        return keys();
    }

    /**
     * Adds a problem with the value below a key, or with the key if it is missing. No effect if the value, something in it,
     * or the mapping that should have the key is already a problem.
     */
    public void problemAt(String key, String expected) {
        Node node = values.get(key);
        if (node != null) {
            if (!problems.areIn(node)) {
                problem(key, node, expected);
            }
        } else if (whole == null) {
            problems.add(
                    key,
                    null,
                    Problem.of(key)
                            .fault("the key is missing: the file is empty")
                            .expected(expected));
        } else if (whole instanceof MappingNode) {
            problems.add(key, whole, Problem.of(key).fault("the key is missing").expected(expected));
        }
    }

    /** Adds a problem with the mapping below a key as a whole, in addition to problems with its content. */
    public void problemWithWhole(String key, String expected) {
        Node node = values.get(key);
        if (node instanceof MappingNode) {
            problems.addFurther(key, node, Problem.of(key).value(shown(node)).expected(expected));
        }
    }

    public void problemWithKey(String key, String expected) {
        Node node = keys.get(key);
        if (node != null) {
            problems.add(key, node, Problem.of(key).expected(expected));
        }
    }

    /**
     * Adds a problem with a key that belongs elsewhere. The key is then not reported as unknown. No effect if the key is
     * missing.
     */
    public void refuseKey(String key, String fault, String expected) {
        Node node = keys.get(key);
        if (node != null && refused.add(key)) {
            problems.add(key, node, Problem.of(key).fault(fault).expected(expected));
        }
    }

    /** Adds a problem, found elsewhere, with the value below a key. */
    public void problemAt(String key, Problem found) {
        problems.addFurther(key, nodeOf(key, found), found.place().isPresent() ? found.under(key) : found.renamed(key));
    }

    /** Returns the element of a list that a problem concerns, or the whole value. */
    private @Nullable Node nodeOf(String key, Problem found) {
        Node node = values.getOrDefault(key, whole);
        if (!(node instanceof SequenceNode list)) {
            return node;
        }
        return list.getValue().stream()
                .filter(each -> each instanceof ScalarNode one
                        && found.value().filter(one.getValue()::equals).isPresent())
                .reduce((earlier, later) -> later)
                .orElse(node);
    }

    private void problem(String key, Node node, String expected) {
        problems.add(key, node, described(key, node, expected).expected(expected));
    }

    /** Omits the value if a reference to a secret was expected, because the value can be the secret itself. */
    private static Problem described(String key, Node node, String expected) {
        if (expected.equals(Secret.EXPECTED) && node instanceof ScalarNode) {
            return Problem.of(key);
        }
        return key.isEmpty() ? Problem.ofValue(shown(node)) : Problem.of(key).value(shown(node));
    }

    static Problem.Place place(String file, Optional<Mark> mark) {
        int line = mark.map(at -> at.getLine() + 1).orElse(0);
        int column = mark.map(at -> at.getColumn() + 1).orElse(0);
        return new Problem.Place(file, line, column);
    }

    static String shown(Node node) {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        if (node instanceof SequenceNode list) {
            return list.getValue().isEmpty() ? "[]" : "[...]";
        }
        return node instanceof MappingNode map && map.getValue().isEmpty() ? "{}" : "{...}";
    }

    /** Applies a reader to this section. Adds a problem for each key that was not read. */
    <T> @Nullable T complete(Function<YamlSection, @Nullable T> reader) {
        T read = reader.apply(this);
        reportUnknownKeys();
        return read;
    }

    /** Adds a problem for each key that was not read. For files documented in docs/formats.md or with up to ten keys. */
    public void reportUnknownKeys() {
        reportUnknownKeys("docs/formats.md");
    }

    /**
     * Adds a problem for each key that was not read.
     *
     * @param reference document or command that lists all keys
     */
    public void reportUnknownKeys(String reference) {
        for (String key : values.keySet()) {
            if (!asked.contains(key) && !refused.contains(key)) {
                problems.add(
                        key,
                        keys.get(key),
                        Problem.of(key)
                                .fault("unknown key" + NearestWord.hint(key, asked))
                                .expected(AllowedWords.oneOf(asked, "keys", reference)));
            }
        }
    }
}
