package org.ticktoquote.comparison.gate.ticks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.core.run.RunDirectory;

/**
 * File with the tick results of a run.
 *
 * @param path empty if the file does not exist
 * @param why reason why the file does not exist; otherwise empty
 * @param run identity of the run
 * @param latestOfTwo whether the file holds the later of two attributions
 */
record ResultsFile(Optional<Path> path, String why, String run, boolean latestOfTwo) {
    /** Finds the file of a run; {@code run} is null if this gate was not given the run. */
    static ResultsFile of(String side, @Nullable GatedRun run) {
        if (run == null) {
            return missing(
                    "the run of the " + side + " is not an input of this gate (earlier gates keep only small files)");
        }
        Path directory = run.directory();
        if (directory == null || !run.measured()) {
            return missing("the run of the " + side + " measured nothing");
        }
        Path file = new RunDirectory(directory).tickResults();
        return Files.isRegularFile(file)
                ? new ResultsFile(Optional.of(file), "", run.id(), run.hasTwoBounds())
                : missing("the tick results of the " + side
                        + " are missing; recreate them from the journals with t2q analyze");
    }

    private static ResultsFile missing(String why) {
        return new ResultsFile(Optional.empty(), why, "", false);
    }

    /** Opens the file, which the caller closes; rejects a damaged file or one of another run. */
    TickResults open() {
        return TickResults.open(path.orElseThrow(), UUID.fromString(run));
    }
}
