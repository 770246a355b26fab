package org.ticktoquote.analysis.outliers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.ticktoquote.analysis.outliers.SampleEvidence.exact;
import static org.ticktoquote.analysis.outliers.SampleEvidence.waited;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.statistics.Exceedance;

/** Late ticks with known causes. */
final class OutlierSearchTest {
    private static final long MS = 1_000_000;
    private static final long USUAL = MS;
    private static final OutlierSearch.Thresholds LATE = new OutlierSearch.Thresholds(5 * MS, USUAL, 5 * MS, 20 * MS);

    @TempDir
    private Path directory;

    @AutoClose
    private TickResults ticks;

    private final List<CauseEvidence> evidence = new ArrayList<>();

    @BeforeEach
    void create() {
        ticks = TickResults.create(directory.resolve("tick-results.bin"), 2);
    }

    /** Adds a tick of pair 0, sent on time and answered last at the second of two sessions. */
    private void tick(long intendedNs, long responseNs) {
        tick(intendedNs, intendedNs, responseNs);
    }

    private void tick(long intendedNs, long sentNs, long responseNs) {
        long id = ticks.append(intendedNs, sentNs, (int) (ticks.ticks() % 3), 0, 1);
        boolean lost = responseNs == TickResults.LOST;
        ticks.setCell(id, 0, ResultCell.of(ResultCell.PUBLISHED, MS / 2));
        ticks.setCell(id, 1, lost ? ResultCell.of(ResultCell.LOST) : ResultCell.of(ResultCell.PUBLISHED, responseNs));
        ticks.setClients(id, MS / 2, MS / 2, responseNs, lost ? 1 : 0);
    }

    private OutlierSearch.Found found() {
        return OutlierSearch.of(ticks, LATE, evidence, 10);
    }

    private OutlierEpisode only() {
        List<OutlierEpisode> worst = found().worst();
        assertThat(worst).hasSize(1);
        return worst.get(0);
    }

    private static Map<String, Long> times(Object... keysAndMs) {
        Map<String, Long> times = new java.util.HashMap<>();
        for (int i = 0; i < keysAndMs.length; i += 2) {
            times.put((String) keysAndMs[i], (Integer) keysAndMs[i + 1] * MS);
        }
        return times;
    }

    @Test
    void quietRunHasNoOutliers() {
        for (int i = 0; i < 100; i++) {
            tick(i * 10 * MS, USUAL);
        }
        OutlierSearch.Found found = found();
        assertThat(found.ticks()).isEqualTo(100);
        assertThat(found.late()).isZero();
        assertThat(found.worst()).isEmpty();
    }

    @Test
    void attributesOverlapToTheStopWithoutTheUsualTime() {
        tick(0, USUAL);
        tick(200 * MS, 31 * MS);
        evidence.add(exact(Cause.JVM_STOP, 190 * MS, 225 * MS));
        OutlierEpisode episode = only();
        assertThat(episode.nsByCause()).isEqualTo(times("jvm-stop", 25, "unexplained", 5));
        assertThat(episode.cause()).isEqualTo("jvm-stop");
        assertThat(episode.fromNs()).isEqualTo(200 * MS);
        assertThat(episode.toNs()).isEqualTo(231 * MS);
        assertThat(episode.worstNs()).isEqualTo(31 * MS);
        assertThat(episode.beyondNs()).isEqualTo(26 * MS);
        assertThat(episode.sessions()).isEqualTo(1);
        assertThat(episode.pairs()).isEqualTo(1);
        assertThat(episode.evidence())
                .containsExactly(
                        "input, ticks up to the worst one: 1 in 1 ms (mean 0.0100), 1 in 10 ms (mean 0.100), 1 in 100 ms"
                                + " (mean 1.00); sent 0 ns late",
                        "jvm-stop, jvm-stop.log, from 0.190000 s for 35.0 ms: somebody: something");
        assertThat(episode.longestEvidence()).startsWith("jvm-stop, ");
    }

    /** The tick waited in the replayer instead of the application's socket, for the same reasons. */
    @Test
    void delayCausedByTheApplicationIsNotTheHarnesss() {
        tick(0, USUAL);
        tick(200 * MS, 228 * MS, 31 * MS);
        ticks.setHeldNs(2, 25 * MS);
        evidence.add(exact(Cause.JVM_STOP, 190 * MS, 225 * MS));
        OutlierEpisode episode = only();
        assertThat(episode.nsByCause()).isEqualTo(times("harness", 3, "jvm-stop", 22, "unexplained", 5));
        assertThat(episode.evidence().get(0))
                .endsWith("sent 28.0 ms late, 25.0 ms of it because the application did not read");
    }

    /** One tick of 31 ms with 28 ms due to the replayer, and one of 31 ms due to the application. */
    @Test
    void countsTicksThatAreLateWithoutTheHarness() {
        tick(0, USUAL);
        tick(200 * MS, 228 * MS, 31 * MS);
        tick(2_000 * MS, 31 * MS);
        tick(4_000 * MS, TickResults.LOST);
        assertThat(found().withoutHarness())
                .filteredOn(level -> level.valueNs() == 10 * MS || level.valueNs() == 50 * MS)
                .extracting(Exceedance::valueNs, Exceedance::late, Exceedance::episodes)
                .containsExactly(tuple(10 * MS, 2L, 1L), tuple(50 * MS, 1L, 1L));
    }

    @Test
    void reportsInputRateBeforeTheWorstTick() {
        tick(0, USUAL);
        tick(150 * MS, USUAL);
        tick(195 * MS, USUAL);
        tick(199 * MS + 500_000, USUAL);
        tick(200 * MS, 203 * MS, 31 * MS);
        assertThat(only().evidence())
                .containsExactly(
                        "input, ticks up to the worst one: 2 in 1 ms (mean 0.0250), 3 in 10 ms (mean 0.250), 4 in"
                                + " 100 ms (mean 2.50); sent 3.00 ms late");
        List<String> host = List.of("host, CPU, the worst of 1 sample: 90 % busy");
        assertThat(only().withHostFigures(host).longestEvidence()).isEqualTo("none");
    }

    @Test
    void timeWithoutEvidenceIsUnexplained() {
        tick(0, USUAL);
        tick(200 * MS, 41 * MS);
        evidence.add(exact(Cause.JVM_STOP, 100 * MS, 190 * MS, 300 * MS, 400 * MS));
        assertThat(only().nsByCause()).isEqualTo(times("unexplained", 40));
        assertThat(only().cause()).isEqualTo("unexplained");
    }

    /** Like a JVM stop, but the run queue takes its part of the backlog first. */
    @Test
    void backlogIsChargedToTheMachineThatCausedIt() {
        pauseOf50Ms();
        evidence.add(exact(Cause.MACHINE, 1_000 * MS, 1_050 * MS));
        OutlierEpisode episode = found().worst().get(0);
        assertThat(share(episode, "machine")).isGreaterThan(0.98);
        evidence.add(waited(Cause.RUN_QUEUE, 1_000 * MS, 1_100 * MS, 50 * MS));
        assertThat(found().worst().get(0).cause()).isEqualTo("run-queue");
    }

    private static double share(OutlierEpisode episode, String cause) {
        long all =
                episode.nsByCause().values().stream().mapToLong(Long::longValue).sum();
        return (double) episode.nsByCause().getOrDefault(cause, 0L) / all;
    }

    /** Sent every millisecond; the application pauses from 1,000 to 1,050 ms and takes 0.5 ms for a tick after it. */
    private void pauseOf50Ms() {
        long freeNs = 0;
        for (int i = 0; i < 2_000; i++) {
            long sentNs = i * MS;
            long startNs = Math.max(sentNs, freeNs);
            startNs = startNs >= 1_000 * MS && startNs < 1_050 * MS ? 1_050 * MS : startNs;
            freeNs = startNs + MS / 2;
            tick(sentNs, freeNs + USUAL - MS / 2 - sentNs);
        }
    }

    @Test
    void backlogIsChargedToTheStopThatCausedIt() {
        pauseOf50Ms();
        evidence.add(exact(Cause.JVM_STOP, 1_000 * MS, 1_050 * MS));
        OutlierSearch.Found found = found();
        assertThat(found.perTickNs()).isBetween(MS / 2 - 1_000, MS / 2 + 1_000);
        OutlierEpisode episode = found.worst().get(0);
        assertThat(found.worst()).hasSize(1);
        assertThat(episode.late()).isGreaterThan(80);
        assertThat(share(episode, "jvm-stop")).isGreaterThan(0.98);
    }

    @Test
    void burstNeedsNoStop() {
        long freeNs = 0;
        for (int i = 0; i < 300; i++) {
            long sentNs = i < 100 ? i * 10 * MS : 1_000 * MS + i * 1_000L;
            long startNs = Math.max(sentNs, freeNs);
            freeNs = startNs + MS / 2;
            tick(sentNs, freeNs + USUAL - MS / 2 - sentNs);
        }
        assertThat(found().worst().get(0).cause()).isEqualTo("burst");
        assertThat(found().perTickNs()).isBetween(MS / 2, MS / 2 + MS / 1_000);
        evidence.add(waited(Cause.RUN_QUEUE, 950 * MS, 1_200 * MS, 200 * MS));
        assertThat(found().worst().get(0).cause())
                .as("a burst is exact, not a bound")
                .isEqualTo("burst");
    }

    /**
     * Sent every 5 ms and answered after 1 ms, the last hundred every 0.4 ms. From 1,000 to 3,000 ms CPU starvation makes each
     * tick take 20 ms, so late ticks alone suggest a slow service.
     */
    @Test
    void cpuStarvationIsNotMistakenForSlowService() {
        long freeNs = 0;
        for (int i = 0; i < 1_200; i++) {
            long sentNs = i < 1_100 ? i * 5 * MS : 5_500 * MS + (i - 1_100) * 4 * MS / 10;
            long startNs = Math.max(sentNs, freeNs);
            freeNs = startNs + (startNs >= 1_000 * MS && startNs < 3_000 * MS ? 20 * MS : MS / 10);
            tick(sentNs, Math.max(USUAL, freeNs - sentNs));
        }
        evidence.add(waited(Cause.RUN_QUEUE, 1_000 * MS, 3_000 * MS, 1_950 * MS));
        OutlierSearch.Found found = found();
        assertThat(found.perTickNs()).isBetween(4 * MS / 10, MS / 2);
        OutlierEpisode episode = found.worst().get(0);
        assertThat(episode.cause()).isEqualTo("run-queue");
        assertThat(episode.nsByCause().getOrDefault("burst", 0L)).isZero();
    }

    @Test
    void countsLostTicksWithoutTime() {
        tick(0, USUAL);
        tick(200 * MS, TickResults.LOST);
        OutlierSearch.Found found = found();
        assertThat(found.lost()).isEqualTo(1);
        assertThat(found.worst().get(0).cause()).isEqualTo("lost");
        assertThat(found.worst().get(0).beyondNs()).isZero();
    }

    @Test
    void sharesBeyondAPercentileAddUpToOne() {
        tick(0, USUAL);
        tick(200 * MS, 31 * MS);
        tick(600 * MS, 11 * MS);
        evidence.add(exact(Cause.JVM_STOP, 200 * MS, 215 * MS));
        List<CauseFigures> causes = CauseFigures.of(found().tallies());
        assertThat(causes.stream().mapToDouble(cause -> cause.beyondP99()).sum())
                .isBetween(0.999999, 1.000001);
        // half of the excess 30 ms of the first tick, which has 26 of 32 ms beyond p99 and all beyond p99.9
        assertThat(causes)
                .filteredOn(cause -> cause.cause().equals(Cause.JVM_STOP.key()))
                .singleElement()
                .satisfies(stop -> assertThat(stop.beyondP99()).isBetween(0.40624, 0.40626))
                .satisfies(stop -> assertThat(stop.beyondP999()).isBetween(0.49999, 0.50001));
    }

    /** A threshold beyond p99 selects the episodes only. */
    @Test
    void sharesBeyondAPercentileCoverAllItsTicks() {
        tick(0, 15 * MS);
        tick(200 * MS, USUAL);
        evidence.add(exact(Cause.JVM_STOP, 0, 14 * MS));
        OutlierSearch.Found found =
                OutlierSearch.of(ticks, new OutlierSearch.Thresholds(20 * MS, USUAL, 5 * MS, 20 * MS), evidence, 10);
        assertThat(found.late()).isZero();
        assertThat(CauseFigures.of(found.tallies()))
                .filteredOn(cause -> cause.cause().equals(Cause.JVM_STOP.key()))
                .singleElement()
                .satisfies(stop -> assertThat(stop.beyondP99()).isEqualTo(1.0))
                .satisfies(stop -> assertThat(stop.beyondP999()).isNull());
    }

    @Test
    void returnsTheWorstEpisodesUpToTheLimit() {
        for (int i = 0; i < 30; i++) {
            tick(i * 1_000 * MS, (10 + i) * MS);
            for (int later = 200; later < 1_000; later += 200) {
                tick((i * 1_000 + later) * MS, USUAL);
            }
        }
        List<OutlierEpisode> worst = found().worst();
        assertThat(worst).hasSize(10);
        assertThat(worst.get(0).worstNs()).isEqualTo(39 * MS);
        assertThat(found().tallies().get("unexplained").episodes()).isEqualTo(30);
    }
}
