package org.ticktoquote.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ExceedanceCounterTest {
    private static final long MS = Series.MS;

    @Test
    void breaksTiesEvenlyOverTheRun() {
        ExceedanceCounter tied = new ExceedanceCounter(new long[] {MS}, new long[] {100}, new long[] {10});
        for (int i = 0; i < 100; i++) {
            tied.tick(i * 50 * MS, MS);
        }
        Exceedance level = tied.counted().get(0);
        assertThat(level.late()).isEqualTo(10);
        assertThat(level.episodes()).isEqualTo(10);
    }
}
