package org.ticktoquote.analysis.slo;

import java.math.BigInteger;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Percentile;
import org.ticktoquote.analysis.summary.LevelFigures;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.summary.LevelWindowFigure;
import org.ticktoquote.analysis.summary.SessionSummary;
import org.ticktoquote.analysis.summary.StaleFigures;

/**
 * Share of time in which each session had prices older than an age, under one attribution. Computed from the figures of the
 * summary.
 *
 * @param level a {@link ServiceLevel.Kind#SESSION}
 * @param sessions of the run
 * @param bound selects the end of an interval that belongs to the attribution
 * @param partNs length of the measured part
 */
record SessionShares(
        ServiceLevel level, List<SessionSummary> sessions, ToLongFunction<StaleFigures.Interval> bound, long partNs) {

    LevelFigures figures() {
        long broken = 0;
        long undecided = 0;
        @Nullable LevelWindowFigure first = null;
        @Nullable LevelWindowFigure worst = null;
        for (SessionSummary session : sessions) {
            LevelWindowFigure seen = figure(session);
            if (seen.values() == 0) {
                undecided++;
                continue;
            }
            if (breaks(seen)) {
                broken++;
                first = first == null ? seen : first;
            }
            worst = worst == null || worse(seen, worst) ? seen : worst;
        }
        return new LevelFigures(sessions.size(), broken, undecided, first, worst);
    }

    private LevelWindowFigure figure(SessionSummary session) {
        StaleFigures stale = session.stalenessNs();
        long lateNs = stale.worseThan().stream()
                .filter(beyond -> beyond.thresholdNs() == level.limitNs())
                .mapToLong(beyond -> bound.applyAsLong(beyond.timeNs()))
                .sum();
        long totalNs = bound.applyAsLong(stale.times().totalNs());
        return new LevelWindowFigure(session.index(), 0, partNs, totalNs, lateNs, null);
    }

    private boolean breaks(LevelWindowFigure seen) {
        return product(seen.late(), Percentile.ALL.partsPerBillion())
                        .compareTo(product(seen.values(), level.share().partsPerBillion()))
                > 0;
    }

    private static boolean worse(LevelWindowFigure seen, LevelWindowFigure worst) {
        return product(seen.late(), worst.values()).compareTo(product(worst.late(), seen.values())) > 0;
    }

    private static BigInteger product(long one, long other) {
        return BigInteger.valueOf(one).multiply(BigInteger.valueOf(other));
    }

    /** Returns the state; never met if a price was still stale at the end, because its stale time is then a lower bound. */
    LevelState state(LevelFigures figures) {
        if (figures.broken() > 0) {
            return LevelState.BROKEN;
        }
        return rising() || figures.worst() == null ? LevelState.UNDECIDED : LevelState.MET;
    }

    String why(LevelFigures figures) {
        if (state(figures) != LevelState.UNDECIDED) {
            return "";
        }
        return figures.worst() == null
                ? "no session has any measured time"
                : "a price was still stale at the end of the run: its stale time is longer than counted";
    }

    private boolean rising() {
        return sessions.stream()
                .anyMatch(session -> session.stalenessNs().times().lowerBound());
    }
}
