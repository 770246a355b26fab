package org.ticktoquote.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class MissingPermissionTest {
    private static ExitStatus status(Throwable cause) {
        return IoReason.status(Problem.ofFault("cannot be read").exception(ExitStatus.BAD_INPUT, cause));
    }

    @Test
    void isAnEnvironmentProblemAtAnyDepthOfCauses() {
        assertThat(status(new AccessDeniedException("a"))).isEqualTo(ExitStatus.ENVIRONMENT);
        assertThat(status(new UncheckedIOException(new IOException(new AccessDeniedException("a")))))
                .isEqualTo(ExitStatus.ENVIRONMENT);
        assertThat(status(new FileNotFoundException("a (Permission denied)"))).isEqualTo(ExitStatus.ENVIRONMENT);

        assertThat(status(new NoSuchFileException("a"))).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(status(new FileNotFoundException("a (No such file or directory)")))
                .isEqualTo(ExitStatus.BAD_INPUT);
    }
}
