package org.ticktoquote.analysis.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.NullResponse;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.file.WholeFile;
import org.ticktoquote.core.run.JsonFile;

/** The figures of the null responder: in the user's cache, and the copy of a run, {@code harness-share.json}. */
public final class NullResponseFile {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private static final int COPY_VERSION = 2;
    private static final JsonFile<Copy> COPIES = JsonFile.withNulls(
            Copy.class, "figures of the null responder", Set.of("p50", "p90", "p99", "p99_9", "p99_99", "max"));

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
        write(file, (Object) response);
    }

    /** The copy of a run: it says whose it is, so that no other run's can stand in its place. */
    public static void copy(Path runDirectory, UUID run, NullResponse response) {
        write(in(runDirectory), new Copy(COPY_VERSION, run, response));
    }

    private static void write(Path file, Object content) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            WholeFile.write(file, JSON.writeValueAsString(content) + "\n");
        } catch (IOException e) {
            throw new Refusal(ExitStatus.ENVIRONMENT, file + ": cannot be written: " + e, e);
        }
    }

    /** What a run has; refuses a file that is damaged, or of another version. */
    public static RunShare of(Path runDirectory, UUID run) {
        Path file = in(runDirectory);
        if (!Files.exists(file)) {
            return RunShare.NONE;
        }
        Copy copy = COPIES.read(file);
        if (copy.formatVersion() != COPY_VERSION || copy.response().formatVersion() != NullResponse.FORMAT_VERSION) {
            throw new Refusal(
                    ExitStatus.BAD_INPUT,
                    file + ": format version " + copy.formatVersion() + ", expected " + COPY_VERSION);
        }
        return copy.run().equals(run)
                ? new RunShare(Optional.of(copy.response()), "")
                : new RunShare(
                        Optional.empty(), file.getFileName() + " is of run " + copy.run() + ", expected of run " + run);
    }

    /**
     * {@code harness-share.json} of a run.
     *
     * @param formatVersion of the file
     * @param run the identity of the run
     * @param response what is known of its host and load
     */
    public record Copy(int formatVersion, UUID run, NullResponse response) {}
}
