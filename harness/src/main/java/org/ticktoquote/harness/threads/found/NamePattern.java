package org.ticktoquote.harness.threads.found;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;

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
    /** Deeper ones than this can hold are more than a stack takes. */
    private static final int LONGEST_EXPRESSION = 1_000;

    /** What the kernel keeps of a name. */
    public static final int LONGEST_NAME = 15;

    private static final String WILD = "*?";

    /** The pattern of a text, or an {@link IllegalArgumentException} that says what was expected. */
    public static NamePattern of(String text) {
        if (text.equals("/") || text.equals("//")) {
            throw new IllegalArgumentException("an expression between the slashes: no name matches this one");
        }
        if (expression(text)) {
            if (text.length() > LONGEST_EXPRESSION) {
                throw new IllegalArgumentException("at most " + LONGEST_EXPRESSION + " characters");
            }
            try {
                return new NamePattern(text, Pattern.compile(text.substring(1, text.length() - 1)));
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException("a regular expression between slashes: " + e.getDescription(), e);
            }
        }
        return new NamePattern(text, Pattern.compile(ofGlob(text)));
    }

    private static boolean expression(String text) {
        return text.length() > 1 && text.startsWith("/") && text.endsWith("/");
    }

    private static String ofGlob(String glob) {
        String once = glob.replaceAll("[*]+", "*"); // each star more would multiply the ways to match
        return Pattern.quote(once).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q");
    }

    /**
     * Whether it matches a whole name.
     *
     * @throws Refusal when nobody lives to see the answer
     */
    public boolean matches(String name) {
        try {
            return expression(text) ? BoundedMatch.any(pattern, name) : BoundedMatch.reading(pattern, name);
        } catch (BoundedMatch.Endless e) {
            throw new Refusal(ExitStatus.USAGE, "a thread plan's " + text + " " + endless(name), e);
        }
    }

    private static String endless(String name) {
        return "takes for ever with the name '" + name + "': a repetition of repetitions, as in (.*)*";
    }

    /** Why it is of no use, where it needs more characters than a name has or takes for ever: what to write instead. */
    public Optional<String> hopeless() {
        if (expression(text)) {
            return hardNames()
                    .filter(this::endlessWith)
                    .findFirst()
                    .map(name -> "an expression that comes to an end; it " + endless(name));
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

    private boolean endlessWith(String name) {
        try {
            BoundedMatch.any(pattern, name);
            return false;
        } catch (BoundedMatch.Endless e) {
            return true;
        }
    }

    /** Names that are likely to take an expression long: long ones of digits, of many kinds, and of each character that it names. */
    private Stream<String> hardNames() {
        return Stream.concat(
                Stream.of("aaaaaaaaaaaaaaa", "012345678901234", "a1-b2_C3.d4 E5#", "a"),
                text.chars()
                        .filter(c -> c > ' ' && c != '/')
                        .distinct()
                        .mapToObj(c -> Character.toString(c).repeat(LONGEST_NAME)));
    }
}
