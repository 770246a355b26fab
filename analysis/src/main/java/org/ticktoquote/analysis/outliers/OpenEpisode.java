package org.ticktoquote.analysis.outliers;

import java.util.BitSet;
import java.util.List;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;

/** Accumulates the ticks of an episode. Not thread-safe. */
final class OpenEpisode {
    private static final List<Cause> CAUSES = List.of(Cause.values());

    private final TickResults ticks;
    private final long laterThanNs;
    private final long[] cells;
    private final BitSet sessions = new BitSet();
    private final BitSet pairs = new BitSet();
    private final CauseTimes times = new CauseTimes();
    private final long firstTick;
    private long lastTick;
    private long late;
    private long lost;
    private long toNs;
    private long worstNs;
    private long worstTick;
    private long beyondNs;

    /** Creates an episode that begins with a late tick. */
    OpenEpisode(TickResults ticks, long laterThanNs, long firstTick) {
        this.ticks = ticks;
        this.laterThanNs = laterThanNs;
        this.cells = new long[ticks.sessions()];
        this.firstTick = firstTick;
        this.worstTick = firstTick;
    }

    /** Adds the next late tick. */
    void add(long tick) {
        late++;
        lastTick = tick;
        pairs.set(ticks.instrumentId(tick));
        ticks.cells(tick, cells);
        for (int session = 0; session < cells.length; session++) {
            boolean slow = ResultCell.answered(cells[session]) && ResultCell.responseNs(cells[session]) > laterThanNs;
            if (slow || ResultCell.outcome(cells[session]) == ResultCell.LOST) {
                sessions.set(session);
            }
        }
    }

    /** Adds a lost tick, which has no response. */
    void addLost(long tick) {
        lost++;
        toNs = Math.max(toNs, ticks.sentNs(tick));
    }

    void addAnswered(long tick, long responseNs, TickCauses causes) {
        toNs = Math.max(toNs, ticks.intendedNs(tick) + responseNs);
        beyondNs += responseNs - laterThanNs;
        if (responseNs > worstNs) {
            worstNs = responseNs;
            worstTick = tick;
        }
        times.add(causes);
    }

    long late() {
        return late;
    }

    long worstNs() {
        return worstNs;
    }

    /** Returns the key of the cause with the largest part; {@code lost} if all ticks were lost. */
    String cause() {
        if (late == lost) {
            return LateCause.LOST.key();
        }
        String most = LateCause.UNEXPLAINED.key();
        long mostNs = times.unexplainedNs();
        for (Cause cause : CAUSES) {
            if (times.ns(cause) > mostNs) {
                most = cause.key();
                mostNs = times.ns(cause);
            }
        }
        return most;
    }

    OutlierEpisode closed() {
        long t0Ns = ticks.intendedNs(1);
        return new OutlierEpisode(
                ticks.intendedNs(firstTick) - t0Ns,
                toNs - t0Ns,
                firstTick,
                lastTick,
                late,
                lost,
                sessions.cardinality(),
                pairs.cardinality(),
                worstNs,
                worstTick,
                cause(),
                beyondNs,
                times.byKey(),
                List.of(),
                List.of(),
                List.of());
    }
}
