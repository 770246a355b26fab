package org.ticktoquote.analysis.measures;

import java.util.function.BiPredicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Counts ticks with the same response under the two extreme attributions of snapshots, and therefore under all others.
 *
 * <p>Also marks each such {@link ResultCell} in the results of both. Makes one pass over finished results, each thread over
 * its own ticks.
 */
public final class Certainty {
    /** By instrument and session. */
    private final long[][] due;

    private final long[][] certain;
    private final boolean conflating;
    private long lost;
    private long skippedSoonest;
    private long skippedLatest;
    private long skippedForSure;
    private long perhapsConflated;

    private Certainty(int sessions, int instruments, boolean conflating) {
        this.conflating = conflating;
        this.due = new long[instruments][sessions];
        this.certain = new long[instruments][sessions];
    }

    /**
     * Marks and counts certain outcomes in the results of both attributions, which can be the same object.
     *
     * @param agreement tests whether no snapshot of a session and pair contradicts the assumptions of the attribution
     * @param conflating whether ticks can be conflated in slices as declared. A tick is then {@link ResultCell#SKIPPED}
     * only if both attributions skip it with the same answer, because otherwise conflation can explain it
     */
    public static Certainty mark(
            TickResults soonest,
            TickResults latest,
            int instruments,
            BiPredicate<Integer, Integer> agreement,
            boolean conflating,
            Workers workers) {
        boolean[][] agreed = new boolean[latest.sessions()][instruments];
        for (int session = 0; session < agreed.length; session++) {
            for (int instrument = 0; instrument < instruments; instrument++) {
                agreed[session][instrument] = agreement.test(session, instrument);
            }
        }
        Certainty certainty = new Certainty(latest.sessions(), instruments, conflating);
        workers.over(1, latest.ticks() + 1, (from, to) -> {
                    Certainty part = new Certainty(latest.sessions(), instruments, conflating);
                    part.mark(soonest, latest, from, to, agreed);
                    return part;
                })
                .forEach(certainty::add);
        return certainty;
    }

    private void mark(TickResults soonest, TickResults latest, long from, long to, boolean[][] agreed) {
        TickBlock lateTicks = TickBlock.whole(latest, from, to);
        TickBlock soonTicks = soonest == latest ? lateTicks : TickBlock.whole(soonest, from, to);
        long[] late = new long[latest.sessions()];
        long[] soon = soonest == latest ? late : new long[soonest.sessions()];
        while (lateTicks.next()) {
            if (soonTicks != lateTicks) {
                soonTicks.next();
            }
            for (int place = 0; place < lateTicks.size(); place++) {
                lateTicks.cells(place, late);
                soonTicks.cells(place, soon);
                mark(lateTicks.instrumentId(place), agreed, soon, late);
                latest.putCells(lateTicks.tickId(place), late);
                if (soonest != latest) {
                    soonest.putCells(lateTicks.tickId(place), soon);
                }
            }
        }
    }

    /** Marks the cells of a tick, by session; both arrays are the same if there is one attribution. */
    private void mark(int instrument, boolean[][] agreed, long[] soon, long[] late) {
        for (int session = 0; session < late.length; session++) {
            if (ResultCell.outcome(late[session]) != ResultCell.NOT_PLANNED) {
                excuse(session, soon, late);
                count(session, instrument, agreed[session][instrument], soon, late);
            }
        }
    }

    private void add(Certainty part) {
        add(due, part.due);
        add(certain, part.certain);
        lost += part.lost;
        skippedSoonest += part.skippedSoonest;
        skippedLatest += part.skippedLatest;
        skippedForSure += part.skippedForSure;
        perhapsConflated += part.perhapsConflated;
    }

    private static void add(long[][] to, long[][] more) {
        for (int instrument = 0; instrument < to.length; instrument++) {
            for (int session = 0; session < to[instrument].length; session++) {
                to[instrument][session] += more[instrument][session];
            }
        }
    }

    /** Counts a skipped tick as conflated if the attributions disagree, because conflation can explain it. */
    private void excuse(int session, long[] soon, long[] late) {
        if (conflating && late[session] != soon[session]) {
            late[session] = excused(late[session]);
            soon[session] = excused(soon[session]);
        }
    }

    private static long excused(long cell) {
        return skipped(cell) ? ResultCell.of(ResultCell.CONFLATED, ResultCell.responseNs(cell)) : cell;
    }

    private void count(int session, int instrument, boolean agreed, long[] soonCells, long[] lateCells) {
        long late = lateCells[session];
        long soon = soonCells[session];
        boolean isDue = ResultCell.due(late);
        due[instrument][session] += isDue ? 1 : 0;
        boolean unclear = ResultCell.perhapsConflated(late) || ResultCell.perhapsConflated(soon);
        perhapsConflated += unclear ? 1 : 0;
        if (!agreed) {
            return;
        }
        skippedLatest += skipped(late) ? 1 : 0;
        skippedSoonest += skipped(soon) ? 1 : 0;
        boolean known = ResultCell.outcome(late) != ResultCell.EXCLUDED && !unclear;
        if (known && TickValues.response(late) == TickValues.response(soon)) {
            lateCells[session] = ResultCell.certain(late);
            soonCells[session] = ResultCell.certain(soon);
            certain[instrument][session] += isDue ? 1 : 0;
            lost += ResultCell.outcome(late) == ResultCell.LOST ? 1 : 0;
            skippedForSure += skipped(late) && skipped(soon) ? 1 : 0;
        }
    }

    private static boolean skipped(long cell) {
        return ResultCell.outcome(cell) == ResultCell.SKIPPED;
    }

    /** Returns the due ticks of a session, by its position in the plan, and pair. */
    public long due(int session, int instrument) {
        return due[instrument][session];
    }

    /** Returns the due ticks of a session and pair that were answered at a known time or are known to be lost. */
    public long certain(int session, int instrument) {
        return certain[instrument][session];
    }

    public long due() {
        return sum(due);
    }

    public long certain() {
        return sum(certain);
    }

    private static long sum(long[][] counts) {
        return Stream.of(counts).flatMapToLong(LongStream::of).sum();
    }

    /** Returns the due ticks x sessions that are lost under every attribution, except for pairs with contradictions. */
    public long lost() {
        return lost;
    }

    /**
     * Returns a lower bound of the skipped due ticks x sessions, except for pairs with contradictions: ticks that both
     * attributions skip with the same answer. A recurring price can have been published more often than either attribution
     * assumes. Skips with different answers therefore prove only that at least one tick was skipped.
     */
    public long skipped() {
        return Math.max(skippedForSure, Math.min(1, Math.min(skippedSoonest, skippedLatest)));
    }

    /** Returns the ticks x sessions that are {@link ResultCell#perhapsConflated} under an attribution. */
    public long perhapsConflated() {
        return perhapsConflated;
    }
}
