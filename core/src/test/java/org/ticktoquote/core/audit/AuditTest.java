package org.ticktoquote.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "3         | line 1: has another type, expected an object",
                "\"x\"   | line 1: has another type, expected an object",
                "[]        | line 1: has another type, expected an object",
                "``        | line 1: is empty, expected JSON",
                "{}        | line 1: formatVersion: the member 'formatVersion' is missing"
            })
    void explainsWhyALineIsInvalid(String line, String damage) throws IOException {
        Path file = Files.writeString(folder.resolve("audit-replayer.jsonl"), line + "\n");
        assertThat(Audit.read("replayer", new UUID(0, 1), file).damage()).isEqualTo(damage);
    }
}
