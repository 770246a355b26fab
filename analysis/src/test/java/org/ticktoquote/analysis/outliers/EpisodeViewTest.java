package org.ticktoquote.analysis.outliers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.outliers.SampleEvidence.evidence;
import static org.ticktoquote.analysis.outliers.SampleEvidence.waited;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.EvidenceInterval;
import org.ticktoquote.analysis.results.TickResults;

/** Ticks and evidence around an episode. */
final class EpisodeViewTest {
    private static final long MS = 1_000_000;
    private static final long T0 = 5_000 * MS;

    @TempDir
    private Path directory;

    /** One tick every 100 us for 300 ms. Ticks from 100 to 200 ms wait until 200 ms, the 1,500th is lost, the 1,600th not due. */
    private TickResults ticks() {
        TickResults ticks = TickResults.create(directory.resolve("tick-results.bin"), 1);
        for (int i = 0; i < 3_000; i++) {
            long atNs = i * MS / 10;
            long id = ticks.append(T0 + atNs, T0 + atNs, 0, 0, 1);
            boolean waits = i >= 1_000 && i < 2_000;
            long last = waits ? 200 * MS - atNs : MS / 10;
            ticks.setClients(
                    id,
                    i == 1_599 ? TickResults.NONE : last / 2,
                    last,
                    i == 1_499 ? TickResults.LOST : i == 1_599 ? TickResults.NONE : last,
                    0);
        }
        return ticks;
    }

    static OutlierEpisode episode() {
        return episode(100 * MS, 200 * MS);
    }

    static OutlierEpisode episode(long fromNs, long toNs) {
        return new OutlierEpisode(
                fromNs,
                toNs,
                1_001,
                2_000,
                999,
                1,
                1,
                1,
                100 * MS,
                1_001,
                "jvm-stop",
                MS,
                Map.of(),
                List.of(),
                List.of("a line of its profile"),
                List.of());
    }

    private static EvidenceInterval whole(long fromNs, long toNs, String text) {
        return new EvidenceInterval(fromNs, toNs, toNs - fromNs, "", text);
    }

    @Test
    void showsTheLatestTickOfEachPositionWithMargins() {
        try (TickResults ticks = ticks()) {
            EpisodeView view = EpisodeView.of(episode(), ticks, List.of());
            assertThat(view.fromNs()).isEqualTo(85 * MS);
            assertThat(view.toNs()).isEqualTo(215 * MS);
            assertThat(view.ticks()).hasSizeBetween(290, 302);
            assertThat(view.ticks())
                    .allSatisfy(tick -> assertThat(tick.atNs()).isBetween(view.fromNs(), view.toNs()))
                    .isSortedAccordingTo((one, other) -> Long.compare(one.atNs(), other.atNs()))
                    .filteredOn(EpisodeView.Point::lost)
                    .hasSize(1);
            assertThat(view.ticks())
                    .extracting(EpisodeView.Point::lastNs)
                    .contains(100 * MS)
                    .doesNotContain(TickResults.NONE);
        }
    }

    @Test
    void clipsEvidenceToItsTime() {
        try (TickResults ticks = ticks()) {
            EpisodeView view = EpisodeView.of(
                    episode(),
                    ticks,
                    List.of(
                            evidence(
                                    Cause.JVM_STOP,
                                    whole(T0 + 100 * MS, T0 + 199 * MS, "GC(1)"),
                                    whole(T0 + 10 * MS, T0 + 85 * MS, "before"),
                                    whole(T0 + 215 * MS, T0 + 220 * MS, "after"),
                                    new EvidenceInterval(T0, T0 + 5_000 * MS, 0, "io", "given no time")),
                            waited(Cause.RUN_QUEUE, T0 + 50 * MS, T0 + 300 * MS, 7 * MS)));
            assertThat(view.bands())
                    .containsExactly(
                            new EpisodeView.Band("run-queue", 85 * MS, 215 * MS, false, "waited"),
                            new EpisodeView.Band("jvm-stop", 100 * MS, 199 * MS, true, "GC(1)"));
        }
    }
}
