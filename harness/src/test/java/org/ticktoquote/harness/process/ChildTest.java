package org.ticktoquote.harness.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.RunDirectory;

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
    void passesOnStatusLinesAndLogsOtherText() throws Exception {
        Files.writeString(directory.resolve("child.log"), "of an earlier run\n");
        Child child = ours("echo hello; echo '{\"status\":\"ready\",\"port\":7}'; echo '{\"no\":1}'");
        Child.Event ready = events.poll(60, TimeUnit.SECONDS);
        Child.Event end = events.poll(60, TimeUnit.SECONDS);
        assertThat(ready.line().status()).isEqualTo("ready");
        assertThat(ready.line().detail().path("port").asInt()).isEqualTo(7);
        assertThat(end.line()).isNull();
        assertThat(child.log()).hasContent("hello\n{\"no\":1}\n");
        child.end(true, GRACE_NS);
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
    void childEndedByASignalIsKilledAndIgnoresCommands() throws IOException {
        Child child = ours("kill -9 $$");
        await().atMost(ONE_MINUTE).until(() -> !child.alive());
        child.send(ControlCommand.of("stop"));
        child.end(true, GRACE_NS);
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
    void quotesTheLastLineOfALogLargerThanTheHeap() throws IOException {
        Path log = directory.resolve("app.log");
        try (FileChannel file = FileChannel.open(log, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            file.write(StandardCharsets.UTF_8.encode("\nout of memory\n\n"), 3L << 30);
        } catch (IOException refused) {
            assumeTrue(false, "SKIPPED: no sparse file of 3 GiB: " + refused.getMessage());
        }
        assertThat(Supervisor.mostTellingLine(log)).isEqualTo(" (out of memory)");
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

    /** The script ends at once on SIGTERM, its application a second later or never. */
    @ParameterizedTest
    @CsvSource({"sleep 1; touch done; exit, 60, normal", "'', 0, hung"})
    void awaitsTheApplicationOfAWrapperScript(String onTerm, int graceS, String end) throws Exception {
        Child child = Child.userProcess(
                "app", ExecutionHost.LOCAL, wrapped(directory, onTerm), directory.resolve("app.log"), events);
        await().atMost(ONE_MINUTE).until(() -> Files.size(child.log()) > 0);
        child.end(false, TimeUnit.SECONDS.toNanos(graceS));
        assertThat(child.outcome().end()).isEqualTo(end);
        assertThat(Files.exists(directory.resolve("done"))).isEqualTo(end.equals(ProcessEnd.NORMAL));
    }

    /** Returns a script that starts an application, in a folder, without exec. */
    static List<String> wrapped(Path folder, String onTerm) {
        String application = "trap '" + onTerm + "' TERM; echo started; while :; do sleep 0.1; done";
        return List.of("sh", "-c", "cd " + folder + "; sh -c \"" + application + "\" & wait");
    }

    @Test
    void allChildrenEndEvenIfOneCannotBeEnded() {
        Supervisor supervisor = new Supervisor(new RunDirectory(directory));
        Child one = supervisor.startUserProcess("one", ExecutionHost.LOCAL, List.of("sleep", "600"));
        Child two = supervisor.startUserProcess("two", ExecutionHost.LOCAL, List.of("sleep", "600"));
        supervisor.before(two, () -> {
            throw new IllegalStateException("lost");
        });
        assertThatThrownBy(supervisor::close).hasMessage("lost");
        assertThat(one.alive()).isFalse();
        assertThat(two.alive()).isFalse();
    }
}
