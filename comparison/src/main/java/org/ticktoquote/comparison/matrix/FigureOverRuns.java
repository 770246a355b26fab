package org.ticktoquote.comparison.matrix;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Figure over the runs of a case: median and spread of the runs, never the best run and never an average.
 *
 * <p>For an even number of runs the median is the midpoint of the middle two. A refused value ranks above all others;
 * the median is refused even if only one of the middle two is. All values are in nanoseconds.
 *
 * @param lowNs lower bound of the median, also if the median is refused
 * @param highNs upper bound of the median, equal to the lower bound if exact; null if there is none
 * @param refused whether the median has no value
 * @param lowestNs smallest lower bound of the runs, refused ones last
 * @param highestNs largest upper bound of the runs; null if any run has none
 * @param runs number of runs with the figure
 * @param refusedRuns number of runs in which the figure has no value
 * @param supported whether the figure is supported in every run
 * @param independent number of independent ticks beyond the figure, over all runs
 */
public record FigureOverRuns(
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

    /** Combines the runs; null without runs. */
    static @Nullable FigureOverRuns of(List<Bounds> runs) {
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
        return new FigureOverRuns(
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

    /** Returns whether the median is a single value. */
    public boolean exact() {
        return highNs != null && highNs == lowNs;
    }
}
