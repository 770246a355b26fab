package org.ticktoquote.analysis.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.validity.Verdict;

final class AttemptEndTest {
    @Test
    void anEndWithoutAVerdictIsToldWithoutOne() {
        assertThat(new AttemptEnd(AttemptState.INTERRUPTED, null, "interrupted").words())
                .isEqualTo("interrupted");
        assertThat(new AttemptEnd(AttemptState.UNMEASURED, Verdict.VOID, "why").words())
                .isEqualTo("VOID: why");
        assertThat(new AttemptEnd(AttemptState.COMPLETE, Verdict.VOID, "Steal.").words())
                .isEqualTo("VOID: Steal.");
        assertThat(new AttemptEnd(AttemptState.COMPLETE, Verdict.DEGRADED, "Steal.").words())
                .isEqualTo("DEGRADED");
        assertThat(new AttemptEnd(AttemptState.COMPLETE, Verdict.VALID, "").words())
                .isEqualTo("VALID");
    }
}
