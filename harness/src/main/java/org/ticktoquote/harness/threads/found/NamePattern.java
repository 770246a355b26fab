package org.ticktoquote.harness.threads.found;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A pattern of thread names: a glob with {@code *} and {@code ?}, or a regular expression between slashes that the whole
 * name must match.
 *
 * <p>Names are the kernel's (proc(5), {@code comm}): cut to {@value #LONGEST_NAME} bytes, so {@code fix-client-00-io} is {@code
 * fix-client-00-i}.
 *
 * @param text as written
 */
public record NamePattern(String text, Pattern pattern) {
    /** What the kernel keeps of a name. */
    public static final int LONGEST_NAME = 15;

    private static final String WILD = "*?";

    /** The pattern of a text, or an {@link IllegalArgumentException} that says what was expected. */
    public static NamePattern of(String text) {
        if (text.length() > 1 && text.startsWith("/") && text.endsWith("/")) {
            try {
                return new NamePattern(text, Pattern.compile(text.substring(1, text.length() - 1)));
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException("a regular expression between slashes: " + e.getDescription(), e);
            }
        }
        return new NamePattern(text, Pattern.compile(expression(text)));
    }

    private static String expression(String glob) {
        return Pattern.quote(glob).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q");
    }

    public boolean matches(String name) {
        return pattern.matcher(name).matches();
    }

    /** Why it can never match, where it needs more characters than a name has: what to write instead. */
    public Optional<String> hopeless() {
        if (text.startsWith("/")) {
            return Optional.empty();
        }
        long needed = text.chars().filter(c -> c != '*').count();
        if (needed <= LONGEST_NAME) {
            return Optional.empty();
        }
        String cut = text.substring(0, LONGEST_NAME);
        boolean wild = cut.chars().anyMatch(c -> WILD.indexOf(c) >= 0);
        return Optional.of("a pattern of at most " + LONGEST_NAME
                + " characters, since the kernel cuts names to so many" + (wild ? "" : ", as in '" + cut + "'"));
    }
}
