package org.ticktoquote.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RefusalTest {
    @Test
    void carriesStatusMessageAndCause() {
        IOException cause = new IOException("no such file");
        Refusal refusal = new Refusal(ExitStatus.BAD_INPUT, "ticks.csv: cannot be read", cause);

        assertThat(refusal).hasMessage("ticks.csv: cannot be read").hasCause(cause);
        assertThat(refusal.status()).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(new Refusal(ExitStatus.USAGE, "no such option")).hasNoCause();
    }

    @Test
    void statusesAreToldApartByTheirCodes() {
        assertThat(Arrays.stream(ExitStatus.values()).map(ExitStatus::code))
                .doesNotHaveDuplicates()
                .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 130);
    }
}
