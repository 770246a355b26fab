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
    private static final Pattern PLAIN_WORD = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

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
        return arguments.stream().map(argument -> quoted(argument, PLAIN)).collect(Collectors.joining(" "));
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

    /** The line that a POSIX shell takes apart into exactly these words. */
    public static String shellLine(List<String> words) {
        return words.stream().map(CommandText::quoted).collect(Collectors.joining(" "));
    }

    /** One word of such a line. */
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
     * Refuses a program that the system would not find or not execute.
     *
     * @param option that named it
     * @param program a path, or a name to be found in PATH
     */
    public static void requireProgram(String option, String program) {
        Optional<Path> found = find(program);
        if (found.isEmpty()) {
            String where = program.contains("/") ? "there is no such file" : "there is no such command in PATH";
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

    private static Refusal refused(String option, String program, String reason) {
        return Problem.of(option)
                .value(program)
                .fault("cannot be executed: " + reason)
                .refusal();
    }
}
