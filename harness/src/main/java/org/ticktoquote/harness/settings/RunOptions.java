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
 * The options of a case's runs: what was said, by their names without dashes, and the settings that it means, parsed once.
 * Equal where the same was said. Immutable.
 */
public final class RunOptions {
    /** All, by their names without dashes. */
    private static final Map<String, OptionSpec> KNOWN = RunSettings.spec().options().stream()
            .collect(Collectors.toUnmodifiableMap(RunOptions::name, option -> option));

    private static final String LINE = "\n";

    private final Map<String, String> said;
    private final RunSettings settings;

    private RunOptions(Map<String, String> said) {
        this.said = Collections.unmodifiableMap(new LinkedHashMap<>(said));
        this.settings = RunSettings.parse(arguments());
    }

    /**
     * Of values by name, {@code true} for an option without a value.
     *
     * @throws picocli.CommandLine.ParameterException for an option that does not exist or a value that is none
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static RunOptions of(Map<String, String> said) {
        return new RunOptions(said);
    }

    /** What a command line of another command with the same options says of them, by their names without dashes. */
    public static Map<String, String> given(ParseResult command) {
        Map<String, String> said = new LinkedHashMap<>();
        command.matchedOptions().stream()
                .filter(option -> KNOWN.containsKey(name(option)))
                .forEach(option ->
                        said.put(name(option), isFlag(option) ? "true" : text(option, option.originalStringValues())));
        return said;
    }

    /** Several values of an option in one text: a line each where a comma may be part of one. */
    public static String text(OptionSpec option, List<String> values) {
        return String.join(isLines(option) ? LINE : ",", values);
    }

    private static boolean isLines(OptionSpec option) {
        return option.typeInfo().isMultiValue() && option.splitRegex().isEmpty();
    }

    private static String name(OptionSpec option) {
        return option.longestName().substring(2);
    }

    /** Whether an option has no value. */
    public static boolean isFlag(OptionSpec option) {
        return option.typeInfo().isBoolean();
    }

    /** As it was said. */
    @JsonValue
    public Map<String, String> said() {
        return said;
    }

    /** What it means. */
    public RunSettings settings() {
        return settings;
    }

    /** Whose parser takes the texts. */
    private List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        said.forEach((name, value) -> {
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
        return other instanceof RunOptions options && options.said.equals(said);
    }

    @Override
    public int hashCode() {
        return said.hashCode();
    }

    @Override
    public String toString() {
        return said.toString();
    }
}
