package org.ticktoquote.clients.config;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.yaml.Layers;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;

/**
 * The user's session template: {@code defaults} for every session, overrides below {@code sessions} by number, and
 * {@code symbols} as the counterparty names them.
 *
 * @param defaults null when the file has none
 * @param overrides by the session's number
 * @param symbols from EUR/USD to the counterparty's name
 */
record Template(@Nullable YamlSection defaults, Map<Integer, YamlSection> overrides, Map<String, String> symbols) {
    static final Template NONE = new Template(null, Map.of(), Map.of());

    static Template read(Path file, int sessionCount, Problems problems) {
        YamlSection top = YamlFile.read(file, problems);
        YamlSection defaults = top.section("defaults");
        Map<Integer, YamlSection> overrides = overrides(top.section("sessions"), sessionCount);
        Map<String, String> symbols = symbols(top.section("symbols"));
        top.end();
        return new Template(defaults, overrides, symbols);
    }

    private static Map<Integer, YamlSection> overrides(@Nullable YamlSection sessions, int sessionCount) {
        Map<Integer, YamlSection> overrides = new HashMap<>();
        if (sessions == null) {
            return overrides;
        }
        for (String key : sessions.allKeys()) {
            YamlSection override = sessions.section(key);
            if (!key.matches("[0-9]{1,4}") || Integer.parseInt(key) >= sessionCount) {
                sessions.problemWithKey(key, "the number of a session, 0 to " + (sessionCount - 1));
            } else if (override != null) {
                overrides.put(Integer.parseInt(key), override);
            }
        }
        return overrides;
    }

    private static Map<String, String> symbols(@Nullable YamlSection section) {
        Map<String, String> symbols = new HashMap<>();
        if (section != null) {
            for (String key : section.allKeys()) {
                String name = section.text(key);
                if (name != null) {
                    symbols.put(key, name);
                }
            }
        }
        return symbols;
    }

    /** What is said about one session, its own first. */
    Layers session(int index) {
        List<YamlSection> layers = Stream.of(overrides.get(index), defaults)
                .filter(Objects::nonNull)
                .toList();
        return new Layers(layers);
    }
}
