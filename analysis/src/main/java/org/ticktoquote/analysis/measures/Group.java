package org.ticktoquote.analysis.measures;

import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.SupportedDistribution;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.statistics.TickSupport;
import org.ticktoquote.analysis.summary.TickOutcomes;

/** Outcomes and response of one session, of one pair, or of all. */
public final class Group {
    private static final long[] THRESHOLDS =
            Staleness.THRESHOLDS_NS.stream().mapToLong(Long::longValue).toArray();

    private final OutcomeCounts counts = new OutcomeCounts();
    private final long[] beyond = new long[THRESHOLDS.length];
    private final Distribution response;
    private final Basis basis;
    /** Of the worst value of each tick. */
    private final TickSupport support = new TickSupport();

    private long ticks;

    Group(Distribution response, Basis basis) {
        this.response = response;
        this.basis = basis;
    }

    /** Adds a tick of a pair, with the cells of all sessions. */
    void add(TickValues tick) {
        ticks++;
        for (long cell : tick.cells()) {
            counts.add(cell);
        }
        response.record(tick.answers(), tick.answered(), 0);
        response.censor(tick.lostSessions());
        for (int i = 0; i < tick.answered(); i++) {
            addBeyond(tick.answers()[i], 1);
        }
        addBeyond(TickResults.LOST, tick.lostSessions());
    }

    void add(long cell) {
        counts.add(cell);
        long value = TickValues.response(cell);
        TickValueCounts.record(response, value);
        addBeyond(value, 1);
    }

    /** NONE is below every threshold, LOST above. */
    private void addBeyond(long value, int times) {
        for (int i = 0; i < THRESHOLDS.length && THRESHOLDS[i] < value; i++) {
            beyond[i] += times;
        }
    }

    /** Adds what another one has of other ticks or sessions, its support left out. */
    void add(Group other) {
        ticks += other.ticks;
        counts.add(other.counts);
        response.add(other.response);
        for (int i = 0; i < beyond.length; i++) {
            beyond[i] += other.beyond[i];
        }
    }

    TickSupport support() {
        return support;
    }

    /** Measured ticks of a pair; 0 for other groups. */
    public long ticks() {
        return ticks;
    }

    public TickOutcomes outcomes() {
        return basis == Basis.UNATTRIBUTED ? counts.outcomes().unattributed() : counts.outcomes();
    }

    /** The values of the response. */
    Distribution values() {
        return response;
    }

    /** How many values the response has, lost ones among them. */
    public long responses() {
        return response.count();
    }

    /** How many of them are beyond the threshold of the staleness at a place of their list. */
    public long beyond(int threshold) {
        return beyond[threshold];
    }

    public LatencyFigures response() {
        return SupportedDistribution.of(response, support, basis == Basis.SOUND).figures();
    }

    /** Counts cells by outcome. */
    private static final class OutcomeCounts {
        private final long[] counts = new long[ResultCell.PUBLISHED_NOT_DUE + 1];

        void add(long cell) {
            counts[ResultCell.outcome(cell)]++;
        }

        void add(OutcomeCounts other) {
            for (int outcome = 0; outcome < counts.length; outcome++) {
                counts[outcome] += other.counts[outcome];
            }
        }

        TickOutcomes outcomes() {
            return new TickOutcomes(
                    counts[ResultCell.PUBLISHED] + counts[ResultCell.PUBLISHED_NOT_DUE],
                    counts[ResultCell.CONFLATED],
                    counts[ResultCell.SKIPPED],
                    counts[ResultCell.UNCHANGED],
                    counts[ResultCell.LOST],
                    counts[ResultCell.EXCLUDED]);
        }
    }
}
