package org.ticktoquote.clients.config;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;

/**
 * The one configuration of the process, resolved from plan, template and options; it holds no secret.
 *
 * @param run the identity of the run, for the journals
 * @param sessions in the order of their numbers, which are 0, 1, 2 ...
 * @param echo how snapshots name ticks
 * @param expectedSnapshots of each session; sizes the journals
 * @param forwardSnapshots whether QuickFIX/J parses the snapshots too
 */
public record ClientsSetup(
        UUID run, List<SessionSetup> sessions, Echo echo, long expectedSnapshots, boolean forwardSnapshots) {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public ClientsSetup {
        sessions = List.copyOf(sessions);
    }

    /** Resolves every secret once, so that one that is missing is told before anybody connects. */
    public void checkSecrets() {
        sessions.stream().flatMap(SessionSetup::secrets).distinct().forEach(Secret::resolve);
    }

    /** Writes the record of what this process was told to do. */
    public void write(Path file) {
        try {
            Files.writeString(file, JSON.writeValueAsString(this) + "\n");
        } catch (IOException e) {
            throw new Refusal(ExitStatus.ENVIRONMENT, file + ": cannot be written: " + e, e);
        }
    }
}
