package org.ticktoquote.host.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.host.source.HostRecorder.RecordedHost;
import org.ticktoquote.host.threads.ProcessFiles;

class ManagedApplicationTest {
    @TempDir
    private Path folder;

    /** Process 100 of one thread. */
    private ManagedApplication process(char state, long flags) throws IOException {
        String stat = "100 (java) " + state + " 1 100 100 0 -1 " + flags + " 0 0 0 0 1 1 0 0 20 0 1 0 1100"
                + " 0".repeat(16) + " 1 0 0 0\n";
        Path task = Files.createDirectories(folder.resolve("proc/100/task/100"));
        Files.writeString(task.resolve("stat"), stat);
        Files.writeString(folder.resolve("proc/100/stat"), stat);
        return ManagedApplication.of(new RecordedHost(folder), new ProcessFiles(folder.resolve("proc")), 100);
    }

    @Test
    void acceptsRunningProcess() throws IOException {
        assertThat(process('S', 0x400000)).isEqualTo(new ManagedApplication(100, 1100, ""));
    }

    @ParameterizedTest
    @CsvSource({"Z, 0, 'has ended, and its parent has not waited for it (zombie)'", "I, 2129984, is a kernel thread"})
    void refusesZombiesAndKernelThreads(char state, long flags, String fault) {
        assertThatThrownBy(() -> process(state, flags))
                .hasMessage("process 100 " + fault + ", expected a running process of an application");
    }
}
