package org.ticktoquote.harness.matrix.execution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LimitCheckTest {
    @Test
    void namesOfTheMatrixAreThoseOfTheFiles() {
        assertThat(LimitCheck.field("response")).isEqualTo("responseNs");
        assertThat(LimitCheck.field("quote-age")).isEqualTo("quoteAgeNs");
        assertThat(LimitCheck.field("last-client")).isEqualTo("lastClientNs");
    }
}
