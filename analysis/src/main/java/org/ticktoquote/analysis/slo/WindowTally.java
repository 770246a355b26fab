package org.ticktoquote.analysis.slo;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.LevelFigures;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.summary.LevelWindowFigure;
import org.ticktoquote.core.command.Counted;

/** Counts the windows of a level, in their order, and remembers the first broken and the worst one. Not thread-safe. */
final class WindowTally {
    private final ServiceLevel level;
    private long windows;
    private long broken;
    private long undecided;
    private boolean lateUndecided;
    private @Nullable Seen first;
    private @Nullable Seen worst;

    /**
     * A window.
     *
     * @param fromNs where it begins, on the run's clock
     * @param toNs where it ends
     * @param fromTick first tick in it
     * @param toTick tick behind its last one
     * @param values that count
     * @param late ones of them
     */
    record Seen(long fromNs, long toNs, long fromTick, long toTick, long values, long late) {
        /** Compares the shares of late values; products of fewer than 2^32 values each fit as unsigned numbers. */
        private boolean worseThan(Seen other) {
            return Long.compareUnsigned(late * other.values, other.late * values) > 0;
        }
    }

    WindowTally(ServiceLevel level) {
        this.level = level;
    }

    /** So many positions of a window with the same ticks in it, of which this is the first. */
    void add(Seen seen, long positions) {
        windows += positions;
        if (!level.decides(seen.values())) {
            undecided += positions;
            lateUndecided |= seen.late() > 0;
            return;
        }
        if (seen.late() > level.allowed(seen.values())) {
            broken += positions;
            first = first == null ? seen : first;
        }
        if (worst == null || seen.worseThan(worst)) {
            worst = seen;
        }
    }

    /**
     * Judges all of them: broken where one is, and undecided where none decides, or late values are in windows with too few to
     * tell.
     */
    LevelState state() {
        if (broken > 0) {
            return LevelState.BROKEN;
        }
        return worst == null || lateUndecided ? LevelState.UNDECIDED : LevelState.MET;
    }

    /** Why the state is undecided; empty where it is not. */
    String why() {
        if (state() != LevelState.UNDECIDED) {
            return "";
        }
        String few = level.figure() + " needs " + Counted.of(level.needed(), "value");
        return worst == null
                ? few + (windows == 1 ? ", the measured part has fewer" : ", no window has as many")
                : few + ", windows with fewer hold late ones";
    }

    /** With the values of the windows that it remembers; times are after that moment. */
    LevelFigures figures(LateValues values, long originNs) {
        RankedValue ranked = new RankedValue(values);
        @Nullable LevelWindowFigure worstFigure = figure(worst, ranked, originNs);
        @Nullable
        LevelWindowFigure firstFigure = Objects.equals(first, worst) ? worstFigure : figure(first, ranked, originNs);
        return new LevelFigures(windows, broken, undecided, firstFigure, worstFigure);
    }

    private @Nullable LevelWindowFigure figure(@Nullable Seen seen, RankedValue ranked, long originNs) {
        if (seen == null) {
            return null;
        }
        long rank = level.share().rank(seen.values());
        return new LevelWindowFigure(
                null,
                seen.fromNs() - originNs,
                seen.toNs() - originNs,
                seen.values(),
                seen.late(),
                ranked.of(seen.fromTick(), seen.toTick(), rank));
    }
}
