package org.ticktoquote.core.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class HybridWaitTest {
    private static final long READ_NS = 1_000;
    private static final long OVERSLEEP_NS = 60_000;
    private static final long SPIN_NS = 100_000;

    private final AtomicLong now = new AtomicLong();
    private final List<Long> parks = new ArrayList<>();
    private final HybridWait wait = new HybridWait(() -> now.addAndGet(READ_NS), SPIN_NS, this::park);

    private void park(long ns) {
        parks.add(ns);
        now.addAndGet(ns + OVERSLEEP_NS);
    }

    @Test
    void parksThenSpins() {
        assertThat(wait.waitUntil(10_000_000, () -> false)).isTrue();
        assertThat(now.get()).isBetween(10_000_000L, 10_000_000L + READ_NS);
        assertThat(parks).containsExactly(10_000_000L - READ_NS - SPIN_NS);
    }

    @Test
    void doesNotParkWithinTheSpinTimeOrIfItAlwaysSpins() {
        assertThat(wait.waitUntil(SPIN_NS, () -> false)).isTrue();
        assertThat(parks).isEmpty();
        assertThat(now.get()).isBetween(SPIN_NS, SPIN_NS + READ_NS);

        HybridWait spinning = new HybridWait(() -> now.addAndGet(READ_NS), Long.MAX_VALUE, this::park);
        assertThat(spinning.waitUntil(5_000_000, () -> false)).isTrue();
        assertThat(parks).isEmpty();
    }

    @Test
    void returnsImmediatelyIfTimeHasPassed() {
        now.set(1_000_000);
        assertThat(wait.waitUntil(999_999, () -> false)).isTrue();
        assertThat(now.get()).isEqualTo(1_000_000 + READ_NS);
    }

    @Test
    void noticesAStopWithinOnePark() {
        assertThat(wait.waitUntil(60_000_000_000L, () -> now.get() > 1_000_000_000L))
                .isFalse();
        assertThat(now.get())
                .isBetween(1_000_000_000L, 1_000_000_000L + HybridWait.MAX_PARK_NS + OVERSLEEP_NS + READ_NS);
        assertThat(parks).allMatch(ns -> ns <= HybridWait.MAX_PARK_NS);
    }
}
