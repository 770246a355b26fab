package org.ticktoquote.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ProblemExceptionTest {
    @Test
    void carriesStatusMessageAndCause() {
        IOException cause = new IOException("no such file");
        ProblemException refusal = Problem.ofFault("ticks.csv: cannot be read").exception(ExitStatus.BAD_INPUT, cause);

        assertThat(refusal).hasMessage("ticks.csv: cannot be read").hasCause(cause);
        assertThat(refusal.status()).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(Problem.ofFault("no such option").exception(ExitStatus.USAGE))
                .hasNoCause();
    }

    @Test
    void exitCodesAreUniqueAndStable() {
        assertThat(Arrays.stream(ExitStatus.values()).map(ExitStatus::code))
                .doesNotHaveDuplicates()
                .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 130);
    }
}
