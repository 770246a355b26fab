package org.ticktoquote.core.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;

/**
 * Sections with the same keys. The first section with a key takes precedence, such as a session's own over the defaults.
 *
 * <p>Every key is read in every section, so that all problems are found and no key counts as unknown.
 */
public record Layers(List<YamlSection> sections) {
    public Layers {
        sections = List.copyOf(sections);
    }

    public @Nullable String text(String key) {
        return first(section -> section.text(key));
    }

    public String text(String key, String otherwise) {
        String text = text(key);
        return text == null ? otherwise : text;
    }

    public <T> @Nullable T value(String key, String expected, Function<String, @Nullable T> conversion) {
        return first(section -> section.value(key, expected, conversion));
    }

    public <T> T value(String key, String expected, Function<String, @Nullable T> conversion, T otherwise) {
        T value = value(key, expected, conversion);
        return value == null ? otherwise : value;
    }

    public @Nullable Long number(String key, long least, long most) {
        return first(section -> section.number(key, least, most));
    }

    public @Nullable List<String> texts(String key) {
        return first(section -> section.texts(key));
    }

    /** Returns one value or the distinct values of a list, like {@link YamlSection#distinct}. */
    public <T> @Nullable List<T> distinct(String key, String expected, Function<String, @Nullable T> conversion) {
        return first(section -> section.distinct(key, expected, conversion));
    }

    /** Returns the sections below a key, in the same order. */
    public Layers below(String key) {
        return new Layers(sections.stream()
                .map(section -> section.section(key))
                .filter(Objects::nonNull)
                .toList());
    }

    public boolean isEmpty() {
        return sections.isEmpty();
    }

    /** Returns the keys of all layers and marks them as read. */
    public List<String> allKeys() {
        return sections.stream()
                .flatMap(section -> section.allKeys().stream())
                .distinct()
                .toList();
    }

    /** Returns the first layer that has the key. */
    public Optional<YamlSection> firstWith(String key) {
        return sections.stream().filter(section -> section.has(key)).findFirst();
    }

    /** Adds a problem with a key to the first layer that has it. */
    public void problemAt(String key, String expected) {
        firstWith(key).ifPresent(section -> section.problemAt(key, expected));
    }

    /** Adds a problem found elsewhere to the first layer that has the key, or to the last layer if none has. */
    public void problemAt(String key, Problem found) {
        firstWith(key)
                .or(() -> sections.stream().reduce((earlier, later) -> later))
                .ifPresent(section -> section.problemAt(key, found));
    }

    /**
     * Adds a problem for each key that was not read.
     *
     * @param reference document or command that lists all keys
     */
    public void reportUnknownKeys(String reference) {
        sections.forEach(section -> section.reportUnknownKeys(reference));
    }

    /** Returns the first value that a layer has for a key. Reads every layer. */
    public <T> @Nullable T first(Function<YamlSection, @Nullable T> key) {
        List<T> found = new ArrayList<>();
        for (YamlSection section : sections) {
            T value = key.apply(section);
            if (value != null) {
                found.add(value);
            }
        }
        return found.isEmpty() ? null : found.get(0);
    }
}
