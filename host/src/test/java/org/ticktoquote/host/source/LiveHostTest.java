package org.ticktoquote.host.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.host.source.HostRecorder.RecordedHost;

class LiveHostTest {
    private final LiveHost host = new LiveHost();

    @Test
    void readsAllDigitsOfAKernelParameter() {
        String shell = host.tool("cat", "/proc/sys/kernel/pid_max").or("");

        assertThat(shell).hasSizeGreaterThan(2);
        assertThat(host.file("/proc/sys/kernel/pid_max")).isEqualTo(Reading.of(shell));
    }

    @Test
    void reportsFilesAndToolsThatAreMissingOrFail() {
        assertThat(host.file("/proc/nothing").absent()).isTrue();
        assertThat(host.file("/proc/self").known()).isFalse();
        assertThat(host.file("/proc/self").absent()).isFalse();

        assertThat(host.tool("t2q-no-such-tool", "-x").problem()).isEqualTo("t2q-no-such-tool is not installed");

        Reading failed = host.tool("cat", "/nowhere");

        assertThat(failed.known()).isFalse();
        assertThat(failed.absent()).isFalse();
        assertThat(failed.problem()).startsWith("cat /nowhere: ").contains("No such file");
    }

    @Test
    void doesNotUseAShell(@TempDir Path directory) {
        Path made = directory.resolve("made");

        assertThat(host.tool("echo", "$(touch " + made + ")").or("")).isEqualTo("$(touch " + made + ")\n");
        assertThat(made).doesNotExist();
    }

    @Test
    void waitsForTheGivenTime() {
        long startNs = System.nanoTime();
        host.later(Duration.ofMillis(20));
        assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(20_000_000);
    }

    @Test
    void recordKeepsTheFirstReadingOfAFileThatBecomesUnreadable(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("value"), "first");
        Path tree = Files.createDirectory(directory.resolve("record"));
        HostRecorder recorder = HostRecorder.start(tree);

        assertThat(recorder.file(file.toString()).known()).isTrue();
        Files.delete(file);
        Files.createDirectory(file);
        assertThat(recorder.file(file.toString()).known()).isFalse();

        assertThat(new RecordedHost(tree).file(file.toString())).isEqualTo(Reading.of("first"));
    }

    @Test
    void recordContainsWantedNamesOnly(@TempDir Path directory) throws IOException {
        Path folder = Files.createDirectories(directory.resolve("host/tmp/folder-of-a-user"));
        Files.writeString(folder.resolveSibling("cpu-9999.lock"), "4711");
        Path tree = Files.createDirectory(directory.resolve("record"));
        HostRecorder.start(new RecordedHost(directory.resolve("host")), tree)
                .names("/tmp", Pattern.compile("cpu-.*\\.lock"));

        assertThat(new RecordedHost(tree).names("/tmp")).containsExactly("cpu-9999.lock");
    }

    @Test
    void changesOnlyFilesThatExist(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("value"), "a longer value\n");
        RecordedHost tree = new RecordedHost(directory);

        tree.write("/value", "1");

        assertThat(file).hasContent("1");
        assertThatThrownBy(() -> tree.write("/other", "1")).isInstanceOf(IOException.class);
        assertThat(directory.resolve("other")).doesNotExist();
    }
}
