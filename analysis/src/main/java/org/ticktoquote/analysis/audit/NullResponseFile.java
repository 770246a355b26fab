package org.ticktoquote.analysis.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.NullResponse;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.file.WholeFile;

/** {@code harness-share.json} of a run directory, and the same file in a cache. */
public final class NullResponseFile {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private NullResponseFile() {}

    /** Where a run has it. */
    public static Path in(Path runDirectory) {
        return runDirectory.resolve("harness-share.json");
    }

    /** What the file says; empty when there is none, or one of another version. Refuses one that is damaged. */
    public static Optional<NullResponse> read(Path file) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            @Nullable NullResponse found = JSON.readValue(file.toFile(), NullResponse.class);
            return Optional.ofNullable(found)
                    .filter(response -> response.formatVersion() == NullResponse.FORMAT_VERSION);
        } catch (JsonProcessingException e) {
            throw new Refusal(ExitStatus.BAD_INPUT, file + ": " + e.getOriginalMessage() + "; delete it", e);
        } catch (IOException e) {
            throw new Refusal(ExitStatus.BAD_INPUT, file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /** Writes whole or not at all: to a neighbour first, then renamed. */
    public static void write(Path file, NullResponse response) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            WholeFile.write(file, JSON.writeValueAsString(response) + "\n");
        } catch (IOException e) {
            throw new Refusal(ExitStatus.ENVIRONMENT, file + ": cannot be written: " + e, e);
        }
    }
}
