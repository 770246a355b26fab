package org.ticktoquote.analysis.rate;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.core.run.JsonFile;

/**
 * {@code rate-plan.json}: what is looked for, so that a search that was interrupted goes on as it began.
 *
 * @param formatVersion of the file
 * @param levels that must hold, as texts
 * @param from the lowest speed
 * @param to the highest speed that was asked for
 * @param highest the highest speed at which a run is long enough; never above {@code to}
 * @param step between what holds and what does not, at last: 0.05 is 5 %
 * @param runs at each speed
 * @param leastNs how long the measured part of a run must be
 * @param windowNs how much of the recording each run replays
 */
@JsonIgnoreProperties("sha256")
public record RatePlan(
        int formatVersion,
        List<String> levels,
        double from,
        double to,
        double highest,
        double step,
        int runs,
        long leastNs,
        long windowNs) {
    public static final int FORMAT_VERSION = 1;
    /** Its name in the directory of the search. */
    public static final String FILE = "rate-plan.json";

    private static final JsonFile<RatePlan> CONTENT = JsonFile.of(RatePlan.class, "the plan of a rate search");

    public RatePlan {
        levels = List.copyOf(levels);
    }

    /** Where to look. */
    public RateSearch search() {
        return new RateSearch(from, highest, step);
    }

    /** Whether the window and not {@code to} is where the search ends. */
    public boolean shortened() {
        return highest < to;
    }

    /** What a majority is. */
    public RateVotes votes() {
        return new RateVotes(runs);
    }

    /** Writes it into a directory. */
    public void write(Path folder) {
        CONTENT.writeSealed(folder.resolve(FILE), this);
    }

    /** Whether a directory has one. */
    public static boolean in(Path folder) {
        return Files.isRegularFile(folder.resolve(FILE));
    }

    /** Reads it from a directory. */
    public static RatePlan read(Path folder) {
        CONTENT.requireVersion(folder.resolve(FILE), FORMAT_VERSION);
        return CONTENT.readSealed(folder.resolve(FILE));
    }
}
