package org.ticktoquote.analysis.slo;

import java.util.List;
import java.util.Locale;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.summary.LevelFigures;
import org.ticktoquote.analysis.summary.LevelOutcome;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.summary.SessionSummary;
import org.ticktoquote.analysis.summary.StaleFigures;
import org.ticktoquote.core.command.Counted;

/**
 * Judges service levels by what became of every tick. Exact, and in memory that depends neither on the length of the run nor
 * on that of a window.
 *
 * @param latest under the attribution that answers latest
 * @param soonest under the one that answers soonest; the same where there is only one
 * @param partNs how long the measured part was planned to be
 * @param sessions with their staleness
 */
public record LevelJudge(TickResults latest, TickResults soonest, long partNs, List<SessionSummary> sessions) {
    private static final double NS_PER_S = 1e9;
    private static final String VOID = "the run is VOID: its figures cannot be trusted";
    private static final String UNORDERED =
            "the application does not take the ticks of all venues in the order sent, as --venue-order total says";

    /** What a level comes to under one attribution. */
    private record Judged(LevelState state, String why, LevelFigures figures) {}

    /** The outcomes, in the order of the levels. */
    public List<LevelOutcome> outcomes(List<ServiceLevel> levels, Workers workers) {
        return workers.map(levels.size(), i -> outcome(levels.get(i)));
    }

    /** Of a run that decides nothing. */
    public static List<LevelOutcome> ofVoid(List<ServiceLevel> levels) {
        return undecided(levels, VOID);
    }

    /** Of a run whose order of venues is not the declared one. */
    public static List<LevelOutcome> ofUnordered(List<ServiceLevel> levels) {
        return undecided(levels, UNORDERED);
    }

    private static List<LevelOutcome> undecided(List<ServiceLevel> levels, String why) {
        return levels.stream()
                .map(level -> new LevelOutcome(
                        level.text(), level.limitNs(), LevelState.UNDECIDED, why, LevelFigures.NONE, null))
                .toList();
    }

    private LevelOutcome outcome(ServiceLevel level) {
        Judged late = judged(level, latest);
        if (soonest == latest) {
            return new LevelOutcome(level.text(), level.limitNs(), late.state(), late.why(), late.figures(), null);
        }
        Judged soon = judged(level, soonest);
        boolean agreed = late.state() == soon.state();
        LevelState state = agreed ? late.state() : LevelState.UNDECIDED;
        return new LevelOutcome(
                level.text(),
                level.limitNs(),
                state,
                agreed ? late.why() : contradiction(soon, late),
                late.figures(),
                soon.figures());
    }

    private static String contradiction(Judged soon, Judged late) {
        String why = late.why().isEmpty() ? soon.why() : late.why();
        return "it is not certain which ticks were answered: " + soon.state().word() + " at the soonest, "
                + late.state().word() + " at the latest" + (why.isEmpty() ? "" : " (" + why + ")");
    }

    private Judged judged(ServiceLevel level, TickResults results) {
        if (results.ticks() == 0) {
            return undecided("no tick was measured");
        }
        LateValues values = new LateValues(results, level);
        MovingWindows windows = new MovingWindows(values, partNs);
        if (level.kind() == ServiceLevel.Kind.SESSION) {
            return ofSessions(level, results == latest, windows.lengthNs());
        }
        WindowTally tally = new WindowTally(level);
        long length = level.window().length();
        switch (level.window().unit()) {
            case WHOLE -> windows.whole(tally);
            case TIME -> windows.ofTime(length, tally);
            case TICKS -> windows.ofTicks(length, tally);
        }
        LevelFigures figures = tally.figures(values, windows.beginNs());
        return figures.windows() == 0
                ? undecided(tooShort(level, windows))
                : new Judged(tally.state(), tally.why(), figures);
    }

    private static String tooShort(ServiceLevel level, MovingWindows windows) {
        long length = level.window().length();
        return level.window().unit() == LevelWindow.Unit.TIME
                ? String.format(
                        Locale.ROOT,
                        "the measured part of %.3f s is shorter than a window of %s",
                        windows.lengthNs() / NS_PER_S,
                        LevelText.duration(length))
                : "fewer ticks have a value than a window of " + Counted.of(length, "tick");
    }

    private static Judged undecided(String why) {
        return new Judged(LevelState.UNDECIDED, why, LevelFigures.NONE);
    }

    private Judged ofSessions(ServiceLevel level, boolean late, long lengthNs) {
        SessionShares shares = new SessionShares(
                level, sessions, late ? StaleFigures.Interval::high : StaleFigures.Interval::low, lengthNs);
        LevelFigures figures = shares.figures();
        return new Judged(shares.state(figures), shares.why(figures), figures);
    }
}
