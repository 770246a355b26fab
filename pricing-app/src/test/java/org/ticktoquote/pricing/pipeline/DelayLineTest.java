package org.ticktoquote.pricing.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DelayLineTest {
    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);

    private final DelayLine line = new DelayLine("delay-line-test", System::nanoTime, 100_000, (thread, thrown) -> {
        throw new AssertionError(thrown);
    });

    /** Released item with due and release time. */
    private record Release(long dueNs, long atNs, int number) {}

    private final List<Release> released = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        line.stop();
    }

    private void schedule(long dueNs, int number) {
        line.schedule(dueNs, item -> released.add(new Release(dueNs, System.nanoTime(), item)), number);
    }

    @Test
    void releasesNoItemEarly() {
        long seed = 11;
        RandomGenerator random = new SplittableRandom(seed);
        long fromNs = System.nanoTime() + 20 * MS;
        for (int i = 0; i < 500; i++) {
            schedule(fromNs + random.nextInt(50) * MS, i);
        }
        line.start();
        await().atMost(ONE_MINUTE).until(() -> released.size() == 500);
        assertThat(released).as("seed %d", seed).allMatch(release -> release.atNs() - release.dueNs() >= 0);
        assertThat(released.stream().map(Release::dueNs).toList())
                .as("seed %d", seed)
                .isSorted();
    }

    /** All items are due in one millisecond, and the clock advances by one millisecond only. */
    @Test
    void holdsItemsInParallelAndKeepsTheirOrder() {
        AtomicLong nowNs = new AtomicLong();
        DelayLine still = new DelayLine("still-line-test", nowNs::get, 100_000, (thread, thrown) -> {});
        still.start();
        for (int i = 0; i < 500; i++) {
            still.schedule(MS, item -> released.add(new Release(MS, nowNs.get(), item)), i);
        }
        assertThat(released).isEmpty();
        nowNs.set(MS);
        await().atMost(ONE_MINUTE).until(() -> released.size() == 500);
        still.stop();
        assertThat(released).allMatch(release -> release.atNs() == MS);
        assertThat(released)
                .extracting(Release::number)
                .containsExactlyElementsOf(IntStream.range(0, 500).boxed().toList());
    }

    @Test
    void earlierItemOvertakesTheAwaitedOne() {
        line.start();
        schedule(System.nanoTime() + TimeUnit.HOURS.toNanos(1), 1);
        schedule(System.nanoTime() + 5 * MS, 2);
        await().atMost(ONE_MINUTE).until(() -> released.size() == 1);
        assertThat(released.get(0).number()).isEqualTo(2);
    }

    @Test
    void flushReleasesEverything() {
        line.start();
        schedule(System.nanoTime() + TimeUnit.HOURS.toNanos(1), 1);
        assertThat(line.empty()).isFalse();
        line.flush();
        schedule(System.nanoTime() + TimeUnit.HOURS.toNanos(1), 2);
        await().atMost(ONE_MINUTE).until(line::empty);
        assertThat(released).hasSize(2);
    }
}
