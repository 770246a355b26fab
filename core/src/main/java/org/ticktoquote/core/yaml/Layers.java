package org.ticktoquote.core.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;

/**
 * The same keys in several sections, the first that has one wins: a session's own, then the defaults.
 *
 * <p>Every section is asked for every key, so that problems are found and no key remains unknown in any.
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

    /** One value or those of a list, each once; as {@link YamlSection#distinct}. */
    public <T> @Nullable List<T> distinct(String key, String expected, Function<String, @Nullable T> conversion) {
        return first(section -> section.distinct(key, expected, conversion));
    }

    /** The sections below a key, in the same order. */
    public Layers below(String key) {
        return new Layers(sections.stream()
                .map(section -> section.section(key))
                .filter(Objects::nonNull)
                .toList());
    }

    public boolean isEmpty() {
        return sections.isEmpty();
    }

    /** The keys of all layers. */
    public List<String> allKeys() {
        return sections.stream()
                .flatMap(section -> section.allKeys().stream())
                .distinct()
                .toList();
    }

    /** The layer that decides a key. */
    public Optional<YamlSection> decides(String key) {
        return sections.stream().filter(section -> section.has(key)).findFirst();
    }

    /** A problem with a key in the layer that decides it. */
    public void problemAt(String key, String expected) {
        decides(key).ifPresent(section -> section.problemAt(key, expected));
    }

    /** A problem that somebody else found with it, in the layer that decides it; in the last one where none does. */
    public void problemAt(String key, Problem found) {
        decides(key)
                .or(() -> sections.stream().reduce((earlier, later) -> later))
                .ifPresent(section -> section.problemAt(key, found));
    }

    public void end() {
        sections.forEach(YamlSection::end);
    }

    /** The first value that a layer has of a key; every layer is asked. */
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
