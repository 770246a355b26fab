package org.ticktoquote.analysis.outliers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.outliers.SampleEvidence.evidence;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.EvidenceInterval;
import org.ticktoquote.analysis.evidence.ThreadActivity;
import org.ticktoquote.analysis.outliers.EpisodeContext.ThreadRows;

/** Rows of the most active threads of an episode. */
class ThreadRowsTest {
    private static final long MS = 1_000_000;
    private static final long T0 = 5_000 * MS;

    private static EpisodeView view() {
        return new EpisodeView(EpisodeViewTest.episode(), 100 * MS, 200 * MS, List.of(), List.of(), List.of());
    }

    private static EvidenceInterval wait(String who, long fromMs, long toMs) {
        return new EvidenceInterval(T0 + fromMs * MS, T0 + toMs * MS, (toMs - fromMs) * MS, who, who + " waited");
    }

    private static ThreadActivity sampled(String... threads) {
        ThreadActivity activity = new ThreadActivity(T0 + 100 * MS, T0 + 200 * MS);
        for (String thread : threads) {
            activity.add(thread, T0 + 100 * MS, T0 + 200 * MS, 10 * MS, 0);
        }
        return activity;
    }

    private static List<ThreadRow> rows(ThreadActivity activity, CauseEvidence... waits) {
        return ThreadRows.of(view(), activity, List.of(waits), T0);
    }

    @Test
    void clipsWaitToTheViewWithCauseAndText() {
        List<ThreadRow> rows =
                rows(sampled(), evidence(Cause.BLOCKED, wait("quoter", 50, 130), wait("late", 200, 300)));
        assertThat(rows).singleElement().satisfies(row -> {
            assertThat(row.name()).isEqualTo("quoter");
            assertThat(row.waits())
                    .containsExactly(new EpisodeView.Band("blocked", 100 * MS, 130 * MS, true, "quoter waited"));
        });
    }

    @Test
    void matchesJavaThreadWithItsTruncatedKernelName() {
        List<ThreadRow> rows = rows(
                sampled("risk-report-han (77)", "quoter (78)"),
                evidence(Cause.BLOCKED, wait("risk-report-handler", 100, 150)),
                evidence(Cause.RUN_QUEUE, wait("risk-report-han (77)", 150, 160), wait("quoter (78)", 100, 101)));
        assertThat(rows).extracting(ThreadRow::name).containsExactly("risk-report-handler", "quoter (78)");
        assertThat(rows.get(0).waits()).extracting(EpisodeView.Band::cause).containsExactly("blocked", "run-queue");
        assertThat(rows.get(0).ran()).contains(0.1);
    }

    @Test
    void doesNotMatchAmbiguousKernelNames() {
        List<ThreadRow> rows = rows(
                sampled("pool-1-thread-1 (7)", "pool-1-thread-1 (8)"),
                evidence(Cause.BLOCKED, wait("pool-1-thread-12", 100, 150)));
        assertThat(rows)
                .extracting(ThreadRow::name)
                .containsExactly("pool-1-thread-12", "pool-1-thread-1 (7)", "pool-1-thread-1 (8)");
    }

    @Test
    void idleThreadHasNoRow() {
        ThreadActivity activity = sampled("quoter (78)");
        activity.add("idle (79)", T0 + 100 * MS, T0 + 200 * MS, MS / 2, MS / 4);
        assertThat(rows(activity)).extracting(ThreadRow::name).containsExactly("quoter (78)");
    }

    @Test
    void showsTheEightMostActiveThreads() {
        EvidenceInterval[] waits = IntStream.range(0, 20)
                .mapToObj(i -> wait("t-" + i, 100, 110 + i))
                .toArray(EvidenceInterval[]::new);
        assertThat(rows(sampled(), evidence(Cause.BLOCKED, waits)))
                .extracting(ThreadRow::name)
                .containsExactly("t-19", "t-18", "t-17", "t-16", "t-15", "t-14", "t-13", "t-12");
    }
}
