package org.ticktoquote.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.Refusals.assertRefused;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.ProofLevel;

final class RunStatisticsTest {
    private static final long MS = Series.MS;

    @TempDir
    private Path directory;

    @Test
    void percentilesAreExactAndTailIsGeometricMeanOfWorstPercent() {
        // 1 .. 10,000 us: the worst 100 are 9,901 .. 10,000 us, p99.99 is 9,999 us
        ClientStatistics run = Series.statistics(10_000, MS, i -> (i * 7 % 10_000 + 1) * 1_000);

        assertThat(run.p50Ns()).isEqualTo(5_000_000);
        assertThat(run.p99Ns()).isEqualTo(9_900_000);
        assertThat(run.maxNs()).isEqualTo(10_000_000);
        double logs = 0;
        for (int us = 9_901; us <= 10_000; us++) {
            logs += Math.log(Math.min(us, 9_999) * 1e3);
        }
        assertThat(run.tailNs()).isEqualTo(Math.round(Math.exp(logs / 100)));
    }

    @Test
    void lostTicksRankAboveAllValues() {
        ClientStatistics one = Series.statistics(20_000, MS, i -> i == 5 ? TickSeries.LOST : MS + i);
        assertThat(one.lost()).isEqualTo(1);
        assertThat(one.lostEpisodes()).isEqualTo(1);
        assertThat(one.maxNs()).isNull();
        assertThat(one.tailNs()).isNotNull();

        // 3 of 20,000 are more than 0.01 %: the cap of the tail is lost
        ClientStatistics three = Series.statistics(20_000, MS, i -> i % 9_000 == 5 ? TickSeries.LOST : MS + i);
        assertThat(three.lostEpisodes()).isEqualTo(3);
        assertThat(three.tailNs()).isNull();
        assertThat(three.p99Ns()).isNotNull();

        ClientStatistics many = Series.statistics(20_000, MS, i -> i % 50 == 5 ? TickSeries.LOST : MS + i);
        assertThat(many.p99Ns()).isNull();
        assertThat(many.p50Ns()).isNotNull();
    }

    @Test
    void countsLateTicksOfAThresholdExactly() {
        ClientStatistics run = RunStatistics.ofSeries(Series.of(1_000, MS, i -> (i + 1) * 1_000), 777_777);

        assertThat(run.later(777_777)).isEqualTo(223);
        assertThat(run.later(800_000)).isEqualTo(200);
        assertThat(run.later(5 * MS)).isZero();
        assertThat(run.later(100_000)).isBetween(899L, 901L); // below the median: to a bucket
    }

    @Test
    void emptySeriesHasNoFigures() {
        ClientStatistics none = Series.statistics(0, MS, i -> MS);
        assertThat(none.ticks()).isZero();
        assertThat(none.p50Ns()).isNull();
        assertThat(PercentileBound.of(List.of(none), 0.01).refusal()).isEqualTo("there are no ticks");
    }

    /** No series produces statistics that the reader refuses as impossible. */
    @Test
    void statisticsOfEverySeriesAreReadBack() {
        SplittableRandom random = new SplittableRandom(4711);
        int[] sizes = {0, 1, 2, 3, 5, 10, 99, 100, 101, 199, 200, 1_000, 9_999, 10_000, 10_001, 30_000};
        for (int ticks : sizes) {
            for (int trial = 0; trial < ProofLevel.fullOr(25, ticks < 1_000 ? 10 : 3); trial++) {
                double lost = trial % 5 == 0 ? 0 : Math.pow(10, -random.nextInt(5));
                int bits = random.nextInt(1, 59);
                long spread = random.nextBoolean() ? 1 : random.nextLong(1, 1L << bits);
                long[] values = random.doubles(ticks)
                        .mapToLong(u -> random.nextDouble() < lost ? TickSeries.LOST : (long) (u * u * u * spread) * 7)
                        .toArray();
                long stepNs = random.nextLong(1, 200_000_000);
                ClientStatistics client = Series.statistics(ticks, stepNs, i -> values[(int) i]);
                Path file = directory.resolve("statistics.json");
                UUID run = new UUID(ticks, trial);
                RunStatistics statistics =
                        RunStatistics.of(run, ticks * stepNs, new Attributed(client, client, client), null);
                statistics.write(file);
                assertThat(RunStatistics.read(file, run)).isEqualTo(statistics);
            }
        }
    }

    @Test
    void fileIsSealedAndReadBackUnchanged() throws Exception {
        ClientStatistics client = Series.independent(500, MS, 3);
        UUID run = new UUID(1, 2);
        RunStatistics statistics = new RunStatistics(
                RunStatistics.FORMAT_VERSION, run, 499 * MS, new Attributed(client, client, client), null);
        Path file = directory.resolve("statistics.json");
        statistics.write(file);

        assertThat(RunStatistics.read(file, run)).isEqualTo(statistics);
        assertRefused(() -> RunStatistics.read(file, new UUID(3, 4)), "belongs to run " + run + ", expected run ");
        Files.writeString(file, Files.readString(file).replaceFirst("\"lost\" : 0", "\"lost\" : 1"));
        assertRefused(() -> RunStatistics.read(file, run), "was changed after it was written");
    }
}
