package org.ticktoquote.core.yaml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;

/**
 * One key of a matrix file: how its value is read, what it means, and what it is when nobody says it. Reader and schema are
 * made of the same.
 *
 * @param otherwise the value when the key is not there; null: then there is none
 * @param schema JSON Schema of the value
 * @param reader takes the value out of a section
 */
public record Key<T>(
        String name,
        String description,
        @Nullable T otherwise,
        Map<String, Object> schema,
        BiFunction<YamlSection, String, @Nullable T> reader) {
    public static final String DURATION = "^[0-9]+(\\.[0-9]+)?\\s*(ns|us|ms|s|m|min|h)$";
    public static final String A_DURATION = "a duration above 0, as in 250us";

    public static Key<Long> whole(String name, long otherwise, long least, long most, String description) {
        Map<String, Object> schema =
                ordered("type", "integer", "minimum", least, "maximum", most, "default", otherwise);
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

    /** Nanoseconds of a text; null for none. */
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

    /** One text or a list of them. */
    public static Key<List<String>> texts(String name, String description) {
        Map<String, Object> text = Map.of("type", "string");
        Map<String, Object> schema = ordered("oneOf", List.of(text, ordered("type", "array", "items", text)));
        return new Key<>(name, description, List.of(), schema, YamlSection::oneOrMore);
    }

    /** A part that has a reader of its own. */
    public static Key<YamlSection> part(String name, Map<String, Object> schema, String description) {
        return new Key<>(name, description, null, schema, YamlSection::section);
    }

    /** The value, or nothing where the key is not there or its value is a problem. */
    @Nullable
    public T find(YamlSection section) {
        return reader.apply(section, name);
    }

    /** The value, or what it is otherwise. */
    public T read(YamlSection section) {
        T value = find(section);
        if (value != null) {
            return value;
        }
        if (otherwise == null) {
            throw new IllegalStateException(name + " has no default");
        }
        return otherwise;
    }

    /** The schema with the description in it. */
    public Map<String, Object> described() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("description", description);
        all.putAll(schema);
        return all;
    }

    /** A map in the order of its arguments, names and values in turn. */
    public static Map<String, Object> ordered(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }

    /** The schema of a mapping with these keys and no others. */
    public static Map<String, Object> mapping(List<Key<?>> keys) {
        Map<String, Object> properties = new LinkedHashMap<>();
        keys.forEach(key -> properties.put(key.name(), key.described()));
        return ordered("type", "object", "additionalProperties", false, "properties", properties);
    }

    /** The schema of a mapping from names of the user's own to values of one kind. */
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
