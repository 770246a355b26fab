package org.ticktoquote.comparison.rate;

import static org.ticktoquote.analysis.summary.LevelState.BROKEN;
import static org.ticktoquote.analysis.summary.LevelState.MET;
import static org.ticktoquote.analysis.summary.LevelState.UNDECIDED;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.analysis.summary.LevelFigures;
import org.ticktoquote.analysis.summary.LevelOutcome;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.summary.LevelWindowFigure;
import org.ticktoquote.analysis.validity.Verdict;

/** Builds rate searches with 1,000 ticks/s at speed 1 for 35 s. */
public final class RateScene {
    private static final String LEVEL = "p99 of response < 5 ms";
    private static final long LIMIT_NS = 5_000_000;
    private static final double AT_SPEED_1 = 1_000;
    private static final long WINDOW_NS = 35_000_000_000L;

    private final double to;
    private final double highest;
    private final Map<Double, List<RateRun>> runs = new LinkedHashMap<>();
    private final Map<Double, RateOutcome> outcomes = new LinkedHashMap<>();

    private RateScene(double to, double highest) {
        this.to = to;
        this.highest = highest;
    }

    /** Creates a search from 1 with a step of 100 %. */
    public static RateScene to(double speed) {
        return new RateScene(speed, speed);
    }

    /** Creates a search whose window limits the highest speed. */
    public static RateScene to(double speed, double highest) {
        return new RateScene(speed, highest);
    }

    /** Adds two runs that met the level, with the given p99. */
    public RateScene holds(double speed, long p99Ns) {
        return with(speed, RateOutcome.HOLDS, met(speed, 1, p99Ns), met(speed, 2, p99Ns + 1));
    }

    /** Adds two runs that broke the level. */
    public RateScene broken(double speed, long p99Ns) {
        return with(speed, RateOutcome.BROKEN, broken(speed, 1, p99Ns), broken(speed, 2, p99Ns));
    }

    /** Adds two contradicting runs and a third one. */
    public RateScene torn(double speed, RateOutcome third) {
        return with(
                speed,
                third,
                met(speed, 1, LIMIT_NS - 1),
                broken(speed, 2, LIMIT_NS),
                third == RateOutcome.HOLDS ? met(speed, 3, 1_000_000) : broken(speed, 3, LIMIT_NS));
    }

    /** Adds three VOID attempts. */
    public RateScene voids(double speed, String reason) {
        return with(
                speed, RateOutcome.VOID, ofVoid(speed, 1, reason), ofVoid(speed, 2, reason), ofVoid(speed, 3, reason));
    }

    /** Adds two undecided runs. */
    public RateScene undecided(double speed) {
        return with(speed, RateOutcome.UNDECIDED, undecided(speed, 1), undecided(speed, 2));
    }

    /** Adds two unmeasured runs that failed because of the application. */
    public RateScene failed(double speed, String reason) {
        return with(speed, RateOutcome.BROKEN, failed(speed, 1, reason), failed(speed, 2, reason));
    }

    private RateScene with(double speed, RateOutcome outcome, RateRun... made) {
        runs.put(speed, List.of(made));
        outcomes.put(speed, outcome);
        return this;
    }

    public RateResult result() {
        RatePlan plan = new RatePlan(1, List.of(LEVEL), 1, to, highest, 1, 2, 1_000_000_000L, WINDOW_NS);
        List<RateFigure> rates = new ArrayList<>();
        List<RateRun> all = new ArrayList<>();
        runs.forEach((speed, made) -> {
            rates.add(RateFigure.of(speed, outcomes.get(speed), made));
            all.addAll(made);
        });
        return RateResult.of("tick-to-quote 0", "2026-11-24T05:00:00Z", plan, rates, all);
    }

    private static RateRun met(double speed, int repeat, long p99Ns) {
        return run(speed, repeat, 1, RateOutcome.HOLDS, Verdict.DEGRADED, "", p99Ns, MET, "");
    }

    private static RateRun broken(double speed, int repeat, long p99Ns) {
        return run(speed, repeat, 1, RateOutcome.BROKEN, Verdict.DEGRADED, "", p99Ns, BROKEN, "");
    }

    private static RateRun undecided(double speed, int repeat) {
        return run(speed, repeat, 1, RateOutcome.UNDECIDED, Verdict.VALID, "", 1_000, UNDECIDED, "too few values");
    }

    private static RateRun ofVoid(double speed, int attempt, String reason) {
        return run(speed, 1, attempt, RateOutcome.VOID, Verdict.VOID, reason, LIMIT_NS, UNDECIDED, "VOID");
    }

    private static RateRun failed(double speed, int repeat, String reason) {
        return new RateRun(
                directory(speed, repeat, 1),
                speed,
                repeat,
                1,
                RateOutcome.BROKEN,
                Verdict.FAILED,
                reason,
                null,
                null,
                List.of());
    }

    private static String directory(double speed, int repeat, int attempt) {
        return "speed-" + RateSearch.text(speed) + "/run-" + repeat + (attempt == 1 ? "" : "-attempt-" + attempt);
    }

    private static RateRun run(
            double speed,
            int repeat,
            int attempt,
            RateOutcome outcome,
            Verdict validity,
            String reason,
            long p99Ns,
            LevelState state,
            String why) {
        double perSecond = AT_SPEED_1 * speed;
        LevelWindowFigure window = new LevelWindowFigure(null, 0, WINDOW_NS, 35_000, state == BROKEN ? 400 : 30, p99Ns);
        boolean decided = state != UNDECIDED;
        LevelFigures figures =
                decided ? new LevelFigures(1, state == BROKEN ? 1 : 0, 0, null, window) : LevelFigures.NONE;
        return new RateRun(
                directory(speed, repeat, attempt),
                speed,
                repeat,
                attempt,
                outcome,
                validity,
                reason,
                new OfferedRate(35_000, 35 / speed, perSecond, 3 * perSecond),
                new RateRun.Response(p99Ns / 4, p99Ns, 2 * p99Ns, 3 * p99Ns),
                List.of(new LevelOutcome(LEVEL, LIMIT_NS, state, why, figures, null)));
    }
}
