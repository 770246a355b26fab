package org.ticktoquote.harness.settings;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options of a case's runs: what was said, by their names without dashes, and the settings that it means, parsed once.
 * Equal where the same was said. Immutable.
 */
public final class RunOptions {
    private static final Set<String> FLAGS = RunSettings.spec().options().stream()
            .filter(option -> option.typeInfo().isBoolean())
            .map(OptionSpec::longestName)
            .collect(Collectors.toSet());

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

    /** As it was said. */
    @JsonValue
    public Map<String, String> said() {
        return said;
    }

    /** What it means. */
    public RunSettings settings() {
        return settings;
    }

    /** As on the command line. */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        said.forEach((name, value) -> {
            if (!FLAGS.contains("--" + name)) {
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
