package org.ticktoquote.harness.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.trace.MessageTrace.TracedMessage;

final class SequenceCheckTest {
    private static final TracedMessage FIRST = new TracedMessage(10, "session 00", false, "35=A|34=1|");
    private static final TracedMessage AGAIN = new TracedMessage(50, "session 00", false, "35=W|34=1|55=EUR/USD|");
    private static final TracedMessage RESET = new TracedMessage(60, "session 00", false, "35=4|34=2|36=40|");
    private static final BriefRun.SequenceBreak GAP = new BriefRun.SequenceBreak(0, false, 1, 8, 49);
    private static final BriefRun.SequenceBreak MOVED = new BriefRun.SequenceBreak(0, true, 40, 8, 59);

    private static SequenceCheck of(BriefRun.SequenceBreak... odd) {
        return new SequenceCheck(List.of(odd), new TracedMessages(List.of(), List.of(FIRST, AGAIN, RESET)));
    }

    @Test
    void nothingIsWrongWithNumbersOneAfterTheOther() {
        assertThat(of().obstacle()).isEmpty();
        assertThat(of().gaps()).isFalse();
    }

    @Test
    void numbersThatBeginAgainAreAGapWithTheMessageThatShowsIt() {
        assertThat(of(MOVED, GAP, GAP).gaps()).isTrue();
        Obstacle obstacle = of(MOVED, GAP, GAP).obstacle().orElseThrow();
        assertThat(obstacle.fault())
                .isEqualTo("session 00 got number 1 (34) where 8 was next, and 1 more like it came. To a run that is a"
                        + " gap: it is FAILED (sequence-gaps).");
        assertThat(obstacle.evidence()).containsExactly(AGAIN);
    }

    @Test
    void aResetIsShownWithWhereItLeads() {
        assertThat(of(MOVED).gaps()).isFalse();
        Obstacle obstacle = of(MOVED).obstacle().orElseThrow();
        assertThat(obstacle.fault())
                .isEqualTo("In mid-session, session 00 got number 40 (34) where 8 was next, by a Logon or a"
                        + " SequenceReset. A run counts that: it is DEGRADED (sequence-resets).");
        assertThat(obstacle.evidence()).containsExactly(RESET);
    }
}
