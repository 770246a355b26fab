package org.ticktoquote.comparison.gate.ticks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.comparison.gate.ticks.DifferenceSpread.Collector;
import org.ticktoquote.comparison.gate.ticks.TickDifferences.Slice;

final class TickDifferencesTest {
    private static final long MS = 1_000_000;
    private static final long T0 = 5_000 * MS;

    @TempDir
    private Path folder;

    @AutoClose
    private TickResults baseline;

    @AutoClose
    private TickResults candidate;

    @BeforeEach
    void create() {
        baseline = TickResults.create(folder.resolve("old.bin"), 0);
        candidate = TickResults.create(folder.resolve("new.bin"), 0);
    }

    private static void tick(TickResults run, long atNs, int instrument, long lastClientNs) {
        long id = run.append(T0 + atNs, T0 + atNs + 1, instrument, 0, 1);
        run.setClients(id, 0, 0, lastClientNs, 0);
    }

    private void both(long atNs, long was, long is) {
        tick(baseline, atNs, 0, was);
        tick(candidate, atNs, 0, is);
    }

    private TickDifferences differences() {
        return TickDifferences.of(baseline, candidate, false);
    }

    private static DifferenceSpread equal(long ticks, long ns) {
        return new DifferenceSpread(ticks, ns, ns, ns);
    }

    /** Anything common to both, such as host noise, cancels out. */
    @Test
    void constantShiftIsTheDifferenceOfEverySlice() {
        for (int i = 0; i < 1_000; i++) {
            long shared = 200_000 + i * 7_919L % 1_000 * 1_000;
            both(i * MS, shared, shared + 300_000);
        }
        TickDifferences found = differences();
        assertThat(found.all()).contains(equal(1_000, 300_000));
        assertThat(found.slices()).hasSize(found.count()).hasSizeBetween(200, TickDifferences.SLICES);
        assertThat(found.slices())
                .extracting(Slice::spread)
                .allMatch(spread -> spread.equals(equal(spread.ticks(), 300_000)));
        assertThat(found.baselineLost() + found.candidateLost() + found.bothLost() + found.onlyOne())
                .isZero();
    }

    /** In alternating runs no tick has the same intended time on both sides. */
    @Test
    void alternatingRunsAreAlignedById() {
        for (int i = 0; i < 100; i++) {
            tick(baseline, i * MS, 0, 200_000);
            tick(candidate, (i + 1_000) * MS, 0, 500_000);
        }
        TickDifferences found = TickDifferences.of(baseline, candidate, true);
        assertThat(found.all()).contains(equal(100, 300_000));
        assertThat(found.onlyOne()).isZero();
        assertThat(differences().onlyOne()).isEqualTo(200);
    }

    @Test
    void sliceHasLowestMedianAndHighestDifferenceOfItsTicks() {
        both(0, 100, 90);
        both(1, 100, 107);
        both(2, 100, 600);
        both(3, 100, 103);
        both(240 * MS, 100, 99);
        TickDifferences found = differences();
        assertThat(found.sliceNs()).isEqualTo(MS + 1);
        assertThat(found.slices())
                .as("no ticks in between")
                .containsExactly(
                        new Slice(0, new DifferenceSpread(4, -10, 3, 500)), new Slice(found.count() - 1, equal(1, -1)));
        assertThat(found.all()).contains(new DifferenceSpread(5, -10, 3, 500));
    }

    @Test
    void lostTicksAreCountedAndHaveNoDifference() {
        both(0, 100, 101);
        both(1, 100, TickResults.LOST);
        both(2, 100, TickResults.LOST);
        both(3, TickResults.LOST, 100);
        for (int i = 4; i < 8; i++) {
            both(i, TickResults.LOST, TickResults.LOST);
        }
        both(8, TickResults.NONE, TickResults.NONE);
        both(9, TickResults.NONE, 100);
        TickDifferences found = differences();
        assertThat(found.all()).contains(equal(1, 1));
        assertThat(List.of(found.candidateLost(), found.baselineLost(), found.bothLost(), found.onlyOne()))
                .containsExactly(2L, 1L, 4L, 1L);
    }

    @Test
    void tickMissingInOneRunDoesNotShiftOthers() {
        for (int i = 0; i < 100; i++) {
            tick(baseline, i * MS, 0, 1_000 * i);
            if (i != 3 && i < 90) {
                tick(candidate, i * MS, 0, 1_000 * i + 7);
            }
        }
        TickDifferences found = differences();
        assertThat(found.all()).contains(equal(89, 7));
        assertThat(found.onlyOne()).isEqualTo(11);
        assertThat(found.count()).as("of the longer run").isEqualTo(TickDifferences.SLICES);
    }

    @Test
    void simultaneousTicksAreMatchedByInstrument() {
        for (int instrument = 0; instrument < 4; instrument++) {
            tick(candidate, 0, instrument, 1_000 * instrument + 5);
            if (instrument != 1) {
                tick(baseline, 0, instrument, 1_000 * instrument);
            }
        }
        assertThat(differences().all()).contains(equal(3, 5));
        assertThat(differences().onlyOne()).isEqualTo(1);
    }

    @Test
    void runsWithoutCommonTicksHaveNoDifference() {
        tick(baseline, 0, 0, 1);
        tick(candidate, 1, 0, 1);
        assertThat(differences().all()).isEmpty();
        assertThat(differences().slices()).isEmpty();
        assertThat(differences().onlyOne()).isEqualTo(2);
    }

    /** Most ticks are in a burst. */
    @Test
    void numberOfSlicesIsBoundedForLongRuns() {
        int ticks = 300_000;
        for (int i = 0; i < ticks; i++) {
            long atNs = i < 1_000 ? i * 3_600 * MS : 3_600_000 * MS + i;
            both(atNs, 100_000, 100_000 + (i % 2 == 0 ? 1_000 : -1_000));
        }
        TickDifferences found = differences();
        assertThat(found.slices()).hasSizeLessThanOrEqualTo(TickDifferences.SLICES);
        assertThat(found.slices().stream()
                        .mapToLong(slice -> slice.spread().ticks())
                        .sum())
                .isEqualTo(ticks);
        Slice burst = found.slices().get(found.slices().size() - 1);
        assertThat(burst.spread().ticks()).isGreaterThan(Collector.MAX_VALUES);
        assertThat(burst.spread().lowestNs()).isEqualTo(-1_000);
        assertThat(burst.spread().highestNs()).isEqualTo(1_000);
    }
}
