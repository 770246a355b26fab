package org.ticktoquote.analysis.measures;

import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.SupportedDistribution;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.statistics.TickSupport;
import org.ticktoquote.analysis.summary.TickOutcomes;

/** Outcomes and response of one session, of one pair, or of all. */
public final class Group {
    private static final long[] THRESHOLDS =
            Staleness.THRESHOLDS_NS.stream().mapToLong(Long::longValue).toArray();

    /** Cells by outcome. */
    private final long[] counts = new long[ResultCell.PUBLISHED_NOT_DUE + 1];

    private final long[] beyond = new long[THRESHOLDS.length];
    private final Distribution response;
    private final Basis basis;
    /** Worst response per tick; for a session the same as its response. */
    private final Distribution series;
    /** Support of the worst responses. */
    private final TickSupport support = new TickSupport();

    private long ticks;

    Group(Distribution response, Distribution series, Basis basis) {
        this.response = response;
        this.series = series;
        this.basis = basis;
    }

    /** Adds the tick of a pair at a position of a block, with the cells of all sessions. */
    void add(TickValues tick, int place) {
        ticks++;
        int published = 0;
        for (int session = 0; session < tick.block().sessions(); session++) {
            published += count(tick.block().cell(place, session));
        }
        counts[ResultCell.PUBLISHED] += published;
        response.record(tick.answers(), tick.answered(), 0);
        response.censor(tick.lostSessions());
        addBeyond(tick.answers(), tick.answered());
        addBeyond(TickResults.LOST, tick.lostSessions());
        TickValueCounts.record(series, tick.worst(Latency.RESPONSE));
    }

    /**
     * Adds the cells of one session for all ticks of a block.
     *
     * @param answers scratch space for one value per tick of the block
     */
    void add(TickBlock block, int session, long[] answers) {
        int answered = 0;
        int lost = 0;
        int published = 0;
        for (int place = 0; place < block.size(); place++) {
            published += count(block.cell(place, session));
            long value = TickValues.response(block.cell(place, session));
            if (value == TickResults.LOST) {
                lost++;
            } else if (value != TickResults.NONE) {
                answers[answered++] = value;
            }
        }
        counts[ResultCell.PUBLISHED] += published;
        response.record(answers, answered, 0);
        response.censor(lost);
        addBeyond(answers, answered);
        addBeyond(TickResults.LOST, lost);
    }

    /**
     * Counts a cell unless it is published. Returns 1 for a published cell; the caller adds these up, because most cells are
     * published.
     */
    private int count(long cell) {
        int outcome = ResultCell.outcome(cell);
        if (outcome == ResultCell.PUBLISHED) {
            return 1;
        }
        counts[outcome]++;
        return 0;
    }

    private void addBeyond(long[] values, int count) {
        for (int i = 0; i < count; i++) {
            addBeyond(values[i], 1);
        }
    }

    /** NONE is below every threshold, LOST above. */
    private void addBeyond(long value, int times) {
        for (int i = 0; i < THRESHOLDS.length && THRESHOLDS[i] < value; i++) {
            beyond[i] += times;
        }
    }

    /** Adds a group of other ticks or sessions, without its support. */
    void add(Group other) {
        ticks += other.ticks;
        for (int outcome = 0; outcome < counts.length; outcome++) {
            counts[outcome] += other.counts[outcome];
        }
        response.add(other.response);
        if (series != response) {
            series.add(other.series);
        }
        for (int i = 0; i < beyond.length; i++) {
            beyond[i] += other.beyond[i];
        }
    }

    TickSupport support() {
        return support;
    }

    /** Passes the counted values to the support, after all ticks were added. */
    void counted() {
        support.add(series.histogram(), series.censored());
    }

    /** Returns the measured ticks of a pair; 0 for other groups. */
    public long ticks() {
        return ticks;
    }

    public TickOutcomes outcomes() {
        TickOutcomes outcomes = new TickOutcomes(
                counts[ResultCell.PUBLISHED] + counts[ResultCell.PUBLISHED_NOT_DUE],
                counts[ResultCell.CONFLATED],
                counts[ResultCell.SKIPPED],
                counts[ResultCell.UNCHANGED],
                counts[ResultCell.LOST],
                counts[ResultCell.EXCLUDED]);
        return basis == Basis.UNATTRIBUTED ? outcomes.unattributed() : outcomes;
    }

    /** Returns the distribution of the response. */
    Distribution values() {
        return response;
    }

    /** Returns the number of responses, including lost ones. */
    public long responses() {
        return response.count();
    }

    /** Returns the number of responses beyond the staleness threshold at an index. */
    public long beyond(int threshold) {
        return beyond[threshold];
    }

    public LatencyFigures response() {
        return SupportedDistribution.of(response, support, basis == Basis.SOUND).figures();
    }
}
