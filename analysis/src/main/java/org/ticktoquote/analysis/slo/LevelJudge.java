package org.ticktoquote.analysis.slo;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.function.LongBinaryOperator;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.Percentile;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.slo.WindowTally.WindowCounts;
import org.ticktoquote.analysis.statistics.Support;
import org.ticktoquote.analysis.summary.LevelFigures;
import org.ticktoquote.analysis.summary.LevelOutcome;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.summary.LevelWindowFigure;
import org.ticktoquote.analysis.summary.SessionSummary;
import org.ticktoquote.analysis.summary.StaleFigures;
import org.ticktoquote.core.command.CountText;

/**
 * Judges service levels from the results of every tick. Values and counts are exact. Memory does not depend on the length of
 * the run or of a window.
 *
 * <p>A percentile also needs statistical support. A level that seems met is undecided with fewer than 10 independent episodes
 * beyond its percentile. From p99.9 on, it is also undecided if harness delays overlap half or more of the responses beyond
 * p99.9. A level that seems broken is undecided with fewer than 10 independent late episodes, unless more than half of the
 * ticks are late. It is also undecided if it would not be broken without the replay lag and the stalls of the clients. Levels
 * on shares of quotes, on sessions and on the latest answer describe this run alone and need no support.
 *
 * @param latest results under the latest attribution
 * @param soonest results under the soonest attribution; the same object if there is only one
 * @param partNs planned length of the measured part
 * @param sessions summaries of all sessions, with their staleness
 * @param stalledNs stall time of the simulated clients between two times on the run's clock
 * @param tailDoubt why percentiles from p99.9 on can be the harness's; empty if they cannot
 */
public record LevelJudge(
        Part latest,
        Part soonest,
        long partNs,
        List<SessionSummary> sessions,
        LongBinaryOperator stalledNs,
        String tailDoubt) {
    private static final double NS_PER_S = 1e9;
    private static final double ROUNDING = 1e-9;

    private static final Percentile TAIL = Percentile.P99_9;
    private static final double MOSTLY = 0.5;

    /**
     * Results of every tick under one attribution.
     *
     * @param support lower bound of the number of independent episodes among the ticks with the longest values of a latency,
     *     given their fraction of all ticks with a value, 0..0.5
     */
    public record Part(TickResults results, ToDoubleBiFunction<Latency, Double> support) {}

    /** Returns the outcomes in the order of the levels. */
    public List<LevelOutcome> outcomes(List<ServiceLevel> levels, Workers workers) {
        return workers.map(levels.size(), i -> outcome(levels.get(i)));
    }

    /** Returns undecided outcomes for a VOID run. */
    public static List<LevelOutcome> ofVoid(List<ServiceLevel> levels) {
        return undecided(levels, "the run is VOID");
    }

    /** Returns undecided outcomes with a reason. */
    public static List<LevelOutcome> undecided(List<ServiceLevel> levels, String why) {
        return levels.stream().map(level -> undecided(level, why)).toList();
    }

    private LevelOutcome outcome(ServiceLevel level) {
        LevelOutcome late = judged(level, latest);
        if (soonest.results() == latest.results()) {
            return late;
        }
        LevelOutcome soon = judged(level, soonest);
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

    private static String contradiction(LevelOutcome soon, LevelOutcome late) {
        String why = late.why().isEmpty() ? soon.why() : late.why();
        return "ambiguous ticks decide: " + soon.state().word() + " if answered at the soonest, "
                + late.state().word() + " at the latest" + (why.isEmpty() ? "" : " (" + why + ")");
    }

    private LevelOutcome judged(ServiceLevel level, Part part) {
        LevelOutcome measured = judged(level, part.results(), null);
        if (level.kind() != ServiceLevel.Kind.PERCENTILE || measured.state() == LevelState.UNDECIDED) {
            return measured;
        }
        String doubt = measured.state() == LevelState.MET ? doubtOfMet(level, part) : doubtOfBroken(level, part);
        return doubt.isEmpty() ? measured : outcome(level, LevelState.UNDECIDED, doubt, measured.figures());
    }

    private String doubtOfMet(ServiceLevel level, Part part) {
        double beyond = level.share().beyond();
        long independent = independent(level, part, beyond);
        if (independent < Support.MIN_INDEPENDENT) {
            return few(independent) + " beyond " + level.figure();
        }
        return level.share().partsPerBillion() >= TAIL.partsPerBillion() ? tailDoubt : "";
    }

    private String doubtOfBroken(ServiceLevel level, Part part) {
        double late = lateShare(level, part.results());
        if (late <= MOSTLY) {
            long independent = independent(level, part, late);
            if (independent < Support.MIN_INDEPENDENT) {
                return few(independent) + " later than " + LevelText.duration(level.mostNs() + 1);
            }
        }
        LevelOutcome without = judged(level, part.results(), stalledNs);
        if (without.state() == LevelState.BROKEN) {
            return "";
        }
        return "without replay lag and stalls of the harness it is "
                + without.state().word();
    }

    private static long independent(ServiceLevel level, Part part, double share) {
        return (long) (part.support().applyAsDouble(level.latency(), share) + ROUNDING);
    }

    private static String few(long independent) {
        return "only " + CountText.of(independent, "independent episode lies", "independent episodes lie");
    }

    /** Returns the share of ticks that are late at one or more sessions, among the ticks with a value. */
    private static double lateShare(ServiceLevel level, TickResults results) {
        LateValues values = new LateValues(results, level, null);
        long ticks = 0;
        long late = 0;
        for (long tick = 1; tick <= results.ticks(); tick++) {
            values.load(tick);
            ticks += values.values() > 0 ? 1 : 0;
            late += values.late() > 0 ? 1 : 0;
        }
        return (double) late / Math.max(1, ticks);
    }

    private LevelOutcome judged(ServiceLevel level, TickResults results, @Nullable LongBinaryOperator without) {
        if (results.ticks() == 0) {
            return undecided(level, "no tick was measured");
        }
        LateValues values = new LateValues(results, level, without);
        MovingWindows windows = new MovingWindows(values, partNs);
        if (level.kind() == ServiceLevel.Kind.SESSION) {
            return ofSessions(level, results == latest.results(), windows.lengthNs());
        }
        WindowTally tally = new WindowTally(level);
        LevelWindow window = level.window();
        if (window.lengthNs() > 0) {
            windows.ofTime(window.lengthNs(), tally);
        } else if (window.ticks() > 0) {
            windows.ofTicks(window.ticks(), tally);
        } else {
            windows.whole(tally);
        }
        LevelFigures figures = tally.figures(values, windows.beginNs());
        return figures.windows() == 0
                ? undecided(level, tooShort(level, windows))
                : outcome(level, tally.state(), tally.why(), figures);
    }

    private static String tooShort(ServiceLevel level, MovingWindows windows) {
        LevelWindow window = level.window();
        return window.lengthNs() > 0
                ? String.format(
                        Locale.ROOT,
                        "the measured part of %.3f s is shorter than a window of %s",
                        windows.lengthNs() / NS_PER_S,
                        LevelText.duration(window.lengthNs()))
                : "the run has fewer ticks with a value than a window (" + CountText.of(window.ticks(), "tick") + ")";
    }

    private static LevelOutcome undecided(ServiceLevel level, String why) {
        return outcome(level, LevelState.UNDECIDED, why, LevelFigures.NONE);
    }

    private static LevelOutcome outcome(ServiceLevel level, LevelState state, String why, LevelFigures figures) {
        return new LevelOutcome(level.text(), level.limitNs(), state, why, figures, null);
    }

    /**
     * Judges the share of time in which each session had prices older than an age, from the figures of the summary.
     *
     * @param level a {@link ServiceLevel.Kind#SESSION}
     * @param late whether to use the ends of intervals that belong to the latest attribution
     */
    private LevelOutcome ofSessions(ServiceLevel level, boolean late, long lengthNs) {
        ToLongFunction<StaleFigures.Interval> bound = late ? StaleFigures.Interval::high : StaleFigures.Interval::low;
        long broken = 0;
        long undecided = 0;
        @Nullable LevelWindowFigure first = null;
        @Nullable LevelWindowFigure worst = null;
        for (SessionSummary session : sessions) {
            LevelWindowFigure seen = figure(level, session, bound, lengthNs);
            if (seen.values() == 0) {
                undecided++;
                continue;
            }
            if (breaks(level, seen)) {
                broken++;
                first = first == null ? seen : first;
            }
            worst = worst == null || worse(seen, worst) ? seen : worst;
        }
        LevelFigures figures = new LevelFigures(sessions.size(), broken, undecided, first, worst);
        if (broken > 0) {
            return outcome(level, LevelState.BROKEN, "", figures);
        }
        if (worst == null) {
            return outcome(level, LevelState.UNDECIDED, "no session has any measured time", figures);
        }
        // a stale time that was still rising is a lower bound
        return sessions.stream().anyMatch(session -> session.stalenessNs().lowerBound())
                ? outcome(
                        level,
                        LevelState.UNDECIDED,
                        "a price was still stale at the end of the run: its stale time is longer than counted",
                        figures)
                : outcome(level, LevelState.MET, "", figures);
    }

    private static LevelWindowFigure figure(
            ServiceLevel level, SessionSummary session, ToLongFunction<StaleFigures.Interval> bound, long lengthNs) {
        StaleFigures stale = session.stalenessNs();
        long lateNs = stale.worseThan().stream()
                .filter(beyond -> beyond.thresholdNs() == level.limitNs())
                .mapToLong(beyond -> bound.applyAsLong(beyond.timeNs()))
                .sum();
        return new LevelWindowFigure(session.index(), 0, lengthNs, bound.applyAsLong(stale.totalNs()), lateNs, null);
    }

    private static boolean breaks(ServiceLevel level, LevelWindowFigure seen) {
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

    /**
     * Moves a window through every position in the measured part and counts its values. Each tick is read when it enters the
     * window and again when it leaves, so that two counters suffice for any length.
     *
     * <p>The measured part begins with the first intended tick. Not thread-safe.
     */
    private static final class MovingWindows {
        private final TickResults results;
        private final LateValues values;
        private final long beginNs;
        private final long endNs;
        private long first = 1;
        private long next = 1;
        private long inside;
        private long late;

        /**
         * Creates windows over the values of a run with at least one tick.
         *
         * @param partNs planned length of the measured part, which is extended to include the last tick
         */
        MovingWindows(LateValues values, long partNs) {
            this.results = values.results();
            this.values = values;
            this.beginNs = results.intendedNs(1);
            this.endNs = Math.max(beginNs + partNs, results.intendedNs(results.ticks()) + 1);
        }

        long beginNs() {
            return beginNs;
        }

        /** Returns the length of the measured part. */
        long lengthNs() {
            return endNs - beginNs;
        }

        /** Counts the whole measured part as one window. */
        void whole(WindowTally tally) {
            while (next <= results.ticks()) {
                enter();
            }
            tally.add(new WindowCounts(beginNs, endNs, 1, next, inside, late), 1);
        }

        /**
         * Counts every window {@code [t, t + length)} in the measured part, for each whole nanosecond t; none if the window is
         * longer than the part.
         */
        void ofTime(long lengthNs, WindowTally tally) {
            long last = endNs - lengthNs;
            long from = beginNs;
            while (from <= last) {
                while (next <= results.ticks() && results.intendedNs(next) - lengthNs < from) {
                    enter();
                }
                while (first < next && results.intendedNs(first) < from) {
                    leave();
                }
                long changes = last + 1;
                if (first < next) {
                    changes = Math.min(changes, results.intendedNs(first) + 1);
                }
                if (next <= results.ticks()) {
                    changes = Math.min(changes, results.intendedNs(next) - lengthNs + 1);
                }
                tally.add(new WindowCounts(from, from + lengthNs, first, next, inside, late), changes - from);
                from = changes;
            }
        }

        /** Counts every run of {@code length} successive ticks with a value; none if there are fewer. */
        void ofTicks(long length, WindowTally tally) {
            long held = 0;
            while (next <= results.ticks()) {
                if (!enter()) {
                    continue;
                }
                held++;
                while (held > length) {
                    held -= leave() ? 1 : 0;
                }
                if (held == length) {
                    skip();
                    long toNs = results.intendedNs(next - 1) + 1;
                    tally.add(new WindowCounts(results.intendedNs(first), toNs, first, next, inside, late), 1);
                }
            }
        }

        /** Drops leading ticks without a value. */
        private void skip() {
            values.load(first);
            while (values.values() == 0) {
                first++;
                values.load(first);
            }
        }

        /** Adds the next tick and returns whether it has a value. */
        private boolean enter() {
            values.load(next);
            next++;
            inside += values.values();
            late += values.late();
            return values.values() > 0;
        }

        /** Removes the first tick and returns whether it has a value. */
        private boolean leave() {
            values.load(first);
            first++;
            inside -= values.values();
            late -= values.late();
            return values.values() > 0;
        }
    }
}
