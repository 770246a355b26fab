package org.ticktoquote.harness.hosts.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkDirectoryTest {
    @TempDir
    private Path home;

    private WorkDirectory made() {
        return WorkDirectory.make(home.toString(), "a-run");
    }

    @Test
    void isRemovedIfNothingWasWritten() {
        WorkDirectory folder = made();
        assertThat(folder.run()).isDirectory();
        folder.removeEmpty();
        assertThat(folder.own()).doesNotExist();
        assertThat(home.resolve("recordings")).isDirectory();
        folder.removeEmpty(); // a second call has no effect
    }

    @ParameterizedTest
    @ValueSource(strings = {"run/ticks.journal", "sent/template.yaml"})
    void isKeptIfAFileWasWritten(String name) throws Exception {
        WorkDirectory folder = made();
        Path file = Files.writeString(folder.own().resolve(name), "x");
        folder.removeEmpty();
        assertThat(file).hasContent("x");
        folder.remove();
        assertThat(folder.own()).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../elsewhere", "a/b", "..", "."})
    void acceptsOnlyNamesOfRuns(String run) {
        assertThatRefused(() -> WorkDirectory.make(home.toString(), run))
                .hasMessage("'" + run + "' is not the name of a run");
        assertThat(home).isEmptyDirectory();
    }
}
