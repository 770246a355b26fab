package org.ticktoquote.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretTest {
    @Test
    void readsAFileWithoutItsLastLineFeed(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("password"), "p\u00e4ss\n\n");
        assertThat(new Secret("file:" + file).resolve()).isEqualTo("p\u00e4ss\n");
    }

    @Test
    void refusesAnEndlessFile() {
        assertThatThrownBy(() -> new Secret("file:/dev/zero").resolve())
                .hasMessage("/dev/zero: is too long, expected at most 64 KiB for a secret");
    }
}
