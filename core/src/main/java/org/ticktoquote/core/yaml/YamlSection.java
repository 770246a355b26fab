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
import org.ticktoquote.core.command.Nearest;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.Secret;

/**
 * One mapping of a YAML file, taken key by key; keys that nobody took are problems.
 *
 * <p>A value that is not what was asked for becomes a problem with its place, and reads as absent, so that reading goes on
 * and finds the rest. Not thread-safe.
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
     * A mapping.
     *
     * @param own the key below which it stands; empty for the whole file
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
            problem("", key, "a key that is not there already");
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
    public @Nullable String text(String key) {
        return value(key, A_TEXT, text -> text);
    }

    /** The value as something else; the conversion returns null or refuses where it is none. */
    public <T> @Nullable T value(String key, String expected, Function<String, @Nullable T> conversion) {
        Node node = take(key);
        return node == null ? null : convert(key, node, expected, conversion);
    }

    private <T> @Nullable T convert(String key, Node node, String expected, Function<String, @Nullable T> conversion) {
        T value = null;
        if (node instanceof ScalarNode scalar && !scalar.getValue().isEmpty() && !isNull(scalar)) {
            try {
                value = conversion.apply(scalar.getValue());
            } catch (IllegalArgumentException | Refusal notOne) {
                value = null;
            }
        }
        if (value == null) {
            problem(key, node, expected);
        }
        return value;
    }

    /** Whether it is the null of YAML, and not the text in quotes. */
    private static boolean isNull(Node node) {
        return node.getTag().equals(Tag.NULL);
    }

    /** A whole number within bounds. */
    public @Nullable Long number(String key, long least, long most) {
        String expected = least == most ? String.valueOf(least) : "a whole number from " + least + " to " + most;
        return value(key, expected, text -> {
            long number = Long.parseLong(text);
            return number < least || number > most ? null : number;
        });
    }

    /** A mapping below the key. */
    public @Nullable YamlSection section(String key) {
        Node node = take(key);
        return node == null ? null : new YamlSection(key, node, problems);
    }

    /** Whether a mapping stands below the key, and not a text or a list. */
    public boolean isSection(String key) {
        return values.get(key) instanceof MappingNode;
    }

    /** Whether a list stands below the key. */
    public boolean isList(String key) {
        return values.get(key) instanceof SequenceNode;
    }

    /** The elements of a list below the key, each a mapping. */
    public @Nullable List<YamlSection> sections(String key) {
        List<Node> elements = elements(key, "a list of mappings");
        return elements == null
                ? null
                : elements.stream()
                        .map(node -> new YamlSection(key, node, problems))
                        .toList();
    }

    /** The elements of a list below the key that are texts; each other one is a problem. */
    public @Nullable List<String> texts(String key) {
        List<Node> elements = elements(key, "a list of texts");
        return elements == null ? null : texts(key, elements);
    }

    private List<String> texts(String key, List<Node> elements) {
        return elements.stream()
                .flatMap(node -> Stream.ofNullable(this.<String>convert(key, node, A_TEXT, text -> text)))
                .toList();
    }

    /** One text, or the texts of a list. */
    public @Nullable List<String> oneOrMore(String key) {
        List<Node> elements = oneOrMore(key, "a text or a list of texts");
        return elements == null ? null : texts(key, elements);
    }

    /**
     * One value, or those of a list, which has one at least and each once; what is not so is a problem of its own.
     *
     * @param expected what one of them is
     * @param conversion returns null or refuses where a text is none
     * @return those that are sound; null where the key is missing or no list stands there
     */
    public <T> @Nullable List<T> distinct(String key, String expected, Function<String, @Nullable T> conversion) {
        String list = expected + "; one or a list of them";
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
                problem(key, element, "each once: it is there already");
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

    /** What stands below the key as maps, lists and texts. */
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

    /** The keys that are there, in order; none of them becomes known by this. */
    public List<String> keys() {
        return List.copyOf(values.keySet());
    }

    /** Takes every key of this section. */
    public List<String> allKeys() {
        asked.addAll(values.keySet());
        return keys();
    }

    /**
     * A problem with the value below a key, or with the key where it is missing. It is none where the value, something in it, or
     * what should have the key is wrong already: that is then the cause.
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

    /** A problem with the mapping below a key as a whole, beside those with what is in it. */
    public void problemWithWhole(String key, String expected) {
        Node node = values.get(key);
        if (node instanceof MappingNode) {
            problems.addFurther(key, node, Problem.of(key).value(shown(node)).expected(expected));
        }
    }

    /** A problem with a key itself. */
    public void problemWithKey(String key, String expected) {
        Node node = keys.get(key);
        if (node != null) {
            problems.add(key, node, Problem.of(key).expected(expected));
        }
    }

    /** A key that belongs elsewhere is a problem of its own, and no unknown one; nothing where it is missing. */
    public void refuseKey(String key, String fault, String expected) {
        Node node = keys.get(key);
        if (node != null && refused.add(key)) {
            problems.add(key, node, Problem.of(key).fault(fault).expected(expected));
        }
    }

    /** A problem with the value below a key, as somebody else found it. */
    public void problemAt(String key, Problem found) {
        problems.addFurther(key, nodeOf(key, found), found.place().isPresent() ? found.under(key) : found.renamed(key));
    }

    /** The element of a list that the problem is with, where it is with one. */
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

    /** What should stand elsewhere, as it is a secret, does not get into a message. */
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

    /** Reads this section as a whole: what the reader makes of it, and a problem for each key that it did not take. */
    <T> @Nullable T complete(Function<YamlSection, @Nullable T> reader) {
        T read = reader.apply(this);
        end();
        return read;
    }

    /** Every key that nobody asked for is a problem. */
    public void end() {
        for (String key : values.keySet()) {
            if (!asked.contains(key) && !refused.contains(key)) {
                String meant = Nearest.of(key, asked)
                        .map(near -> " (did you mean '" + near + "'?)")
                        .orElse("");
                problems.add(
                        key,
                        keys.get(key),
                        Problem.of(key).fault("unknown key" + meant).expected("one of " + String.join(", ", asked)));
            }
        }
    }
}
