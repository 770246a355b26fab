package org.ticktoquote.harness.settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;

/**
 * Whether a session template lets the application connect, by its first {@code accept}: that decides who starts first. All
 * else of it is the clients' to judge.
 */
final class TemplateAccept {
    private static final String KEY = "accept";

    private TemplateAccept() {}

    /** As it is written; empty where the clients connect, and where they will refuse the file. */
    static Optional<String> of(@Nullable Path template) {
        if (template == null || !Files.isRegularFile(template)) {
            return Optional.empty();
        }
        try {
            YamlSection top = YamlFile.read(template, new Problems());
            YamlSection sessions = top.section("sessions");
            Stream<@Nullable YamlSection> each =
                    sessions == null ? Stream.of() : sessions.keys().stream().map(sessions::section);
            return Stream.concat(Stream.of(top.section("defaults")), each)
                    .filter(Objects::nonNull)
                    .map(section -> section.text(KEY))
                    .filter(Objects::nonNull)
                    .findFirst();
        } catch (Refusal unreadable) {
            return Optional.empty();
        }
    }
}
