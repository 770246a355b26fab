package org.ticktoquote.host.keep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ThreadWatchTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final long PAUSE_NS = 200_000_000;
    private static final int LONG_LOOK = 150;

    private final AtomicInteger looks = new AtomicInteger();

    @Test
    void looksUntilItIsStoppedAndSaysWhatThatCost() {
        ThreadWatch watch = new ThreadWatch("test-watch", PAUSE_NS, looks::incrementAndGet);
        await().atMost(LIMIT).until(() -> looks.get() >= 2);
        ThreadAccount.Watch figures = watch.stop();
        int atStop = looks.get();
        assertThat(figures.looks()).isEqualTo(atStop);
        assertThat(figures.longestGapNs()).isGreaterThanOrEqualTo(PAUSE_NS);
        assertThat(figures.elapsedNs()).isGreaterThanOrEqualTo(figures.longestGapNs());
        assertThat(figures.cpuNs()).isPositive();
        assertThat(figures.problem()).isEmpty();
        assertThat(watch.stop().looks()).isEqualTo(atStop);
    }

    @Test
    void saysThatItEndedWhenALookFails() {
        ThreadWatch watch = new ThreadWatch("test-watch", PAUSE_NS, () -> {
            looks.incrementAndGet();
            throw new IllegalStateException("no /proc");
        });
        await().atMost(LIMIT).until(() -> looks.get() >= 1);
        assertThat(watch.stop().problem()).contains("no /proc");
        assertThat(looks).hasValue(1);
    }

    /** After 15 ms at once it would have been silent for 750 ms, had it saved nothing. */
    @Test
    void aLongLookNowAndThenKeepsNoOthersAway() {
        List<Long> timesNs = new CopyOnWriteArrayList<>();
        ThreadWatch watch = new ThreadWatch("test-watch", PAUSE_NS / 20, () -> {
            timesNs.add(System.nanoTime());
            if (looks.incrementAndGet() == LONG_LOOK) {
                spin();
            }
        });
        await().atMost(LIMIT).until(() -> looks.get() > LONG_LOOK);
        watch.stop();
        assertThat(timesNs.get(LONG_LOOK) - timesNs.get(LONG_LOOK - 1)).isLessThan(500_000_000);
    }

    private static void spin() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long fromNs = threads.getCurrentThreadCpuTime();
        while (threads.getCurrentThreadCpuTime() - fromNs < 15_000_000) {
            Thread.onSpinWait();
        }
    }
}
