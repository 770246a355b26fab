package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.nio.file.Path;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.recording.Recording;

final class LagStatisticsTest {
    private static final long T0_NS = 3_000_000_000_000_000L;

    @TempDir
    private Path folder;

    private LagStatistics statistics(int ticks, LongUnaryOperator lagNs) {
        Path file = folder.resolve(ticks + ".journal");
        try (Recording recording = TestRecording.of(folder, TestRecording.quotes(ticks, i -> i));
                TickJournal journal = TickJournal.create(file, JournalOrigin.NO_RUN, ticks)) {
            for (int i = 0; i < ticks; i++) {
                journal.prepare(recording.buffer(i), recording.offset(i), i + 1, i);
                long intendedNs = T0_NS + i * 1_000_000L;
                journal.complete(intendedNs, intendedNs + lagNs.applyAsLong(i), 0, 0);
            }
        }
        return LagStatistics.of(file);
    }

    @Test
    void ranksTheLagOfAllTicksAndCountsEarlyOnes() {
        LagStatistics lag = statistics(1_000, i -> i + 1);
        assertThat(lag.ticks()).isEqualTo(1_000);
        assertThat(lag.early()).isZero();
        assertThat(lag.distribution()).isEqualTo(new LagStatistics.Percentiles(500, 900, 990, 999, 1_000));

        lag = statistics(10, i -> i == 4 ? -700 : 5);
        assertThat(lag.early()).isEqualTo(1);
        assertThat(lag.ticks()).isEqualTo(10);

        lag = statistics(1, i -> 0);
        assertThat(lag.distribution()).isEqualTo(new LagStatistics.Percentiles(0, 0, 0, 0, 0));
        assertThat(lag.driftNsPerS()).isZero();
    }

    @Test
    void keepsLargeMaximumExact() {
        assertThat(statistics(2, i -> i * 123_456_789_012L).distribution().max())
                .isEqualTo(123_456_789_012L);
    }

    @Test
    void findsDriftOfGrowingLag() {
        assertThat(statistics(5_000, i -> 1_000 + i * 3).driftNsPerS()).isCloseTo(3_000, offset(1e-6));

        assertThat(statistics(4_000, i -> 1_000).driftNsPerS()).isZero();
    }
}
