package org.ticktoquote.host.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadsCommandTest {
    @TempDir
    private Path folder;

    private final T2qLine line = new T2qLine();

    private int threads(String arguments) {
        return line.run("threads " + arguments);
    }

    private static String self() {
        return Long.toString(ProcessHandle.current().pid());
    }

    @Test
    void dryRunShowsRuleOfEachThread() throws IOException {
        Path plan = Files.writeString(
                folder.resolve("plan.yaml"),
                "rules: [{who: application-jvm, threads: vm, cpus: unmanaged}, {threads: nobody, cpus: 0},"
                        + " {who: application-jvm, threads: compiler, cpus: 0}]\ndefault: unmanaged\n");
        assertThat(threads("apply " + plan + " --pid " + self() + " --dry-run"))
                .as(line.err())
                .isZero();
        assertThat(line.out())
                .contains("process " + self() + ": ")
                .containsPattern("VM Thread +vm +[0-9,-]+ +[0-9]+ +unmanaged +1 application-jvm vm\n")
                .contains("rule 2 anybody nobody: matches no thread of the process\n")
                .containsPattern("java +other +[0-9,-]+ +[0-9]+ +unmanaged +default\n");
    }

    /** A name can hold an escape sequence of the terminal. */
    @Test
    void escapesControlCharactersInThreadNames() throws Exception {
        ExecutorService odd = Executors.newSingleThreadExecutor(task -> new Thread(task, "odd\n\u001b[31m"));
        try {
            odd.submit(() -> {}).get(); // its thread is running and stays
            assertThat(threads("apply unmanaged --pid " + self() + " --dry-run"))
                    .isZero();
        } finally {
            odd.shutdown();
        }
        assertThat(line.out()).contains("odd\\x0a\\x1b[31m ").doesNotContain("\u001b");
    }

    @Test
    void dryRunReportsPlanUnsuitableForThisHost() throws IOException {
        Path plan = Files.writeString(folder.resolve("far.yaml"), "rules: []\ndefault: 4000\n");
        assertThat(threads("apply " + plan + " --pid " + self() + " --dry-run"))
                .as("as a run's")
                .isEqualTo(6);
        assertThat(line.out().lines().toList())
                .first()
                .asString()
                .contains("far.yaml cannot be applied: it names CPU 4000");
        assertThat(line.out()).contains("VM Thread");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            apply auto --pid 99999999          | 2 | there is no process 99999999
            apply managed --pid SELF --dry-run | 2 | 'managed', expected auto or a file
            apply FAR --pid SELF               | 6 | far.yaml: it names CPU 4000, which is not online
            ''                                 | 2 | a command is missing: plan, explain, observe, apply, verify, \
            restore or verify-log
            """)
    void refusesInvalidOptionsAndPlans(String arguments, int status, String message) throws IOException {
        Path far = Files.writeString(folder.resolve("far.yaml"), "rules: []\ndefault: 4000\n");
        assertThat(threads(arguments.replace("FAR", far.toString()).replace("SELF", self())))
                .isEqualTo(status);
        assertThat(line.err()).contains(message);
    }

    @Test
    void refusesPlanThatPlacesNoThread() throws IOException {
        Path plan = Files.writeString(
                folder.resolve("none.yaml"),
                "rules: [{who: application, threads: nobody-*, cpus: 0}, {who: replayer, cpus: 0}]\ndefault: unmanaged\n");
        assertThat(threads("apply " + plan + " --pid " + self())).isEqualTo(6);
        assertThat(line.out()).isEqualTo("rule 1 application nobody-*: matches no thread of the process\n");
        assertThat(line.err())
                .containsPattern("none.yaml: it places none of the \\d+ threads of process " + self()
                        + ": expected CPUs for at least one of them");
        assertThat(threads("apply " + plan + " --pid " + self() + " --dry-run")).isEqualTo(6);
        assertThat(line.out()).contains("none.yaml cannot be applied: it places none of the ");
    }

    @Test
    void restoreWithoutApplyDoesNothing() {
        assertThat(threads("restore --pid " + self())).isZero();
        assertThat(line.out()).startsWith("nothing to restore: ");
        assertThat(threads("verify --pid " + self())).isEqualTo(2);
    }
}
