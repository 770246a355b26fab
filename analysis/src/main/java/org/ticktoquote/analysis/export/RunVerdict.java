package org.ticktoquote.analysis.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;

/** What an export says of a run in columns of their own; the rest of {@code summary.json} goes with it as text. */
record RunVerdict(String validity, String matchedBy, long ticks) {
    private static final JsonMapper JSON = new JsonMapper();

    static RunVerdict read(Path summary) {
        try {
            JsonNode content = JSON.readTree(summary.toFile());
            return new RunVerdict(
                    content.path("validity").asText(),
                    content.path("matchedBy").asText(),
                    content.path("ticks").asLong());
        } catch (IOException e) {
            throw Problem.of(summary).fault("cannot be read", e).refusal(ExitStatus.BAD_INPUT, e);
        }
    }
}
