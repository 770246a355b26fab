package org.ticktoquote.analysis.slo;

import java.util.function.LongBinaryOperator;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Counts the values of a tick in the latency of a level, and the late ones among them. Lost values are later than any number.
 * Excluded ticks, and ticks that are not due, have no values. Negative values count as 0.
 *
 * <p>{@link #load} moves to a tick. Does not allocate. Not thread-safe.
 */
final class LateValues {
    private final TickResults results;
    private final Latency latency;
    private final long mostNs;
    private final @Nullable LongBinaryOperator without;
    private final LongConsumer counting = this::count;
    private long values;
    private long late;

    /**
     * @param without stall time of the clients between two times, which is subtracted from each value with the replay lag; null
     *     for values as measured
     */
    LateValues(TickResults results, ServiceLevel level, @Nullable LongBinaryOperator without) {
        this.results = results;
        this.without = without;
        this.latency = level.latency();
        this.mostNs = level.mostNs();
    }

    TickResults results() {
        return results;
    }

    void load(long tickId) {
        values = 0;
        late = 0;
        each(tickId, counting);
    }

    private void count(long value) {
        values++;
        late += value > mostNs ? 1 : 0;
    }

    /** Returns the number of values of the loaded tick. */
    long values() {
        return values;
    }

    long late() {
        return late;
    }

    /** Passes every value of a tick to a consumer, {@link TickResults#LOST} for a lost one. */
    void each(long tickId, LongConsumer to) {
        switch (latency) {
            case FIRST_CLIENT -> client(tickId, results.firstClientNs(tickId), to);
            case MEDIAN_CLIENT -> client(tickId, results.medianClientNs(tickId), to);
            case LAST_CLIENT -> client(tickId, results.lastClientNs(tickId), to);
            case SERVICE -> cells(tickId, results.sentNs(tickId) - results.intendedNs(tickId), to);
            default -> cells(tickId, lagNs(tickId), to);
        }
    }

    /** Returns the replay lag of a tick if harness delays must be subtracted, otherwise 0. */
    private long lagNs(long tickId) {
        return without == null ? 0 : results.lagNs(tickId);
    }

    private void client(long tickId, long value, LongConsumer to) {
        if (value == TickResults.LOST) {
            to.accept(value);
        } else if (value != TickResults.NONE) {
            to.accept(Math.max(0, value - lagNs(tickId) - stalledNs(tickId, value)));
        }
    }

    private void cells(long tickId, long lagNs, LongConsumer to) {
        for (int session = 0; session < results.sessions(); session++) {
            long cell = results.cell(tickId, session);
            if (ResultCell.answered(cell)) {
                long responseNs = ResultCell.responseNs(cell);
                to.accept(Math.max(0, responseNs - lagNs - stalledNs(tickId, responseNs)));
            } else if (ResultCell.outcome(cell) == ResultCell.LOST) {
                to.accept(TickResults.LOST);
            }
        }
    }

    private long stalledNs(long tickId, long responseNs) {
        return without == null
                ? 0
                : without.applyAsLong(results.offeredNs(tickId), results.intendedNs(tickId) + responseNs);
    }
}
