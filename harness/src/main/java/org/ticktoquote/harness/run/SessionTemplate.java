package org.ticktoquote.harness.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;

/**
 * Keys of a session template that processes other than the clients need. The clients check all other keys.
 *
 * @param names pair by the counterparty's name for it
 * @param zeroSizeIsPrice true if a level of size 0 is a price like any other
 */
public record SessionTemplate(Map<String, String> names, boolean zeroSizeIsPrice) {
    private static final SessionTemplate NONE = new SessionTemplate(Map.of(), false);
    private static final Pattern FREE_PORT = Pattern.compile("(.*:)?0+");

    public SessionTemplate {
        names = Map.copyOf(names);
    }

    /** Reads a template, if there is one. */
    public static SessionTemplate read(Optional<Path> template) {
        return template.map(SessionTemplate::read).orElse(NONE);
    }

    private static SessionTemplate read(Path file) {
        YamlSection top = YamlFile.read(file, new Problems());
        @Nullable YamlSection symbols = top.section("symbols");
        @Nullable YamlSection defaults = top.section("defaults");
        Map<String, String> names = new HashMap<>();
        if (symbols != null) {
            symbols.keys().forEach(pair -> names.put(Objects.requireNonNullElse(symbols.text(pair), pair), pair));
        }
        return new SessionTemplate(names, defaults != null && "price".equals(defaults.text("zeroSize")));
    }

    /**
     * Returns the first {@code accept} of a template. If there is one, the clients must listen before the application starts.
     *
     * @return as written; empty if the clients connect, or if they will refuse the file
     */
    public static Optional<String> accept(Path template) {
        return texts(template, "accept").stream().findFirst();
    }

    /** Returns whether two simultaneous runs can use a template: without fixed ports and a folder for sequence numbers. */
    public static boolean isShareable(Path template) {
        return texts(template, "connect").isEmpty()
                && texts(template, "numbers").isEmpty()
                && texts(template, "accept").stream()
                        .allMatch(address -> FREE_PORT.matcher(address).matches());
    }

    /** Returns the addresses in a template to which sessions connect; empty if the clients will refuse the file. */
    static List<Endpoint> connects(Path template) {
        return texts(template, "connect").stream().map(Endpoint::parse).toList();
    }

    /** Returns all values of a session's key, those of the defaults first; empty if the file cannot be read. */
    private static List<String> texts(Path template, String key) {
        if (!Files.isRegularFile(template)) {
            return List.of();
        }
        try {
            YamlSection top = YamlFile.read(template, new Problems());
            YamlSection sessions = top.section("sessions");
            Stream<@Nullable YamlSection> each =
                    sessions == null ? Stream.of() : sessions.keys().stream().map(sessions::section);
            return Stream.concat(Stream.of(top.section("defaults")), each)
                    .filter(Objects::nonNull)
                    .map(section -> section.text(key))
                    .filter(Objects::nonNull)
                    .toList();
        } catch (ProblemException unreadable) {
            return List.of();
        }
    }
}
