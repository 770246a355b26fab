package org.ticktoquote.analysis.measures;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.SupportedDistribution;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.summary.TickOutcomes;

/** Outcomes and response of one session, of one pair, or of all. */
public final class Group {
    private final OutcomeCounts counts = new OutcomeCounts();
    private final Distribution response;
    private @Nullable SupportedDistribution supported;
    private long ticks;

    Group(Distribution response) {
        this.response = response;
    }

    void addTick() {
        ticks++;
    }

    void add(long cell) {
        counts.add(cell);
        RunMeasures.record(response, TickValues.response(cell));
    }

    /** All values are in; from now on only episodes are counted. */
    void freeze() {
        supported = SupportedDistribution.of(response);
    }

    void episode(long worst) {
        if (worst != TickResults.NONE) {
            supported().accept(worst);
        }
    }

    private SupportedDistribution supported() {
        if (supported == null) {
            throw new IllegalStateException("values are still being added");
        }
        return supported;
    }

    long pending() {
        return counts.pending();
    }

    /** Measured ticks of a pair; 0 for other groups. */
    public long ticks() {
        return ticks;
    }

    public TickOutcomes outcomes() {
        return counts.outcomes();
    }

    public LatencyFigures response() {
        return supported().figures();
    }
}
