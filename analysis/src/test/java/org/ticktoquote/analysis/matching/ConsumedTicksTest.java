package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Latest time by which the application has consumed a tick. */
final class ConsumedTicksTest {
    private static final long UNCERTAINTY_NS = 3;
    private static final long STEPS = 1_024;

    private final ConsumedTicks taken = new ConsumedTicks(UNCERTAINTY_NS, true);

    private void assertTaken(long id, long byNs) {
        assertThat(taken.consumedByNs(id)).as("tick %d", id).isEqualTo(byNs + UNCERTAINTY_NS);
    }

    private void assertUnknown(long id) {
        assertThat(taken.consumedByNs(id)).as("tick %d", id).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void tickIsConsumedByTheFirstPriceNoOlderThanIt() {
        assertUnknown(1);
        taken.onPrice(5, 100);
        taken.onPrice(9, 120);
        assertTaken(1, 100);
        assertTaken(5, 100);
        assertTaken(6, 120);
        assertTaken(9, 120);
        assertUnknown(10);
    }

    @Test
    void laterPriceOfAnOlderTickChangesNothing() {
        taken.onPrice(5, 100);
        taken.onPrice(3, 100);
        taken.onPrice(3, 110);
        taken.onPrice(5, 120);
        assertTaken(3, 100);
        assertTaken(5, 100);
        assertUnknown(6);
    }

    @Test
    void earlierTimeReplacesALaterOne() {
        taken.onPrice(5, 100);
        taken.onPrice(7, 110);
        taken.onPrice(7, 105);
        assertTaken(5, 100);
        assertTaken(7, 105);
        taken.onPrice(8, 90);
        assertTaken(5, 90);
        assertTaken(8, 90);
        assertUnknown(9);
    }

    @Test
    void timeCanStartAtZero() {
        taken.onPrice(1, 0);
        assertTaken(1, 0);
        assertUnknown(2);
    }

    @Test
    void remembersAThousandStepsAndReturnsLaterTimesForOlderTicks() {
        for (long id = 1; id <= STEPS + 1; id++) {
            taken.onPrice(id, 100 + id);
        }
        assertTaken(STEPS + 1, 100 + STEPS + 1);
        assertTaken(2, 102);
        assertTaken(1, 102);
    }

    @Test
    void repetitionsUseNoCapacity() {
        taken.onPrice(1, 50);
        for (long i = 0; i < 2 * STEPS; i++) {
            taken.onPrice(2, 60 + i);
        }
        assertTaken(1, 50);
        assertTaken(2, 60);
    }

    @Test
    void pricesOfOneMomentUseOneStep() {
        taken.onPrice(1, 50);
        for (long id = 2; id <= 2 * STEPS; id++) {
            taken.onPrice(id, 60);
        }
        assertTaken(1, 50);
        assertTaken(2, 60);
        assertTaken(2 * STEPS, 60);
    }
}
