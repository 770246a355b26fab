package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.evidence.EvidenceSource;
import org.ticktoquote.analysis.outliers.CauseByValue;
import org.ticktoquote.analysis.outliers.CauseFigures;
import org.ticktoquote.analysis.outliers.EpisodeView;
import org.ticktoquote.analysis.outliers.OutlierEpisode;
import org.ticktoquote.analysis.outliers.RunOutliers;
import org.ticktoquote.analysis.outliers.ThreadRow;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.statistics.Attributed;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.validity.Verdict;

/** Section of a run's page on late ticks and their causes. */
final class OutlierTablesTest {
    private static final long MS = 1_000_000;

    private static RunOutliers outliers(Verdict validity, @Nullable Long laterThanNs, long late) {
        ClientStatistics none = ClientStatistics.allLost(2);
        OutlierEpisode episode = new OutlierEpisode(
                1_500 * MS,
                1_540 * MS,
                7,
                9,
                3,
                0,
                2,
                1,
                40 * MS,
                7,
                "jvm-stop",
                90 * MS,
                Map.of("jvm-stop", 80 * MS, "unexplained", 20 * MS),
                List.of("jvm-stop, gc.log, from 1.5 s: <script>alert(1)</script>"),
                List.of("application.jfr, 12:00: 3 samples of running threads", "  2 x <b>Book.update"),
                List.of("episode-01.jfr"));
        EpisodeView view = new EpisodeView(
                episode,
                1_490 * MS,
                1_550 * MS,
                List.of(
                        new EpisodeView.Point(1_495 * MS, MS, 2 * MS),
                        new EpisodeView.Point(1_500 * MS, 39 * MS, 40 * MS),
                        new EpisodeView.Point(1_530 * MS, MS, TickResults.LOST)),
                List.of(
                        new EpisodeView.Band("jvm-stop", 1_500 * MS, 1_540 * MS, true, "GC(1) \"</title><script>"),
                        new EpisodeView.Band("steal", 1_490 * MS, 1_500 * MS, false, "CPU 1")),
                List.of(new ThreadRow(
                        "pricing-quoter-of-majors (71)",
                        List.of(0.0, 1.0, 0.5),
                        List.of(0.0, 0.0, 0.5),
                        List.of(new EpisodeView.Band(
                                "blocked", 1_500 * MS, 1_520 * MS, true, "waited, blocked by <i>risk</i>")))));
        return new RunOutliers(
                "single",
                "run",
                validity,
                laterThanNs,
                MS,
                5 * MS,
                20 * MS,
                0,
                100,
                late,
                0,
                List.of(
                        new CauseFigures("jvm-stop", "the JVM was paused", 1, 3, 0.8, null, 40 * MS, null),
                        new CauseFigures("steal", "CPU taken by the hypervisor", 0, 0, 0.0, null, 0, null)),
                List.of(new CauseByValue(5 * MS, 6 * MS, 3, Map.of("jvm-stop", 80 * MS))),
                List.of(new EvidenceSource("steal", "samples.jsonl", 0, "is missing", "", null)),
                List.of(episode),
                List.of(view),
                Map.of(),
                RunStatistics.of(new UUID(1, 2), 1, new Attributed(none, none, none), null),
                List.of());
    }

    private static String page(RunOutliers outliers) {
        return RunReport.html(TinyRun.valid().data().with(outliers));
    }

    @Test
    void showsCausesEpisodesAndMissingEvidence() {
        assertThat(page(outliers(Verdict.VALID, 5 * MS, 3)))
                .contains("Why ticks were late")
                .contains("3 ticks of 100 due ticks later than 5.00 ms at the last client.")
                .contains("the JVM was paused", "80.0 %", "80 % jvm-stop, 20 % unexplained", "1.500 s")
                .contains("Evidence: steal, samples.jsonl: is missing.")
                .contains("&lt;script&gt;alert(1)")
                .doesNotContain("<script>alert(1)", "CPU taken by the hypervisor", "diagnostic.");
    }

    /** 60 ms are 320 pixels wide; a thread's row is 9 pixels high. */
    @Test
    void drawsARowForEachThread() {
        assertThat(page(outliers(Verdict.VALID, 5 * MS, 3)))
                .contains(">pricing-quoter-of…<title>pricing-quoter-of-majors (71)</title>")
                .contains("class=\"ran\" d=\"M96.0,161.0H202.7V152.0H309.3V156.5H416.0V161.0Z\"")
                .contains("class=\"ready\" d=\"M96.0,161.0H202.7V152.0H416.0V161.0Z\"");
        assertThat(page(outliers(Verdict.VALID, 5 * MS, 3)))
                .contains("class=\"cause-blocked\"", "pricing-quoter-of-majors (71): waited, blocked by ")
                .doesNotContain("<i>risk");
    }

    /** 60 ms are 320 pixels wide; 1 to 100 ms are two decades of 100 pixels. */
    @Test
    void drawsWorstEpisodesWithEvidenceAndProfile() {
        String page = page(outliers(Verdict.VALID, 5 * MS, 3));
        assertThat(page)
                .contains("<strong>1.500 s</strong>, 3 ticks, 80 % jvm-stop, 20 % unexplained")
                .contains("class=\"tick\"", "class=\"tick late\"", "class=\"lost\"")
                .contains("class=\"cause-jvm-stop\"", "class=\"cause-steal part\"")
                .contains("application.jfr, 12:00: 3 samples of running threads", "2 x &lt;b&gt;Book.update")
                .contains("<a href=\"episode-01.jfr\">episode-01.jfr</a>", "GC(1) ")
                .doesNotContain("</title><script>");
        assertThat(page).containsOnlyOnce(">jvm-stop</text>").containsOnlyOnce(">steal</text>");
        assertThat(page.split("<path class=\"tick", -1)).hasSize(1 + 2);
        assertThat(page.split("<path class=\"lost\" d=\"M309.3,2l", -1)).hasSize(1 + 1);
    }

    @Test
    void marksVoidRunsAndLostP99() {
        assertThat(page(outliers(Verdict.VOID, 5 * MS, 3))).contains("The run is VOID: diagnostic only.");
        assertThat(page(outliers(Verdict.VALID, null, 3))).contains("p99 of the last client is among them");
    }

    @Test
    void isOmittedWithoutLateTicks() {
        assertThat(page(outliers(Verdict.VALID, 5 * MS, 0))).doesNotContain("Why ticks were late");
    }
}
