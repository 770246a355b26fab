package org.ticktoquote.pricing.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThreadsTest {
    private static final int PAIRS = 15;

    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final Threads threads = new Threads(ThreadLayout.of(200, 1), (thread, thrown) -> failures.add(thrown));

    private static long soon() {
        return System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    }

    @AfterEach
    void end() {
        threads.finish(soon());
    }

    @Test
    void keepsOrderPerKeyAndUsesManyLanes() {
        Map<Integer, List<Integer>> arrived = new ConcurrentHashMap<>();
        Map<Integer, Set<String>> lanes = new ConcurrentHashMap<>();
        Port<Integer> second = threads.port(Component.ROUNDING, lane -> item -> {
            arrived.computeIfAbsent(item % PAIRS, unused -> new CopyOnWriteArrayList<>())
                    .add(item);
            lanes.computeIfAbsent(item % PAIRS, unused -> ConcurrentHashMap.newKeySet())
                    .add(Thread.currentThread().getName());
        });
        Port<Integer> first = threads.port(
                Component.BOOK_BUILDER, lane -> second.from(Component.BOOK_BUILDER, lane, item -> item % PAIRS));
        Input<Integer> inlet = first.sharded(item -> item % PAIRS);
        threads.start();
        for (int i = 0; i < 3_000; i++) {
            inlet.put(i);
        }
        assertThat(threads.drain(soon())).isTrue();
        assertThat(arrived)
                .hasSize(PAIRS)
                .allSatisfy((pair, items) -> assertThat(items).hasSize(200).isSorted());
        assertThat(lanes.values()).allMatch(names -> names.size() == 1);
        assertThat(lanes.values().stream().flatMap(Set::stream).distinct()).hasSize(PAIRS);
        assertThat(failures).isEmpty();
    }

    @Test
    void callsComponentOfTheSameGroupDirectly() {
        Threads few = new Threads(ThreadLayout.of(3, 1), (thread, thrown) -> failures.add(thrown));
        List<String> names = new ArrayList<>();
        Port<Integer> port = few.port(
                Component.AGGREGATOR,
                lane -> item -> names.add(Thread.currentThread().getName()));
        port.from(Component.BOOK_BUILDER, 0, item -> 0).put(1);
        assertThat(names).containsExactly(Thread.currentThread().getName());
    }

    @Test
    void putBlocksWhileTheQueueIsFull() {
        Lane lane = new Lane("full-lane", 4, (thread, thrown) -> failures.add(thrown));
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger put = new AtomicInteger();
        AtomicInteger delivered = new AtomicInteger();
        Input<Integer> inlet = lane.to(item -> {
            awaitQuietly(gate);
            delivered.incrementAndGet();
        });
        lane.start();
        Thread putter = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                inlet.put(i);
                put.incrementAndGet();
            }
        });
        putter.start();
        await().atMost(ONE_MINUTE)
                .until(() -> put.get() == 5
                        && putter.getState() == Thread.State.WAITING); // one item is processed, four wait
        gate.countDown();
        await().atMost(ONE_MINUTE).until(() -> delivered.get() == 20);
        lane.finish(soon());
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
