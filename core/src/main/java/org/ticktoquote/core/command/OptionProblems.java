package org.ticktoquote.core.command;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Problems of options: of values out of their bounds, and of picocli's exceptions. */
public final class OptionProblems {
    private OptionProblems() {}

    /** Returns all problems that an exception reports. */
    public static List<Problem> of(ParameterException e) {
        if (e instanceof UnmatchedArgumentException unmatched) {
            return List.of(unknown(unmatched.getCommandLine(), unmatched.getUnmatched()));
        }
        if (e instanceof MissingParameterException missing) {
            // the missing option can be a misspelled one
            CommandLine command = missing.getCommandLine();
            return Stream.concat(
                            Stream.of(command.getUnmatchedArguments())
                                    .filter(unmatched -> !unmatched.isEmpty())
                                    .map(unmatched -> unknown(command, unmatched)),
                            missing.getMissing().stream().map(OptionProblems::missing))
                    .toList();
        }
        if (e instanceof OverwrittenOptionException twice) {
            return List.of(Problem.of(name(twice.getOverwritten())).fault("given more than once"));
        }
        ArgSpec argument = e.getArgSpec();
        if (argument == null) {
            return List.of(Problem.ofFault(String.valueOf(e.getMessage())));
        }
        return e.getCause() instanceof ProblemException refusal
                ? refusal.problems().stream()
                        .map(problem -> problem.under(name(argument)))
                        .toList()
                : List.of(unreadable(e, argument));
    }

    /** Returns the problems as text, one per line. */
    public static String text(ParameterException e) {
        return of(e).stream().map(Problem::text).collect(Collectors.joining(System.lineSeparator()));
    }

    /** Returns the longest name of an option, or the help label of a positional argument. */
    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    private static Problem missing(ArgSpec argument) {
        return argument.isOption()
                ? Problem.of(name(argument)).fault(argument.paramLabel() + " is missing")
                : Problem.of(name(argument)).fault("is missing");
    }

    private static Problem unreadable(ParameterException e, ArgSpec argument) {
        Problem problem = Problem.of(name(argument));
        String value = e.getValue();
        return (value == null ? problem : problem.value(value)).expected(expected(argument));
    }

    private static String expected(ArgSpec argument) {
        Class<?> type = argument.auxiliaryTypes()[0];
        if (argument.completionCandidates() != null) {
            return StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                    .collect(Collectors.joining(", ", "one of ", ""));
        }
        return switch (type.getSimpleName()) {
            case "int", "Integer", "long", "Long" -> "a whole number";
            case "double", "Double" -> "a number";
            case "boolean", "Boolean" -> "true or false";
            default -> argument.paramLabel();
        };
    }

    /** Reports an unknown option, command or argument, and suggests the nearest known word. */
    private static Problem unknown(CommandLine command, List<String> unmatched) {
        String first = unmatched.get(0);
        if (first.startsWith("-")) {
            String option = first.replaceFirst("=.*", "");
            return Problem.of(option)
                    .fault("unknown option"
                            + NearestWord.hint(
                                    option,
                                    command.getCommandSpec().optionsMap().keySet()));
        }
        return command.getSubcommands().isEmpty()
                ? Problem.ofValue(first).fault("is an unexpected argument")
                : Problem.ofValue(first).fault("is an unknown command" + NearestWord.hint(first, visible(command)));
    }

    private static List<String> visible(CommandLine command) {
        return command.getSubcommands().entrySet().stream()
                .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * Returns the problems of the options of a class that are out of their {@link Bounds}, in order of declaration. Options
     * that were not given have none.
     *
     * @param options option values filled by picocli
     */
    public static List<Problem> outOfBounds(Object options) {
        return Arrays.stream(options.getClass().getDeclaredFields())
                .filter(field -> field.isAnnotationPresent(Bounds.class))
                .flatMap(field -> outOfBounds(field, options).stream())
                .toList();
    }

    /** Throws a {@link ProblemException} if any option is out of bounds. */
    public static void requireBounds(Object... options) {
        ProblemException.throwIfAny(
                Stream.of(options).flatMap(each -> outOfBounds(each).stream()).toList());
    }

    private static Optional<Problem> outOfBounds(Field field, Object options) {
        Bounds bounds = field.getAnnotation(Bounds.class);
        Option option = field.getAnnotation(Option.class);
        Number number = number(field, options);
        if (number == null || within(bounds, number.doubleValue())) {
            return Optional.empty();
        }
        boolean duration = Stream.of(option.converter()).anyMatch(DurationText.class::equals);
        Object value = duration ? DurationText.format(number.longValue()) : number;
        return Optional.of(Problem.of(option.names()[0]).value(value).expected(bounds.expected()));
    }

    private static boolean within(Bounds bounds, double number) {
        return number > bounds.above() && number >= bounds.least() && number <= bounds.most();
    }

    private static @Nullable Number number(Field field, Object options) {
        try {
            field.setAccessible(true);
            return (Number) field.get(options);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
