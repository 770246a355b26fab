package org.ticktoquote.harness.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.run.ProcessEnd;

class ChildTest {
    private static final long GRACE_NS = TimeUnit.MILLISECONDS.toNanos(300);

    @TempDir
    private Path directory;

    private final BlockingQueue<Child.Event> events = new LinkedBlockingQueue<>();

    private Child ours(String script) throws IOException {
        return Child.t2qProcess(
                "child",
                ExecutionHost.LOCAL,
                List.of("sh", "-c", script),
                directory.resolve("child.log"),
                List.of(events));
    }

    @Test
    void passesOnStatusLinesAndDropsOtherText() throws Exception {
        Child child = ours("echo hello; echo '{\"status\":\"ready\",\"port\":7}'; echo '{\"no\":1}'");
        Child.Event ready = events.poll(60, TimeUnit.SECONDS);
        Child.Event end = events.poll(60, TimeUnit.SECONDS);
        assertThat(ready.line().status()).isEqualTo("ready");
        assertThat(ready.line().detail().path("port").asInt()).isEqualTo(7);
        assertThat(end.line()).isNull();
        assertThat(child.outcome().end()).isEqualTo(ProcessEnd.FAILED);
        assertThat(child.outcome().cause()).isEqualTo("exit status 0 before it was asked to end");
    }

    @Test
    void endsNormallyWhenItStopsOnRequest() throws IOException {
        Child child = ours("read line; test \"$line\" = '{\"command\":\"stop\"}'");
        child.end(true, ONE_MINUTE.toNanos());
        assertThat(child.outcome().end()).isEqualTo(ProcessEnd.NORMAL);
        assertThat(child.outcome().exitStatus()).isZero();
    }

    @Test
    void childThatIgnoresAllRequestsIsHung() throws IOException {
        Child child = ours("trap '' TERM; echo '{\"status\":\"ready\"}'; while :; do sleep 1; done");
        await().atMost(ONE_MINUTE).until(() -> !events.isEmpty());
        child.end(true, GRACE_NS);
        assertThat(child.alive()).isFalse();
        assertThat(child.outcome().end()).isEqualTo(ProcessEnd.HUNG);
    }

    @Test
    void childEndedByASignalIsKilled() throws IOException {
        Child child = ours("kill -9 $$");
        await().atMost(ONE_MINUTE).until(() -> !child.alive());
        assertThat(child.outcome().end()).isEqualTo(ProcessEnd.KILLED);
        assertThat(child.outcome().cause()).contains("signal 9");
    }

    @Test
    void childFailsWithItsReportedCause() throws IOException {
        Child child = ours("exit 3");
        child.failed("no disk");
        await().atMost(ONE_MINUTE).until(() -> !child.alive());
        assertThat(child.outcome())
                .extracting(ProcessEnd::end, ProcessEnd::cause)
                .containsExactly("failed", "no disk");
    }

    @Test
    void distinguishesUnexecutableFromFailedCommands() throws IOException {
        Path script = Files.writeString(directory.resolve("app"), "#!/no/such/interpreter\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Child never = Child.userProcess(
                "app", ExecutionHost.LOCAL, List.of(script.toString()), directory.resolve("app.log"), events);
        Child failed = ours("no-such-command");
        await().atMost(ONE_MINUTE).until(() -> !never.alive() && !failed.alive());
        assertThat(never.neverExecuted()).isTrue();
        assertThat(failed.neverExecuted()).isFalse();
    }

    @Test
    void endsTheWholeGroup() throws IOException {
        Path pidFile = directory.resolve("pid");
        Child child = ours("sleep 600 & echo $! > " + pidFile + "; wait");
        await().atMost(ONE_MINUTE).until(() -> Files.exists(pidFile) && Files.size(pidFile) > 1);
        long grandchild = Long.parseLong(Files.readString(pidFile).trim());
        child.end(true, GRACE_NS);
        await().atMost(ONE_MINUTE)
                .until(() -> ProcessHandle.of(grandchild)
                        .filter(ProcessHandle::isAlive)
                        .isEmpty());
    }

    @Test
    void ignoresCommandsToAnEndedChild() throws IOException {
        Child child = ours("exit 0");
        await().atMost(ONE_MINUTE).until(() -> !child.alive());
        child.send(ControlCommand.of("stop"));
        child.end(true, GRACE_NS);
        assertThat(child.outcome().end()).isEqualTo(ProcessEnd.FAILED);
    }
}
