package org.ticktoquote.comparison.gate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ticktoquote.analysis.SampleRun;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateVerdict;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.RunFinder;

/** Stored runs of both sides of a gate and the verdict on them by the release policy. */
public final class GateScene {
    /** Every statistic exists, and the files are short. */
    private static final int TICKS = 200;

    private GateScene() {}

    /** Writes slightly different runs to a folder, slower by the factor, and reads them. */
    public static List<GatedRun> runs(Path folder, int runs, double factor) {
        return runs(folder, runs, factor, 0.002, run -> run);
    }

    /** Also with another spread, and with more said of every run. */
    public static List<GatedRun> runs(
            Path folder, int runs, double factor, double spread, UnaryOperator<SampleRun> more) {
        for (int i = 1; i <= runs; i++) {
            SampleRun run = at(folder.resolve("run-" + i), 10 * i);
            more.apply(run.factor(factor * (1 + spread * (i % 3 - 1)))).write();
        }
        return RunFinder.of(folder);
    }

    /** Writes a run and reads it. */
    public static GatedRun written(SampleRun run) {
        return RunFinder.of(run.write()).get(0);
    }

    /** Returns the runs and one more, which it writes. */
    public static List<GatedRun> and(List<GatedRun> runs, SampleRun more) {
        return Stream.concat(runs.stream(), Stream.of(written(more))).toList();
    }

    /** Returns a run to be written to the directory. */
    public static SampleRun at(Path path) {
        return SampleRun.at(path).ticks(TICKS);
    }

    /** Returns a run that started in the given minute. */
    public static SampleRun at(Path path, int minute) {
        Instant start = Instant.parse("2026-11-20T14:00:00Z").plusSeconds(60L * minute);
        return at(path).started(start.toString());
    }

    /** Returns a run of a pair of a duet: {@code old} beside {@code new}, or the reverse. */
    public static SampleRun side(Path folder, String side, int number) {
        String other = side.equals("old") ? "new" : "old";
        String run = "/run-" + number;
        return at(folder.resolve(side + run), number).beside(folder.resolve(other + run));
    }

    public static GateReport judge(List<GatedRun> before, List<GatedRun> now) {
        return judgeBeside(List.of(), before, now);
    }

    /** Judges runs beside those of a pinned release. */
    static GateReport judgeBeside(List<GatedRun> pinned, List<GatedRun> before, List<GatedRun> now) {
        return GateJudge.judge(
                new GateRequest(GatePolicy.RELEASE, before, now, false, Set.of(), false, List.of(), pinned, null));
    }

    /** Asserts the verdict and, if given, all reasons. */
    public static void assertVerdict(GateReport report, GateVerdict verdict, String... reasons) {
        if (reasons.length > 0) {
            assertThat(report.decision().reasons()).containsExactly(reasons);
        }
        assertThat(report.verdict()).as("%s", report.decision().reasons()).isEqualTo(verdict);
    }
}
