package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.validity.Verdict;

final class AttemptEndTest {
    @Test
    void descriptionOmitsAMissingVerdict() {
        assertThat(new AttemptEnd(AttemptState.INTERRUPTED, null, "interrupted").description())
                .isEqualTo("interrupted");
        assertThat(new AttemptEnd(AttemptState.UNMEASURED, Verdict.VOID, "why").description())
                .isEqualTo("VOID: why");
        assertThat(new AttemptEnd(AttemptState.COMPLETE, Verdict.VOID, "Steal.").description())
                .isEqualTo("VOID: Steal.");
        assertThat(new AttemptEnd(AttemptState.COMPLETE, Verdict.DEGRADED, "Steal.").description())
                .isEqualTo("DEGRADED");
        assertThat(new AttemptEnd(AttemptState.COMPLETE, Verdict.VALID, "").description())
                .isEqualTo("VALID");
    }
}
