package org.ticktoquote.core.yaml;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.file.JsonText;

/**
 * Declaration of one key of a YAML file: reader, description, default and JSON Schema. {@link YamlSection} reports problems
 * of the value.
 *
 * @param description empty if a schema needs none
 * @param defaultValue value if the key is missing or its value is invalid, null if there is none
 * @param schema JSON Schema of the value, empty for files without a schema
 * @param reader function that reads the value from a section
 */
public record Key<T>(
        String name,
        String description,
        @Nullable T defaultValue,
        Map<String, Object> schema,
        BiFunction<YamlSection, String, @Nullable T> reader) {
    public static final String DURATION = "^[0-9]+(\\.[0-9]+)?\\s*(ns|us|ms|s|m|min|h)$";
    public static final String A_DURATION = "a duration above 0, as in 250us";

    /** Creates a key of a file without a schema. */
    public static <T> Key<T> value(
            String name, @Nullable T otherwise, String expected, Function<String, @Nullable T> conversion) {
        return converted(name, otherwise, Map.of(), expected, conversion, "");
    }

    /** Creates a key whose value is the word of one of several constants. */
    public static <E> Key<E> constant(String name, @Nullable E otherwise, E[] constants, Function<E, String> word) {
        Map<String, E> known = new LinkedHashMap<>();
        Arrays.asList(constants).forEach(each -> known.put(word.apply(each), each));
        return value(name, otherwise, words(constants, word), known::get);
    }

    /** Returns the expectation of a {@linkplain #constant constant}. */
    public static <E> String words(E[] constants, Function<E, String> word) {
        return Arrays.stream(constants).map(word).collect(Collectors.joining(", ", "one of ", ""));
    }

    /** Creates a key with a mapping as its value, read as a whole. Keys that the reader does not read are problems. */
    public static <T> Key<T> nested(String name, @Nullable T otherwise, Function<YamlSection, @Nullable T> reader) {
        return new Key<>(name, "", otherwise, Map.of(), (section, key) -> {
            YamlSection below = section.section(key);
            return below == null ? null : below.complete(reader);
        });
    }

    /** Creates a key with a list of mappings, each read as a whole. Omits elements for which the reader returns null. */
    public static <T> Key<List<T>> list(String name, Function<YamlSection, @Nullable T> reader) {
        return new Key<>(name, "", List.of(), Map.of(), (section, key) -> {
            List<YamlSection> elements = section.sections(key);
            return elements == null
                    ? null
                    : elements.stream()
                            .flatMap(each -> Stream.ofNullable(each.complete(reader)))
                            .toList();
        });
    }

    public static Key<Long> whole(String name, @Nullable Long otherwise, long least, long most, String description) {
        Map<String, Object> schema = ordered("type", "integer", "minimum", least, "maximum", most);
        if (otherwise != null) {
            schema.put("default", otherwise);
        }
        return new Key<>(name, description, otherwise, schema, (section, key) -> section.number(key, least, most));
    }

    public static Key<String> text(String name, String description) {
        return new Key<>(name, description, "", Map.of("type", "string"), YamlSection::text);
    }

    public static Key<String> word(String name, @Nullable String otherwise, List<String> words, String description) {
        Map<String, Object> schema = ordered("type", "string", "enum", words);
        if (otherwise != null) {
            schema.put("default", otherwise);
        }
        String expected = words.size() == 1 ? words.get(0) : "one of " + String.join(", ", words);
        return converted(name, otherwise, schema, expected, text -> words.contains(text) ? text : null, description);
    }

    public static Key<Long> duration(String name, String description) {
        return converted(
                name, 0L, Map.of("type", "string", "pattern", DURATION), A_DURATION, Key::positiveNs, description);
    }

    /** Parses a duration to nanoseconds. Returns null if it is 0. */
    public static @Nullable Long positiveNs(String text) {
        long ns = DurationText.parse(text);
        return ns > 0 ? ns : null;
    }

    public static <T> Key<T> converted(
            String name,
            @Nullable T otherwise,
            Map<String, Object> schema,
            String expected,
            Function<String, @Nullable T> conversion,
            String description) {
        return new Key<>(
                name, description, otherwise, schema, (section, key) -> section.value(key, expected, conversion));
    }

    public static Key<List<String>> texts(String name, String description) {
        return new Key<>(name, description, List.of(), oneOrMore(Map.of("type", "string")), YamlSection::oneOrMore);
    }

    public static Map<String, Object> oneOrMore(Map<String, Object> each) {
        return ordered("oneOf", List.of(each, ordered("type", "array", "items", each)));
    }

    /** Creates a key with a section as its value, which is read separately. */
    public static Key<YamlSection> part(String name, Map<String, Object> schema, String description) {
        return new Key<>(name, description, null, schema, YamlSection::section);
    }

    public Key<T> required(String expected) {
        return new Key<>(name, description, defaultValue, schema, (section, key) -> {
            if (!section.has(key)) {
                section.problemAt(key, expected);
            }
            return reader.apply(section, key);
        });
    }

    /** Returns the value, or null if the section or the key is missing, or the value is invalid. */
    @Nullable
    public T find(@Nullable YamlSection section) {
        return section == null ? null : reader.apply(section, name);
    }

    /** Returns the value or the default. */
    public T read(@Nullable YamlSection section) {
        return orElse(find(section));
    }

    /** Returns the value of the first layer that has one, or the default. Reads every layer. */
    public T read(Layers layers) {
        return orElse(layers.first(this::find));
    }

    private T orElse(@Nullable T value) {
        if (value != null) {
            return value;
        }
        if (defaultValue == null) {
            throw new IllegalStateException(name + " has no default");
        }
        return defaultValue;
    }

    private Map<String, Object> described() {
        Map<String, Object> all = new LinkedHashMap<>();
        if (!description.isEmpty()) {
            all.put("description", description);
        }
        all.putAll(schema);
        return all;
    }

    /** Returns a map in the order of the arguments, which alternate between names and values. */
    public static Map<String, Object> ordered(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }

    /** Returns the JSON Schema (draft 2020-12) of a file with these keys and no others, for editors. */
    public static String schema(String title, List<Key<?>> keys, Map<String, Object> definitions) {
        Map<String, Object> schema = ordered("$schema", "https://json-schema.org/draft/2020-12/schema", "title", title);
        schema.putAll(mapping(keys));
        if (!definitions.isEmpty()) {
            schema.put("$defs", definitions);
        }
        return JsonText.pretty(schema);
    }

    /** Returns the schema of a mapping with these keys and no others. */
    public static Map<String, Object> mapping(List<Key<?>> keys) {
        Map<String, Object> properties = new LinkedHashMap<>();
        keys.forEach(key -> properties.put(key.name(), key.described()));
        return ordered("type", "object", "additionalProperties", false, "properties", properties);
    }

    /** Returns the schema of a mapping from the user's own names to values of one kind. */
    public static Map<String, Object> named(Map<String, Object> each) {
        return ordered(
                "type",
                "object",
                "propertyNames",
                ordered("pattern", "^(" + Names.FORM.pattern() + ")$"),
                "additionalProperties",
                each);
    }
}
