package org.ticktoquote.analysis.audit;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.ticktoquote.analysis.summary.NullResponse;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.run.JsonFile;
import org.ticktoquote.core.run.Seal;

/** The figures of the null responder: in the user's cache, and the copy of a run, {@code harness-share.json}. */
public final class NullResponseFile {
    private static final int COPY_VERSION = 3;
    private static final Set<String> MAY_BE_NULL = Set.of("p50", "p90", "p99", "p99_9", "p99_99", "max");
    private static final String WHAT = "figures of the null responder";
    private static final JsonFile<NullResponse> KNOWN = JsonFile.withNulls(NullResponse.class, WHAT, MAY_BE_NULL);
    private static final JsonFile<Copy> COPIES = JsonFile.withNulls(Copy.class, WHAT, MAY_BE_NULL);

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
            if (!KNOWN.isOfVersion(file, NullResponse.FORMAT_VERSION)) {
                return Optional.empty();
            }
            NullResponse found = KNOWN.read(file);
            Seal.check(file);
            return Optional.of(found);
        } catch (Refusal damaged) {
            throw Problem.ofFault(damaged.getMessage() + "; delete it").refusal(damaged.status(), damaged);
        }
    }

    /** Writes whole or not at all: to a neighbour first, then renamed. */
    public static void write(Path file, NullResponse response) {
        folder(file);
        KNOWN.writeSealed(file, response);
    }

    /** The copy of a run: it says whose it is, so that no other run's can stand in its place. */
    public static void copy(Path runDirectory, UUID run, NullResponse response) {
        folder(in(runDirectory));
        COPIES.writeSealed(in(runDirectory), new Copy(COPY_VERSION, run, response));
    }

    private static void folder(Path file) {
        FileAccess.write(
                file, () -> Files.createDirectories(file.toAbsolutePath().getParent()));
    }

    /** What a run has; refuses a file that is damaged, or of another version. */
    public static RunShare of(Path runDirectory, UUID run) {
        Path file = in(runDirectory);
        if (!Files.exists(file)) {
            return RunShare.NONE;
        }
        COPIES.requireVersion(file, COPY_VERSION);
        Copy copy = COPIES.read(file);
        Seal.check(file);
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
    @JsonIgnoreProperties("sha256")
    public record Copy(int formatVersion, UUID run, NullResponse response) {}
}
