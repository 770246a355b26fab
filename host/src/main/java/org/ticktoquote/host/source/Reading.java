package org.ticktoquote.host.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a file or a tool said, or why it said nothing: what cannot be read is never taken for a good value.
 *
 * @param text what it said; null when it said nothing
 * @param problem why not, for people; empty when it said something
 * @param absent whether it does not exist at all, which for some files is an answer
 */
public record Reading(@Nullable String text, String problem, boolean absent) {
    private static final Pattern CURRENT = Pattern.compile("[\\[(]([^\\])]+)[\\])]");

    /** The text of a file of this host; empty where it cannot be read. */
    public static String textOf(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            return "";
        }
    }

    /** Something was read. */
    public static Reading of(String text) {
        return new Reading(text, "", false);
    }

    /** There is no such file or tool. */
    public static Reading absent(String problem) {
        return new Reading(null, problem, true);
    }

    /** It exists and cannot be read. */
    public static Reading unknown(String problem) {
        return new Reading(null, problem, false);
    }

    public boolean known() {
        return text != null;
    }

    /** The first line without white space around it. */
    public Reading line() {
        return map(all -> all.lines().findFirst().orElse("").trim());
    }

    /** Of a file that lists all choices ({@code always [madvise] never}, {@code none (full)}): the current one. */
    public Reading choice() {
        return map(Reading::current);
    }

    /** The choice in brackets; the text itself when there is none. */
    private static String current(String text) {
        Matcher brackets = CURRENT.matcher(text);
        return brackets.find() ? brackets.group(1) : text.trim();
    }

    /** The rest of the first line that starts so. */
    public Optional<String> after(String start) {
        return or("").lines()
                .filter(line -> line.startsWith(start))
                .findFirst()
                .map(line -> line.substring(start.length()));
    }

    /** The same reading with another text; a problem stays one. */
    public Reading map(UnaryOperator<String> change) {
        return text == null ? this : of(change.apply(text));
    }

    /** The text, or something else in its place. */
    public String or(String other) {
        return text == null ? other : text;
    }

    /** The text as a number that is not negative; empty when it is none, as in a damaged record. */
    public OptionalLong number() {
        return text != null && text.matches("[0-9]{1,18}")
                ? OptionalLong.of(Long.parseLong(text))
                : OptionalLong.empty();
    }

    /** Why {@link #number} is empty. */
    public Reading noNumber() {
        return text == null ? this : unknown("'" + text + "' is no number");
    }

    /** The text if there is one. */
    public Optional<String> optional() {
        return Optional.ofNullable(text);
    }
}
