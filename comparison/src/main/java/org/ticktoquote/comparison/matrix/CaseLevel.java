package org.ticktoquote.comparison.matrix;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.files.RunFigures;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.core.command.CountText;

/**
 * Service level of a case, with the results of its runs.
 *
 * @param level text of the level
 * @param state broken if any run broke it, met if every repeat has a run and each met it, otherwise undecided
 * @param met number of counting runs that met the level
 * @param broken number of counting runs that broke the level
 * @param undecided number of counting runs that left the level undecided
 * @param why reason why the level is not met, for users; otherwise empty
 */
public record CaseLevel(String level, LevelState state, long met, long broken, long undecided, String why) {
    /** Result of one run. */
    private record OfRun(CountedRun run, LevelState state, String why) {}

    /**
     * Judges a level.
     *
     * @param runs runs that count
     * @param repeats number of runs required for the case
     * @param absence reason why there is no run; otherwise empty
     */
    static CaseLevel of(String level, List<CountedRun> runs, int repeats, String absence) {
        List<OfRun> said = runs.stream().map(run -> ofRun(level, run)).toList();
        long met = count(said, LevelState.MET);
        long broken = count(said, LevelState.BROKEN);
        long undecided = count(said, LevelState.UNDECIDED);
        if (broken > 0) {
            String why = "broken in " + broken + " of " + CountText.of(runs.size(), "run") + ": "
                    + first(said, LevelState.BROKEN);
            return new CaseLevel(level, LevelState.BROKEN, met, broken, undecided, why);
        }
        String why = absence;
        if (why.isEmpty() && undecided > 0) {
            why = first(said, LevelState.UNDECIDED);
        }
        if (why.isEmpty() && runs.size() < repeats) {
            why = "runs are missing: " + runs.size() + " of " + repeats + " count";
        }
        return new CaseLevel(level, why.isEmpty() ? LevelState.MET : LevelState.UNDECIDED, met, broken, undecided, why);
    }

    private static long count(List<OfRun> said, LevelState state) {
        return said.stream().filter(one -> one.state == state).count();
    }

    private static String first(List<OfRun> said, LevelState state) {
        return said.stream()
                .filter(one -> one.state == state)
                .findFirst()
                .map(one -> one.run.directory() + (one.why.isEmpty() ? "" : " (" + one.why + ")"))
                .orElse("");
    }

    /** Judges one run. An application that failed before the first tick must not rank better than a slow one. */
    private static OfRun ofRun(String level, CountedRun run) {
        @Nullable RunFigures figures = run.figures();
        if (figures == null) {
            return new OfRun(run, LevelState.BROKEN, "the application failed before anything was measured");
        }
        return figures.serviceLevels().stream()
                .filter(one -> one.level().equals(level))
                .findFirst()
                .map(one -> new OfRun(run, one.state(), one.why()))
                .orElseGet(() -> new OfRun(
                        run, LevelState.UNDECIDED, "not analysed for this level; add it with t2q analyze --slo"));
    }
}
