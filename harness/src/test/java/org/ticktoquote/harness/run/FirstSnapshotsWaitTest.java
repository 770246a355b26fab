package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FirstSnapshotsWaitTest {
    private static final int LIMIT_MS = 60_000;

    private static long ns(long ms) {
        return ms * 1_000_000;
    }

    /** Returns the length of the wait in milliseconds, given missing and received snapshots at each time. */
    private static int lasts(int pollMs, IntUnaryOperator missing, IntUnaryOperator received) {
        FirstSnapshotsWait wait = new FirstSnapshotsWait(ns(7), ns(7 + LIMIT_MS));
        int ms = 0;
        while (wait.continues(missing.applyAsInt(ms), received.applyAsInt(ms), ns(7 + ms))) {
            ms += pollMs;
        }
        return ms;
    }

    @ParameterizedTest
    @CsvSource({"100, 10000", "50, 10000", "400, 40000", "5000, 60000"})
    void lastsTenSecondsWithoutProgressAndLongerOnABusyHost(int pollMs, int lastsMs) {
        assertThat(lasts(pollMs, ms -> 3, ms -> 500)).isEqualTo(lastsMs);
    }

    @Test
    void continuesUntilTheLimitOrTheLastFirstSnapshotWhileThereIsProgress() {
        assertThat(lasts(100, ms -> 9 - Math.min(4, ms / 8_000), ms -> 500)).isEqualTo(42_000);
        assertThat(lasts(100, ms -> 3, ms -> Math.min(ms, 5_000))).isEqualTo(15_000);
        assertThat(lasts(100, ms -> 3, ms -> ms)).isEqualTo(LIMIT_MS);

        assertThat(lasts(100, ms -> ms < 3_000 ? 1 : 0, ms -> ms)).isEqualTo(3_000);
    }
}
