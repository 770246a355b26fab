package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DrainPhaseTest {
    private static final long MS = 1_000_000;
    private static final long END = 5_000 * MS;

    private static DrainPhase.Drain drain(OptionalLong stated, long slowestMs, boolean silent) {
        return new DrainPhase.Drain(stated, slowestMs * MS, silent, END, END, 100);
    }

    private static boolean over(DrainPhase.Drain drain, long ms) {
        return drain.isOver(END + ms * MS);
    }

    private static void assertEndsAt(DrainPhase.Drain drain, long ms) {
        assertThat(over(drain, ms - 1)).isFalse();
        assertThat(over(drain, ms)).isTrue();
    }

    @Test
    void lastsAsLongAsItsDescriptionSays() {
        DrainPhase.Drain drain = drain(OptionalLong.empty(), 1, true);
        assertEndsAt(drain, 2_000);
        assertThat(drain.description())
                .isEqualTo("until the application fell silent; slowest answer of the warm-up 1.00 ms");

        drain = drain(OptionalLong.empty(), 4_000, true);
        assertEndsAt(drain, 8_000);
        assertThat(over(drain(OptionalLong.empty(), 100_000, true), 60_000)).isTrue();

        drain = drain(OptionalLong.empty(), 1, false);
        drain.received(200, END + 1_999 * MS);
        assertThat(over(drain, 2_000)).isTrue();
        assertThat(drain.description()).contains("the application never fell silent");

        drain = drain(OptionalLong.of(300 * MS), 4_000, true);
        drain.received(200, END + 299 * MS);
        assertEndsAt(drain, 300);
        assertThat(drain.description()).isEqualTo("set by --drain");
    }

    @Test
    void continuesForAtMostAMinuteWhileAnswersArrive() {
        DrainPhase.Drain drain = drain(OptionalLong.empty(), 1, true);
        long snapshots = 100;
        for (long ms = 0; ms < 20_000; ms += 100) {
            drain.received(++snapshots, END + ms * MS);
            assertThat(over(drain, ms)).isFalse();
        }
        assertEndsAt(drain, 20_400);
        drain.received(++snapshots, END + 59_999 * MS);
        assertEndsAt(drain, 60_000);
    }

    @Test
    void doesNotCountAPauseOfTheHarnessAsSilence() {
        DrainPhase.Drain drain = drain(OptionalLong.empty(), 1, true);
        drain.received(101, END + 100 * MS);
        drain.received(101, END + 4_000 * MS);
        assertThat(over(drain, 4_000)).isFalse();
        drain.received(101, END + 4_100 * MS);
        assertEndsAt(drain, 4_400);
    }

    @Test
    void countsFromTheLastTickIfItsReportIsLate() {
        long now = END + 2_000 * MS;
        assertThat(DrainPhase.endNs(OptionalLong.of(1_000 * MS), now, 2_000 * MS))
                .isEqualTo(END);
        assertThat(DrainPhase.endNs(OptionalLong.empty(), now, 2_000 * MS)).isEqualTo(now);

        now = END + 5_000 * MS;
        DrainPhase.Drain drain = new DrainPhase.Drain(OptionalLong.of(1_000 * MS), MS, true, END, now, 100);
        assertThat(drain.isComplete(END + 1_000 * MS, now)).isFalse();
        assertThat(drain.isComplete(END + 1_000 * MS, now + 500 * MS)).isTrue();
    }

    /** If the slowest answer does not fit, the run ends first, without a deadline. */
    @ParameterizedTest
    @CsvSource({"500, 1000, 2000", "4000, 2000, 4000", "6000, 9000, 9000", "6000, 1000, 6000", "12000, 9000, 12000"})
    void awaitsTheSlowestAnswerIfBrokenOff(long slowestMs, long byMs, long endsAtMs) {
        DrainPhase.Drain drain = drain(OptionalLong.empty(), slowestMs, true);
        drain.shorten(END + byMs * MS);
        assertEndsAt(drain, endsAtMs);
    }

    @Test
    void receivesLateAnswersAfterTheDeadline() {
        DrainPhase.Drain drain = drain(OptionalLong.of(300 * MS), 1, true);
        long deadlineNs = END + 300 * MS;
        assertThat(drain.isComplete(deadlineNs, END + 1_999 * MS)).isFalse();
        drain.received(200, END + 1_900 * MS);
        assertThat(drain.isComplete(deadlineNs, END + 2_399 * MS)).isFalse();
        assertThat(drain.isComplete(deadlineNs, END + 2_400 * MS)).isTrue();
        DrainPhase.Drain longer = drain(OptionalLong.of(100_000 * MS), 1, true);
        assertThat(longer.isComplete(END + 100_000 * MS, END + 100_999 * MS)).isFalse();
        assertThat(longer.isComplete(END + 100_000 * MS, END + 101_000 * MS)).isTrue();
    }
}
