package org.ticktoquote.host.keep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ThreadWatchTest {
    private static final long MS = 1_000_000;
    private static final long PAUSE_NS = 200_000_000;

    private final AtomicInteger looks = new AtomicInteger();

    @Test
    void runsUntilStoppedAndReportsItsCost() {
        ThreadWatch watch = new ThreadWatch("test-watch", PAUSE_NS, looks::incrementAndGet);
        await().atMost(ONE_MINUTE).until(() -> looks.get() >= 2);
        ThreadReport.WatchCost figures = watch.stop();
        int atStop = looks.get();
        assertThat(figures.looks()).isEqualTo(atStop);
        assertThat(figures.longestGapNs()).isGreaterThanOrEqualTo(PAUSE_NS);
        assertThat(figures.elapsedNs()).isGreaterThanOrEqualTo(figures.longestGapNs());
        assertThat(figures.cpuNs()).isPositive();
        assertThat(figures.problem()).isEmpty();
        assertThat(watch.stop().looks()).isEqualTo(atStop);
    }

    @Test
    void endsAndReportsFailedCheck() {
        ThreadWatch watch = new ThreadWatch("test-watch", PAUSE_NS, () -> {
            looks.incrementAndGet();
            throw new IllegalStateException("no /proc");
        });
        await().atMost(ONE_MINUTE).until(() -> looks.get() >= 1);
        assertThat(watch.stop().problem()).contains("no /proc");
        assertThat(looks).hasValue(1);
    }

    /** Without saved time, a check of 15 ms would cause a pause of 750 ms. */
    @Test
    void occasionalSlowCheckDoesNotDelayOthers() {
        ThreadWatch.Pace pace = new ThreadWatch.Pace(10 * MS, 50, 1);
        for (int look = 1; look <= 150; look++) {
            assertThat(pace.pauseNs(10 * MS, 0)).isEqualTo(10 * MS);
        }
        assertThat(pace.pauseNs(25 * MS, 15 * MS)).as("out of 20 ms saved").isEqualTo(10 * MS);
        assertThat(pace.pauseNs(25 * MS, 15 * MS)).as("with 6 ms saved").isEqualTo(50 * 9 * MS);
        assertThat(pace.pauseNs(450 * MS, 0)).as("with the debt paid").isEqualTo(10 * MS);
    }
}
