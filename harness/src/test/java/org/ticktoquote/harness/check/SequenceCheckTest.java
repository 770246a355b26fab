package org.ticktoquote.harness.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.trace.MessageTrace.TracedMessage;
import org.ticktoquote.harness.check.CheckReport.SequenceCheck;
import org.ticktoquote.harness.check.Diagnosis.Obstacle;

final class SequenceCheckTest {
    private static final TracedMessage FIRST = new TracedMessage(10, "session 00", false, "35=A|34=1|");
    private static final TracedMessage AGAIN = new TracedMessage(50, "session 00", false, "35=W|34=1|55=EUR/USD|");
    private static final TracedMessage RESET = new TracedMessage(60, "session 00", false, "35=4|34=2|36=40|");
    private static final BriefRun.SequenceBreak GAP = new BriefRun.SequenceBreak(0, false, 1, 8, 49);
    private static final BriefRun.SequenceBreak MOVED = new BriefRun.SequenceBreak(0, true, 40, 8, 59);

    private static SequenceCheck of(BriefRun.SequenceBreak... breaks) {
        return new SequenceCheck(List.of(breaks), new TracedMessages(List.of(), List.of(FIRST, AGAIN, RESET)));
    }

    @Test
    void showsGapsAndResetsWithTheirNumbers() {
        assertThat(of().obstacle()).isEmpty();
        assertThat(of().gaps()).isFalse();

        assertThat(of(MOVED, GAP, GAP).gaps()).isTrue();
        Obstacle obstacle = of(MOVED, GAP, GAP).obstacle().orElseThrow();
        assertThat(obstacle.fault())
                .isEqualTo("session 00 received MsgSeqNum (34) 1, expected 8 (and 1 more). With such a gap a run is"
                        + " FAILED (sequence-gaps).");
        assertThat(obstacle.evidence()).containsExactly(AGAIN);

        assertThat(of(MOVED).gaps()).isFalse();
        obstacle = of(MOVED).obstacle().orElseThrow();
        assertThat(obstacle.fault())
                .isEqualTo("session 00 received MsgSeqNum (34) 40, expected 8, in a Logon or SequenceReset during the"
                        + " session. With such a reset a run is DEGRADED (sequence-resets).");
        assertThat(obstacle.evidence()).containsExactly(RESET);
    }
}
