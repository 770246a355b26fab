package org.ticktoquote.host.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

/**
 * Splits a command given as one text into arguments, without a shell.
 *
 * <p>White space separates arguments. Text in quotes is literal, except for {@code \"} and {@code \\} in double quotes.
 * A backslash outside quotes makes the next character literal. There are no variables, globs, pipes or redirections. A
 * {@code {name}} is replaced after splitting, so a value never becomes two arguments. Names consist of letters or begin with
 * {@code venue.}.
 */
public final class CommandText {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./*{}-]+");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z]+|venue\\.[A-Za-z0-9._-]+)}");
    private static final Pattern PLAIN_WORD = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private CommandText() {}

    /**
     * Splits a text into arguments.
     *
     * @throws ProblemException if a quote is not closed
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
                    .exception();
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

    /** Joins arguments into a text that {@link #split} splits into the same arguments. */
    public static String join(List<String> arguments) {
        return arguments.stream().map(argument -> quoted(argument, PLAIN)).collect(Collectors.joining(" "));
    }

    /** Replaces a placeholder. A whole argument becomes one argument per value; elsewhere the values are joined by spaces. */
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
     * Replaces every {@code {name}} in the arguments.
     *
     * @throws ProblemException if a placeholder is unknown; the message lists the known placeholders
     */
    public static List<String> fill(List<String> arguments, Map<String, String> values) {
        return arguments.stream().map(argument -> fill(argument, values)).toList();
    }

    private static String fill(String argument, Map<String, String> values) {
        return PLACEHOLDER.matcher(argument).replaceAll(match -> {
            String value = values.get(match.group(1));
            if (value == null) {
                throw Problem.ofValue(match.group())
                        .fault("is an unknown placeholder")
                        .expected(
                                values.keySet().stream().sorted().collect(Collectors.joining("}, {", "some of {", "}")))
                        .exception();
            }
            return Matcher.quoteReplacement(value);
        });
    }

    /** Returns a line that a POSIX shell splits into exactly these words. */
    public static String shellLine(List<String> words) {
        return words.stream().map(CommandText::quoted).collect(Collectors.joining(" "));
    }

    /** Quotes one word for a POSIX shell. */
    public static String quoted(String word) {
        if (word.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("no command line can hold a NUL: " + word);
        }
        return quoted(word, PLAIN_WORD);
    }

    private static String quoted(String word, Pattern plain) {
        return plain.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /**
     * Rejects a program that the system cannot find or execute.
     *
     * @param option command-line option that named it
     * @param program a path, or a name to look up in PATH
     */
    public static void requireProgram(String option, String program) {
        Optional<Path> found = find(program);
        if (found.isEmpty()) {
            String where = program.contains("/") ? "no such file" : "no such command in PATH";
            throw refused(option, program, where);
        }
        if (!Files.isExecutable(found.get()) || Files.isDirectory(found.get())) {
            throw refused(option, program, "it is not executable");
        }
    }

    private static Optional<Path> find(String program) {
        try {
            if (program.contains("/")) {
                return Optional.of(Path.of(program)).filter(Files::exists);
            }
            String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
            return program.isEmpty()
                    ? Optional.empty()
                    : Arrays.stream(path.split(File.pathSeparator, -1))
                            .map(folder -> Path.of(folder.isEmpty() ? "." : folder, program))
                            .filter(Files::isExecutable)
                            .findFirst();
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }

    private static ProblemException refused(String option, String program, String reason) {
        return Problem.of(option)
                .value(program)
                .fault("cannot be executed: " + reason)
                .exception();
    }
}
