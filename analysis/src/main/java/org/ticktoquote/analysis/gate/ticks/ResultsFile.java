package org.ticktoquote.analysis.gate.ticks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.gate.runs.GatedRun;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.run.RunDirectory;

/**
 * The results of single ticks of a run.
 *
 * @param path empty where they are not there
 * @param why they are not; empty where they are
 * @param run its identity
 * @param latestOfTwo whether they are of one of two possible attributions
 */
record ResultsFile(Optional<Path> path, String why, String run, boolean latestOfTwo) {
    /** Of a run that was given to a gate; null for one that was not. */
    static ResultsFile of(String side, @Nullable GatedRun run) {
        if (run == null) {
            return missing("the run of the " + side + " was not given: of earlier gates only small files are kept");
        }
        Path directory = run.directory();
        if (directory == null || !run.measured()) {
            return missing("of the " + side + " nothing was measured");
        }
        Path file = new RunDirectory(directory).tickResults();
        return Files.isRegularFile(file)
                ? new ResultsFile(Optional.of(file), "", run.id(), run.hasTwoBounds())
                : missing("the results of single ticks of the " + side
                        + " are gone; t2q analyze derives them where the journals are there");
    }

    private static ResultsFile missing(String why) {
        return new ResultsFile(Optional.empty(), why, "", false);
    }

    /** To be closed; refuses a file that is damaged, or another run's. */
    TickResults open() {
        return TickResults.open(path.orElseThrow(), UUID.fromString(run));
    }
}
