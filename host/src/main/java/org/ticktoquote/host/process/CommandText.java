package org.ticktoquote.host.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;

/**
 * A command that a user gives as one text: split into arguments here, never by a shell.
 *
 * <p>Spaces separate; single quotes keep everything, double quotes everything but {@code \"} and {@code \\}, a backslash
 * outside quotes the next character. There are no variables, globs, pipes or redirections. A {@code {name}} is replaced
 * after the splitting, so that a value never becomes two arguments. Names are of letters, or begin with {@code venue.}.
 */
public final class CommandText {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./*{}-]+");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z]+|venue\\.[A-Za-z0-9._-]+)}");

    private CommandText() {}

    /**
     * The arguments of a text.
     *
     * @throws Refusal when a quote is not closed or nothing is there
     */
    public static List<String> split(String text) {
        List<String> arguments = new ArrayList<>();
        StringBuilder argument = new StringBuilder();
        boolean open = false;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote == 0 && Character.isWhitespace(c)) {
                if (open) {
                    arguments.add(argument.toString());
                    argument.setLength(0);
                    open = false;
                }
                continue;
            }
            open = true;
            if (c == '\\' && escapes(text, i, quote)) {
                i++;
                argument.append(text.charAt(i));
            } else if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
            } else if (quote != 0 && c == quote) {
                quote = 0;
            } else {
                argument.append(c);
            }
        }
        if (quote != 0) {
            throw Problem.ofValue(text)
                    .fault("has a " + quote + " that is not closed")
                    .refusal();
        }
        if (open) {
            arguments.add(argument.toString());
        }
        return arguments;
    }

    private static boolean escapes(String text, int at, char quote) {
        if (at + 1 == text.length() || quote == '\'') {
            return false;
        }
        char next = text.charAt(at + 1);
        return quote == 0 || next == '"' || next == '\\';
    }

    /** One text that {@link #split} takes apart into these arguments again. */
    public static String join(List<String> arguments) {
        return arguments.stream()
                .map(argument ->
                        PLAIN.matcher(argument).matches() ? argument : "'" + argument.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }

    /** The arguments with every one that is the placeholder alone replaced by any number, elsewhere by their joined text. */
    public static List<String> expand(List<String> arguments, String placeholder, List<String> values) {
        List<String> expanded = new ArrayList<>();
        for (String argument : arguments) {
            if (argument.equals(placeholder)) {
                expanded.addAll(values);
            } else {
                expanded.add(argument.replace(placeholder, String.join(" ", values)));
            }
        }
        return expanded;
    }

    /**
     * The arguments with every {@code {name}} replaced.
     *
     * @throws Refusal naming a placeholder that does not exist, and those that do
     */
    public static List<String> fill(List<String> arguments, Map<String, String> values) {
        return arguments.stream().map(argument -> fill(argument, values)).toList();
    }

    private static String fill(String argument, Map<String, String> values) {
        return PLACEHOLDER.matcher(argument).replaceAll(match -> {
            String value = values.get(match.group(1));
            if (value == null) {
                throw Problem.ofValue(match.group())
                        .fault("is no placeholder")
                        .expected(
                                values.keySet().stream().sorted().collect(Collectors.joining("}, {", "some of {", "}")))
                        .refusal();
            }
            return Matcher.quoteReplacement(value);
        });
    }
}
