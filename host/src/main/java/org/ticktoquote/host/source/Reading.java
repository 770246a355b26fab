package org.ticktoquote.host.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Content of a file or output of a tool, or the reason why there is none. An unreadable value never passes a check.
 *
 * @param text null if there is none
 * @param problem reason for users; empty if there is a text
 * @param absent whether the file or tool does not exist, which can be a valid answer
 */
public record Reading(@Nullable String text, String problem, boolean absent) {
    private static final Pattern CURRENT = Pattern.compile("[\\[(]([^\\])]+)[\\])]");

    /** Returns the content of a file of this host; empty if it cannot be read. */
    public static String textOf(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            return "";
        }
    }

    public static Reading of(String text) {
        return new Reading(text, "", false);
    }

    /** Returns the reading of a file or tool that does not exist. */
    public static Reading absent(String problem) {
        return new Reading(null, problem, true);
    }

    /** Returns the reading of something that exists but cannot be read. */
    public static Reading unknown(String problem) {
        return new Reading(null, problem, false);
    }

    public boolean known() {
        return text != null;
    }

    /** Returns the first line, trimmed. */
    public Reading line() {
        return map(all -> all.lines().findFirst().orElse("").trim());
    }

    /** Parses sysfs selectors such as {@code always [madvise] never} or {@code none (full)}; returns the selected value. */
    public Reading choice() {
        return map(Reading::current);
    }

    /** Returns the text in brackets, or the whole text without brackets. */
    private static String current(String text) {
        Matcher brackets = CURRENT.matcher(text);
        return brackets.find() ? brackets.group(1) : text.trim();
    }

    /** Returns the rest of the first line that begins with {@code start}. */
    public Optional<String> after(String start) {
        return or("").lines()
                .filter(line -> line.startsWith(start))
                .findFirst()
                .map(line -> line.substring(start.length()));
    }

    /** Returns the words, in order. */
    public List<String> words() {
        return Arrays.stream(or("").split("\\s+", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** Returns the value of the last word {@code NAME=VALUE} or {@code NAME}; the latter has an empty value. */
    public Optional<String> parameter(String name) {
        return words().stream()
                .filter(word -> word.equals(name) || word.startsWith(name + "="))
                .reduce((before, word) -> word)
                .map(word -> word.substring(Math.min(word.length(), name.length() + 1)));
    }

    /** Transforms the text; keeps a problem. */
    public Reading map(UnaryOperator<String> change) {
        return text == null ? this : of(change.apply(text));
    }

    /** Returns the text, or the given one if there is none. */
    public String or(String other) {
        return text == null ? other : text;
    }

    /** Returns the text as a non-negative number; empty if it is not one. */
    public OptionalLong number() {
        return text != null && text.matches("[0-9]{1,18}")
                ? OptionalLong.of(Long.parseLong(text))
                : OptionalLong.empty();
    }

    /** Returns the reason why {@link #number} is empty. */
    public Reading noNumber() {
        return text == null ? this : unknown("'" + text + "' is not a number");
    }

    public Optional<String> optional() {
        return Optional.ofNullable(text);
    }
}
