package org.ticktoquote.host.keep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ThreadWatchTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final long PAUSE_NS = 200_000_000;

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
}
