package org.ticktoquote.core.hiccup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.NanoClock;
import org.junit.jupiter.api.Test;

class PreparedMeterTest {
    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PREPARATION_NS = 1_000 * MS;

    @Test
    void doesNotCountItsOwnPreparationAsAHiccup() {
        AtomicReference<String> prepared = new AtomicReference<>("");
        AtomicLong nowNs = new AtomicLong();
        Runnable first = () -> {
            prepared.set(Thread.currentThread().getName());
            nowNs.addAndGet(PREPARATION_NS);
        };
        NanoClock clock = () -> nowNs.addAndGet(MS);
        try (HiccupMeter meter = HiccupMeter.prepared("test", clock, 10 * MS, first)) {
            await().atMost(Duration.ofSeconds(60)).until(() -> meter.summary().wakes() > 0);
            assertThat(meter.summary().delays().maxNs()).isLessThan(2 * MS);
            assertThat(meter.summary().intervalNs()).isEqualTo(10 * MS);
            assertThat(prepared).hasValue("test-hiccups");
        }
    }

    /** The thread sleeps for longer than this test while the clock advances. */
    @Test
    void countsADelayInProgressWhenItIsClosed() {
        AtomicLong nowNs = new AtomicLong();
        HiccupMeter meter = HiccupMeter.prepared("test", nowNs::get, 120_000 * MS, () -> {});
        try (meter) {
            await().atMost(Duration.ofSeconds(60)).until(meter::begun);
            nowNs.set(600_000 * MS);
        }
        assertThat(meter.summary().wakes()).isEqualTo(5);
        assertThat(meter.summary().delays().maxNs()).isGreaterThanOrEqualTo(480_000 * MS);
    }

    @Test
    void setsTheStartOnlyBeforeTheFirstWake() {
        HiccupRecorder hiccups = new HiccupRecorder(0, MS, HiccupJournal.none(MS));
        hiccups.begin(50 * MS);
        assertThat(hiccups.intendedNs()).isEqualTo(51 * MS);
        hiccups.woke(51 * MS);
        assertThatThrownBy(() -> hiccups.begin(0)).isInstanceOf(IllegalStateException.class);
    }
}
