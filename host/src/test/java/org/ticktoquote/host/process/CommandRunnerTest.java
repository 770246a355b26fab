package org.ticktoquote.host.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.host.process.CommandRunner.CommandResult;

class CommandRunnerTest {
    @TempDir
    private Path folder;

    private static List<String> shell(String script, String... words) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        command.addAll(List.of(words));
        return command;
    }

    private boolean ended(Path pid) throws Exception {
        return ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
                .map(handle -> !handle.isAlive())
                .orElse(true);
    }

    @Test
    @Timeout(300)
    void separatesOutputFromErrorsAndLimitsIt() {
        CommandResult result = CommandRunner.run(shell("echo a; echo b >&2; exit 3"));
        assertThat(result).isEqualTo(new CommandResult(3, "a\n", "b\n"));
        assertThat(result.text()).isEqualTo("a\nb\n");
        assertThat(CommandRunner.run(List.of("/no/such/program")).status()).isEqualTo(127);

        result = CommandRunner.run(List.of("yes"));
        assertThat(result.output().length()).isBetween(1 << 16, 1 << 17);
    }

    @Test
    void timeoutKillsChildProcesses() throws Exception {
        Path pid = folder.resolve("pid");
        Path ready = folder.resolve("ready");
        int limitS = 0;
        do { // on a busy machine it can be killed before it starts
            limitS += 1;
            CommandResult result = CommandRunner.run(
                    shell("sleep 1000 & echo $! > \"$1\"; : > \"$2\"; echo a; wait", pid.toString(), ready.toString()),
                    limitS);
            assertThat(result.firstLine()).isEqualTo("did not answer within " + limitS + " s");
            assertThat(result.status()).isEqualTo(127);
        } while (!Files.exists(ready));
        await().atMost(Duration.ofSeconds(60)).until(() -> ended(pid));
    }

    /** Like ssh, which can leave a control master running. */
    @Test
    @Timeout(300)
    void readsAllOutputWithoutWaitingForBackgroundProcesses() throws Exception {
        Path pid = folder.resolve("pid");
        String script = "sleep 1000 & echo $! > \"$1\"; echo a; sleep 1; head -c 60000 /dev/zero | tr '\\0' b; exit 4";
        CommandResult result = CommandRunner.run(shell(script, pid.toString()));
        try {
            assertThat(result).isEqualTo(new CommandResult(4, "a\n" + "b".repeat(60_000), ""));
            assertThat(ended(pid)).as("background process").isFalse();
            assertThat(Thread.getAllStackTraces().values())
                    .as("no thread that can be late reads the output")
                    .noneMatch(stack -> Stream.of(stack)
                            .anyMatch(frame -> frame.getClassName().equals(CommandRunner.class.getName())
                                    || frame.getClassName().startsWith(CommandRunner.class.getName() + "$")));
        } finally {
            ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void replacesControlCharactersAndReportsSshWarnings() {
        String error = """
                @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
                @    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @
                @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
                IT IS POSSIBLE THAT SOMEONE IS DOING SOMETHING NASTY!
                Host key for [10.0.0.1]:2222 has changed and you have requested strict checking.
                Host key verification failed.
                """;
        assertThat(new CommandResult(255, "", error).errorSummary())
                .contains("REMOTE HOST IDENTIFICATION HAS CHANGED")
                .endsWith("Host key verification failed.");
        assertThat(new CommandResult(255, "Welcome\n", "no route\n").errorSummary())
                .isEqualTo("no route");
        assertThat(new CommandResult(1, "sorry\n", "").errorSummary()).isEqualTo("sorry");

        assertThat(new CommandResult(1, "\u001b[31mred\u0007\u009b\n", "").firstLine())
                .isEqualTo("?[31mred??");
    }
}
