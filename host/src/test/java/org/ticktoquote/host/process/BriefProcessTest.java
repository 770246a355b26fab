package org.ticktoquote.host.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.host.process.BriefProcess.CommandResult;

class BriefProcessTest {
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
    void tellsOutputAndErrorsApart() {
        CommandResult said = BriefProcess.run(shell("echo a; echo b >&2; exit 3"));
        assertThat(said).isEqualTo(new CommandResult(3, "a\n", "b\n"));
        assertThat(said.text()).isEqualTo("a\nb\n");
        assertThat(BriefProcess.run(List.of("/no/such/program")).status()).isEqualTo(127);
    }

    @Test
    void killsWhateverACommandStartedThatDoesNotAnswer() throws Exception {
        Path pid = folder.resolve("pid");
        Path ready = folder.resolve("ready");
        int limitS = 0;
        do { // on a busy machine it may be killed before it has begun
            limitS += 1;
            CommandResult said = BriefProcess.run(
                    shell("sleep 1000 & echo $! > \"$1\"; : > \"$2\"; echo a; wait", pid.toString(), ready.toString()),
                    limitS);
            assertThat(said.firstLine()).isEqualTo("did not answer within " + limitS + " s");
            assertThat(said.status()).isEqualTo(127);
        } while (!Files.exists(ready));
        await().atMost(Duration.ofSeconds(60)).until(() -> ended(pid));
    }

    /** As ssh does that leaves a master of connections behind; it ends when its output is already being waited for. */
    @Test
    @Timeout(300)
    void takesTheAnswerOfACommandThatLeftSomebodyBehind() throws Exception {
        Path pid = folder.resolve("pid");
        CommandResult said =
                BriefProcess.run(shell("sleep 1000 & echo $! > \"$1\"; echo a; sleep 1; exit 4", pid.toString()));
        try {
            assertThat(said).isEqualTo(new CommandResult(4, "a\n", ""));
            assertThat(ended(pid)).as("who was left behind").isFalse();
        } finally {
            ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    @Timeout(300)
    void hearsSoMuchAndNoMore() {
        CommandResult said = BriefProcess.run(List.of("yes"));
        assertThat(said.output().length()).isBetween(1 << 16, 1 << 17);
    }

    @Test
    void tellsNoTerminalWhatToDo() {
        assertThat(new CommandResult(1, "\u001b[31mred\u0007\u009b\n", "").firstLine())
                .isEqualTo("?[31mred??");
    }

    @Test
    void repeatsWhatSshSaysOfAChangedKey() {
        String said = """
                @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
                @    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @
                @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
                IT IS POSSIBLE THAT SOMEONE IS DOING SOMETHING NASTY!
                Host key for [10.0.0.1]:2222 has changed and you have requested strict checking.
                Host key verification failed.
                """;
        assertThat(new CommandResult(255, "", said).complaint())
                .contains("REMOTE HOST IDENTIFICATION HAS CHANGED")
                .endsWith("Host key verification failed.");
        assertThat(new CommandResult(255, "Welcome\n", "no route\n").complaint())
                .isEqualTo("no route");
        assertThat(new CommandResult(1, "sorry\n", "").complaint()).isEqualTo("sorry");
    }
}
