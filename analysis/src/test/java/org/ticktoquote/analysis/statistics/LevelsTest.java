package org.ticktoquote.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LevelsTest {
    private static final long MS = Series.MS;
    private final Levels levels = Levels.beyond(10 * MS);

    private Level counted() {
        return levels.counted().get(0);
    }

    private void ticks(long fromMs, long everyMs, long... valuesMs) {
        for (int i = 0; i < valuesMs.length; i++) {
            levels.tick((fromMs + i * everyMs) * MS, valuesMs[i] * MS);
        }
    }

    @Test
    void anEpisodeEndsWhereBothEnoughTicksAndEnoughTimeLieBetween() {
        ticks(0, 50, 11, 1, 1, 1, 1, 11); // 4 good ticks, 250 ms
        assertThat(counted().episodes()).isEqualTo(2);
    }

    @Test
    void threeGoodTicksDoNotEndOneHoweverLongTheyTake() {
        ticks(0, 1_000, 11, 1, 1, 1, 11);
        assertThat(counted().episodes()).isEqualTo(1);
    }

    @Test
    void aHundredMillisecondsDoNotEndOneHoweverManyGoodTicksTheyHold() {
        ticks(0, 2, 11, 1, 1, 1, 1, 1, 1, 1, 1, 1, 11);
        Level level = counted();
        assertThat(level.episodes()).isEqualTo(1);
        assertThat(level.squares()).isEqualTo(4);
        assertThat(level.largest()).isEqualTo(2);
    }

    @Test
    void theTimeIsBracketedByWhatTheLateTicksShowAndTheGapBeforeThem() {
        // A pause from 95 to 150 ms: ticks at 100 and 120 wait for its end.
        ticks(0, 20, 1, 1, 1, 1, 1, 50, 30, 1);
        Level level = counted();
        assertThat(level.timeLowNs()).isEqualTo(40 * MS); // 100 .. 140: a tick at 140 waits for 10 ms
        assertThat(level.timeHighNs()).isEqualTo(60 * MS); // 80 .. 140
    }

    @Test
    void aLostTickIsLateAndItsTimeIsNotKnown() {
        levels.tick(0, MS);
        levels.tick(20 * MS, TickSeries.LOST);
        levels.tick(40 * MS, MS);
        Level level = counted();
        assertThat(level.late()).isEqualTo(1);
        assertThat(level.timeLowNs()).isZero();
        assertThat(level.timeHighNs()).isEqualTo(40 * MS);
    }

    @Test
    void tiesAreBrokenEvenlyOverTheRun() {
        Levels tied = new Levels(new long[] {MS}, new long[] {100}, new long[] {10});
        for (int i = 0; i < 100; i++) {
            tied.tick(i * 50 * MS, MS);
        }
        Level level = tied.counted().get(0);
        assertThat(level.late()).isEqualTo(10);
        assertThat(level.episodes()).isEqualTo(10);
    }
}
