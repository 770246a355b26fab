package org.ticktoquote.harness.settings;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Options of a case's runs, by name without dashes, with the settings parsed from them. Instances with equal options are equal.
 * Immutable.
 */
public final class RunOptions {
    /** All options of a run, by name without dashes. */
    private static final Map<String, OptionSpec> KNOWN = RunSettings.spec().options().stream()
            .collect(Collectors.toUnmodifiableMap(RunOptions::name, option -> option));

    private static final String LINE = "\n";

    private final Map<String, String> values;
    private final RunSettings settings;

    private RunOptions(Map<String, String> values) {
        this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        this.settings = RunSettings.parse(arguments());
    }

    /**
     * Parses options; the value of a flag is {@code true}.
     *
     * @throws picocli.CommandLine.ParameterException for an unknown option or a wrong value
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static RunOptions of(Map<String, String> values) {
        return new RunOptions(values);
    }

    /** Returns the options of a run that the command line of another command contains, by name without dashes. */
    public static Map<String, String> given(ParseResult command) {
        Map<String, String> values = new LinkedHashMap<>();
        command.matchedOptions().stream()
                .filter(option -> KNOWN.containsKey(name(option)))
                .forEach(option -> values.put(
                        name(option), isFlag(option) ? "true" : text(option, option.originalStringValues())));
        return values;
    }

    /** Joins several values of an option: by newlines if a value can contain commas, else by commas. */
    public static String text(OptionSpec option, List<String> values) {
        return String.join(isLines(option) ? LINE : ",", values);
    }

    private static boolean isLines(OptionSpec option) {
        return option.typeInfo().isMultiValue() && option.splitRegex().isEmpty();
    }

    private static String name(OptionSpec option) {
        return option.longestName().substring(2);
    }

    /** Returns whether an option has no value. */
    public static boolean isFlag(OptionSpec option) {
        return option.typeInfo().isBoolean();
    }

    /** Returns the options as given. */
    @JsonValue
    public Map<String, String> givenOptions() {
        return values;
    }

    /** Returns the settings parsed from the options. */
    public RunSettings settings() {
        return settings;
    }

    /** Converts the options to command-line arguments. */
    private List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        values.forEach((name, value) -> {
            OptionSpec option = KNOWN.get(name);
            if (option != null && isLines(option)) {
                for (String line : value.split(LINE, -1)) {
                    arguments.add("--" + name + "=" + line);
                }
            } else if (option == null || !isFlag(option)) {
                arguments.add("--" + name + "=" + value);
            } else if (value.equals("true")) {
                arguments.add("--" + name);
            }
        });
        return arguments;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RunOptions options && options.values.equals(values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
