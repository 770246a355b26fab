package org.ticktoquote.comparison.rate;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.core.run.JsonFile;

/**
 * Contents of {@code rate-plan.json}: parameters of a search, so that an interrupted search resumes unchanged.
 *
 * @param formatVersion version of the file format
 * @param levels service levels that must hold, as text
 * @param from lowest speed
 * @param to highest speed requested
 * @param highest highest speed at which a run is long enough; never above {@code to}
 * @param step final relative distance between the highest speed that holds and the lowest that does not: 0.05 is 5 %
 * @param runs runs at each speed, before a tie
 * @param leastNs minimum length of the measured part of a run
 * @param windowNs length of the recording replayed in each run
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
    /** File name in the directory of the search. */
    public static final String FILE = "rate-plan.json";

    private static final JsonFile<RatePlan> CONTENT = JsonFile.of(RatePlan.class, "a plan of a rate search");

    public RatePlan {
        levels = List.copyOf(levels);
    }

    public RateSearch search() {
        return new RateSearch(from, highest, step);
    }

    /** Returns whether the window limits the search instead of {@code to}. */
    public boolean shortened() {
        return highest < to;
    }

    /** Returns the maximum number of runs at a rate, excluding repetitions of VOID runs. In a tie, one more run decides. */
    public int mostRuns() {
        return runs + 1;
    }

    /**
     * Returns the outcome of a rate by the majority of its runs.
     *
     * @param places outcome of each repeat in order; VOID if all attempts of the repeat were VOID
     * @return empty if another run is needed
     */
    Optional<RateOutcome> outcome(List<RateOutcome> places) {
        if (places.size() < runs) {
            return Optional.empty();
        }
        int met = Collections.frequency(places, RateOutcome.HOLDS);
        int broken = Collections.frequency(places, RateOutcome.BROKEN);
        int unmet = broken + Collections.frequency(places, RateOutcome.UNDECIDED);
        int majority = runs / 2 + 1;
        if (met >= majority) {
            return Optional.of(RateOutcome.HOLDS);
        }
        if (unmet >= majority) {
            return Optional.of(broken > 0 ? RateOutcome.BROKEN : RateOutcome.UNDECIDED);
        }
        boolean hopeless = met + unmet == 0;
        return hopeless || places.size() >= mostRuns() ? Optional.of(RateOutcome.VOID) : Optional.empty();
    }

    /** Writes the plan to a directory. */
    public void write(Path folder) {
        CONTENT.writeSealed(folder.resolve(FILE), this);
    }

    /** Returns whether a directory has a plan. */
    public static boolean in(Path folder) {
        return Files.isRegularFile(folder.resolve(FILE));
    }

    public static RatePlan read(Path folder) {
        CONTENT.requireVersion(folder.resolve(FILE), FORMAT_VERSION);
        return CONTENT.readSealed(folder.resolve(FILE));
    }
}
