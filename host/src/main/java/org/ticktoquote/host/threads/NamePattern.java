package org.ticktoquote.host.threads;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

/**
 * Pattern of thread names: a glob with {@code *} and {@code ?}, or a regular expression between slashes that must match the
 * whole name. Expressions are RE2's, which match in linear time and have no look-arounds or back-references.
 *
 * <p>Names are the kernel's (proc(5), {@code comm}), truncated to {@value #MAX_NAME_LENGTH} bytes: {@code fix-clients-engine}
 * becomes {@code fix-clients-eng}.
 *
 * @param text pattern as written
 */
public record NamePattern(String text, Pattern pattern) {
    /** Limits the nesting, which could otherwise overflow the stack. */
    private static final int MAX_EXPRESSION_LENGTH = 1_000;

    /** Length limit of the kernel's names, in bytes. */
    public static final int MAX_NAME_LENGTH = 15;

    private static final String WILD = "*?";

    /** Parses a pattern; throws a {@link ProblemException} with the expectation if it is malformed. */
    public static NamePattern of(String text) {
        if (text.equals("/") || text.equals("//")) {
            throw refused(text, "an expression between the slashes: no name matches this one", null);
        }
        if (!text.startsWith("/") || !text.endsWith("/")) {
            return new NamePattern(text, Pattern.compile(ofGlob(text), Pattern.DOTALL));
        }
        if (text.length() > MAX_EXPRESSION_LENGTH) {
            throw refused(text, "at most " + MAX_EXPRESSION_LENGTH + " characters", null);
        }
        try {
            return new NamePattern(text, Pattern.compile(text.substring(1, text.length() - 1), Pattern.DOTALL));
        } catch (PatternSyntaxException e) {
            throw refused(text, "a regular expression between slashes: " + e.getDescription(), e);
        }
    }

    /** Truncates a name as the kernel does. */
    public static String cut(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return new String(bytes, 0, Math.min(bytes.length, MAX_NAME_LENGTH), StandardCharsets.UTF_8);
    }

    private static ProblemException refused(String text, String expected, @Nullable Exception cause) {
        return Problem.ofValue(text).expected(expected).exception(cause);
    }

    private static String ofGlob(String glob) {
        return glob.codePoints()
                .mapToObj(c -> c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(Character.toString(c)))
                .collect(Collectors.joining());
    }

    /** Returns whether it matches a whole name. */
    public boolean matches(String name) {
        boolean literal = !text.startsWith("/") && text.chars().noneMatch(c -> WILD.indexOf(c) >= 0);
        return literal ? text.equals(name) : pattern.matches(name);
    }

    /** Returns the expectation for users if this glob needs more characters than a name has; empty otherwise. */
    public Optional<String> tooLong() {
        if (text.startsWith("/")) {
            return Optional.empty();
        }
        long needed = text.chars().filter(c -> c != '*').count();
        if (needed <= MAX_NAME_LENGTH) {
            return Optional.empty();
        }
        String cut = text.substring(0, MAX_NAME_LENGTH);
        boolean wild = cut.chars().anyMatch(c -> WILD.indexOf(c) >= 0);
        return Optional.of("a pattern of at most " + MAX_NAME_LENGTH
                + " characters, since the kernel cuts names to so many" + (wild ? "" : ", as in '" + cut + "'"));
    }
}
