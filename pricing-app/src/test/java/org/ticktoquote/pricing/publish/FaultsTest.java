package org.ticktoquote.pricing.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.ticktoquote.pricing.feed.Tick;
import org.ticktoquote.pricing.pipeline.DelayLine;
import org.ticktoquote.pricing.pipeline.Input;

class FaultsTest {
    private static final long DELAY_NS = 20_000_000;

    private static Tick tick(long id, int venue, long arrivedNs) {
        return new Tick(1, id, 0, venue, id, 1, 2, 1, 1, 3, arrivedNs);
    }

    @Test
    void otherVenuesOvertakeDelayedVenueThatKeepsItsOrder() {
        List<Long> order = new CopyOnWriteArrayList<>();
        List<Long> lateNs = new CopyOnWriteArrayList<>();
        DelayLine line = new DelayLine("paths-test", System::nanoTime, 0, (thread, thrown) -> {});
        Input<Tick> paths = Faults.parse(List.of("delay-venue:venue=1,by=20ms"), 1)
                .delayVenues(line, tick -> order.add(tick.tickId()), tick -> {
                    lateNs.add(System.nanoTime() - tick.arrivedNs());
                    order.add(tick.tickId());
                });
        long nowNs = System.nanoTime();
        paths.put(tick(1, 1, nowNs));
        paths.put(tick(2, 1, nowNs));
        paths.put(tick(3, 0, nowNs));
        line.start();
        await().atMost(ONE_MINUTE).until(() -> order.size() == 3);
        line.stop();
        assertThat(order).containsExactly(3L, 1L, 2L);
        assertThat(lateNs).allMatch(late -> late >= DELAY_NS);
    }
}
