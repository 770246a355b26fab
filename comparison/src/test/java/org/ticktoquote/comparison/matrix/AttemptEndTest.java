package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.validity.Verdict;

final class AttemptEndTest {
    @ParameterizedTest
    @CsvSource({
        "INTERRUPTED, , interrupted, interrupted",
        "UNMEASURED, VOID, why, VOID: why",
        "COMPLETE, VOID, Steal., VOID: Steal.",
        "COMPLETE, DEGRADED, Steal., DEGRADED",
        "COMPLETE, VALID, '', VALID"
    })
    void descriptionOmitsAMissingVerdict(
            AttemptState state, @Nullable Verdict verdict, String reason, String description) {
        assertThat(new AttemptEnd(state, verdict, reason).description()).isEqualTo(description);
    }
}
