package org.ticktoquote.clients.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.UserPath;

/** A YAML file (JSON is YAML too) as a {@link Section}, with the place of every value. */
final class YamlFile {
    private YamlFile() {}

    /** The file's top mapping; one that is no YAML is a problem and reads as empty. */
    static Section read(Path file, Problems problems) {
        return new Section(file, compose(file, problems), problems);
    }

    private static @Nullable Node compose(Path file, Problems problems) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file.toString())
                .setMaxAliasesForCollections(50)
                .build();
        try {
            return new Compose(settings)
                    .composeString(Files.readString(UserPath.input(file)))
                    .orElse(null);
        } catch (MarkedYamlEngineException e) {
            problems.add(file, e.getProblemMark(), "not YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            problems.add(file + ": not YAML: " + e.getMessage());
        } catch (IOException e) {
            throw new Refusal(ExitStatus.USAGE, file + ": cannot be read: " + e, e);
        }
        return null;
    }
}
