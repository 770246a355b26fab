package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.analysis.summary.DrainFigures;
import org.ticktoquote.analysis.summary.DriftFigures;
import org.ticktoquote.analysis.summary.HarnessShare;
import org.ticktoquote.analysis.summary.HeldFigures;
import org.ticktoquote.analysis.summary.MeasuredPart;
import org.ticktoquote.analysis.summary.SelfAuditFigures;
import org.ticktoquote.analysis.summary.ShareFigures;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TailFigures;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;

/** Suggested command for each state of a run. */
class NextStepTest extends RunReportScene {
    private static String command(Summary summary, Map<String, String> host) {
        return NextStep.of(summary, host, "results/x").command();
    }

    private static Reason reason(String rule, Verdict verdict) {
        return new Reason(rule, 1, 0, "Text.", verdict);
    }

    @ParameterizedTest
    @CsvSource({
        "VOID, steal, 2, t2q run --hosts hosts.yaml",
        "VOID, replay-lag-max, 8, t2q run --threads auto",
        "VOID, warm-up-unsteady, 8, t2q run --warm-up-limit 2m",
        "VOID, drain-too-short, 8, t2q run --drain 75s",
        "VOID, run-interrupted, 8, t2q run",
        "VOID, model-refused, 8, t2q check-app --app '...'",
        "VOID, clock-step, 8, t2q outliers results/x",
        "FAILED, lost, 8, t2q outliers results/x",
        "FAILED, model-mismatch, 8, t2q check-app --app '...'"
    })
    void suggestsTheRemedyForAReason(Verdict verdict, String rule, String cpus, String command) {
        DrainFigures drain = new DrainFigures(60_000 * MS, 12, 74_000 * MS + 1);
        measuredPart = new MeasuredPart(drain, DriftFigures.NONE, HeldFigures.NONE);
        Summary summary = summary(verdict, 0, List.of(reason(rule, verdict)));
        assertThat(command(summary, Map.of("cpus", cpus))).isEqualTo(command);
    }

    @Test
    void suggestsHostCheckIfThreadsWerePlaced() {
        Summary summary = summary(Verdict.VOID, 0, List.of(reason("steal", Verdict.VOID)));
        assertThat(command(summary, Map.of("cpus", "2", "threads", "managed"))).isEqualTo("t2q host");
    }

    private Summary withTail(@Nullable TailFigures tail, long episodes) {
        PercentileFigure figure = new PercentileFigure(2 * MS, 2 * MS, episodes >= 10, episodes);
        LatencyFigures figures =
                TinyRun.figures("", latency(0, 9 * MS).latest(), figure, figure, figure, figure, figure);
        SelfAuditFigures audit = new SelfAuditFigures(
                List.of(),
                MS,
                0,
                List.of(),
                tail,
                List.of(),
                new HarnessShare(null, ShareFigures.NONE, ShareFigures.NONE));
        return summary(Verdict.VALID, 0, List.of(), figures, null, null, List.of(), audit);
    }

    /** The window of the run is 35 s long. A time of day would mean the first day of the recording. */
    @Test
    void suggestsLongerWindowForTooFewEpisodes() {
        TailFigures none = new TailFigures(10, 0, false);
        String window = "t2q run --window 2026-11-06T13:29:55Z..2026-11-06T13:31:40Z";
        assertThat(command(withTail(none, 5), Map.of())).isEqualTo(window);
        assertThat(command(withTail(none, 9), Map.of())).isEqualTo(window);
        assertThat(command(withTail(none, 10), Map.of())).isEqualTo("t2q outliers results/x");
    }

    @Test
    void suggestsMoreCpusIfTheHarnessDelayedTheTail() {
        Summary summary = withTail(new TailFigures(10, 5, false), 10);
        assertThat(command(summary, Map.of("cpus", "3"))).isEqualTo("t2q run --hosts hosts.yaml");
        assertThat(command(summary, Map.of("cpus", "4"))).isEqualTo("t2q run --threads auto");
    }
}
