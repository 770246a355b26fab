package org.ticktoquote.harness.matrix.execution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.matrix.AttemptState;
import org.ticktoquote.analysis.validity.Verdict;

final class RunEndTest {
    @Test
    void anEndWithoutAVerdictIsToldWithoutOne() {
        assertThat(new RunEnd(AttemptState.INTERRUPTED, null, "interrupted").words())
                .isEqualTo("interrupted");
        assertThat(new RunEnd(AttemptState.UNMEASURED, Verdict.VOID, "why").words())
                .isEqualTo("VOID: why");
        assertThat(new RunEnd(AttemptState.COMPLETE, Verdict.VOID, "Steal.").words())
                .isEqualTo("VOID: Steal.");
        assertThat(new RunEnd(AttemptState.COMPLETE, Verdict.DEGRADED, "Steal.").words())
                .isEqualTo("DEGRADED");
        assertThat(new RunEnd(AttemptState.COMPLETE, Verdict.VALID, "").words()).isEqualTo("VALID");
    }
}
