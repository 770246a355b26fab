package org.ticktoquote.analysis.matrix;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One figure over the runs of a case: the median of the runs and their spread, never the best one and never an average.
 *
 * <p>Of an even number of runs the median is the midpoint of both in the middle. A refused value ranks above every other,
 * so that the median, too, may be refused: also where one of both is. All values in nanoseconds.
 *
 * @param lowNs of the median; where refused a value that it is known to exceed
 * @param highNs of the median, equal to the lower bound where exact; null where there is no upper bound
 * @param refused whether the median has no value
 * @param lowestNs the lowest of the runs' lower bounds, refused ones last
 * @param highestNs the highest of their upper bounds; null where one of them has none
 * @param runs that have the figure
 * @param refusedRuns of them those where it has no value
 * @param supported whether it is supported in every run
 * @param independent ticks beyond it, of all runs together
 */
public record OverRuns(
        @JsonProperty("low") long lowNs,
        @JsonProperty("high") @Nullable Long highNs,
        boolean refused,
        @JsonProperty("lowest") long lowestNs,
        @JsonProperty("highest") @Nullable Long highestNs,
        int runs,
        int refusedRuns,
        boolean supported,
        long independent) {
    private static final Comparator<Bounds> BY_LOW =
            Comparator.comparing(Bounds::refused).thenComparingLong(Bounds::lowNs);
    private static final Comparator<Bounds> BY_HIGH =
            Comparator.comparingLong(bounds -> bounds.highNs() == null ? Long.MAX_VALUE : bounds.highNs());

    /** Null without any run. */
    static @Nullable OverRuns of(List<Bounds> runs) {
        if (runs.isEmpty()) {
            return null;
        }
        int middle = runs.size() / 2;
        int before = (runs.size() - 1) / 2;
        List<Bounds> byLow = runs.stream().sorted(BY_LOW).toList();
        List<Bounds> byHigh = runs.stream().sorted(BY_HIGH).toList();
        Bounds low = byLow.get(middle);
        @Nullable Long high = byHigh.get(middle).highNs();
        @Nullable Long highBefore = byHigh.get(before).highNs();
        Bounds highest = runs.stream().max(BY_HIGH).orElseThrow();
        return new OverRuns(
                low.refused() ? low.lowNs() : midpoint(byLow.get(before).lowNs(), low.lowNs()),
                high == null || highBefore == null ? null : (Long) midpoint(highBefore, high),
                low.refused(),
                runs.stream().min(BY_LOW).orElseThrow().lowNs(),
                highest.highNs(),
                runs.size(),
                (int) runs.stream().filter(Bounds::refused).count(),
                runs.stream().allMatch(Bounds::supported),
                runs.stream().mapToLong(Bounds::independent).sum());
    }

    private static long midpoint(long one, long other) {
        return one + (other - one) / 2;
    }

    /** Whether there is one value for the median. */
    public boolean exact() {
        return highNs != null && highNs == lowNs;
    }
}
