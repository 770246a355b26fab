package org.ticktoquote.harness.hosts.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.file.FileDigest;
import org.ticktoquote.host.process.JavaCommand;

/** The agent as a separate process whose harness ends without notice. */
class HostAgentProcessTest {
    /** Includes the start of a JVM on a busy machine. */
    private static final int LIMIT_S = 300;

    @TempDir
    private Path folder;

    private HostAgent start() {
        List<String> options =
                List.of(HostAgentCommand.WORK + "=" + folder.resolve("work"), HostAgentCommand.RUN + "=a-run");
        JavaCommand java = new JavaCommand(JavaCommand.ownJava(), List.of());
        return HostAgent.start("b", "", java.subcommand(HostAgentCommand.NAME, options), folder.resolve("ssh.log"));
    }

    private static Path begin(HostAgent agent) {
        HostAgentCommand.Ready ready = agent.ready(LIMIT_S);
        Path run = Path.of(ready.work(), "runs", "a-run", "run");
        assertThat(run).isDirectory();
        assertThat(ready.clock().same(ClockIdentity.own())).isTrue();
        return run;
    }

    @Test
    void answersEveryOperation() throws Exception {
        try (HostAgent agent = start()) {
            Path run = begin(agent);
            AgentOperations there = agent.operations();
            Path java = there.java(Path.of(""));
            assertThat(java).isExecutable();
            assertThat(there.flagsProblem(java, List.of("-XX:+NoSuchFlag"))).isPresent();
            assertThat(there.flagsProblem(java, List.of("-Xmx32m"))).isEmpty();
            assertThat(there.freeTcpPort("127.0.0.1")).isPositive();
            assertThat(there.facts()).containsKey("memory");
            assertThat(there.releaseThreads()).isEmpty();
            assertThat(agent.clock().ordered()).isTrue();
            assertThatRefused(ExitStatus.USAGE, () -> there.requireExecutable("/no/such/program"))
                    .hasMessageStartingWith("host b: --app: '/no/such/program' cannot be executed");
            Files.writeString(run.resolve("x"), "abc");
            assertThat(there.runFiles()).containsExactly(FileDigest.of(run.resolve("x"), "x"));
            there.removeRun();
            assertThat(run).doesNotExist();
        }
    }

    @Test
    void reportsWhyItCannotStart() throws Exception {
        Path taken = folder.resolve("work/runs/a-run");
        Files.createDirectories(taken);
        try (HostAgent agent = start()) {
            assertThatRefused(ExitStatus.ENVIRONMENT, () -> agent.ready(LIMIT_S))
                    .hasMessageStartingWith("host b: " + taken + ": cannot be created: ");
        }
    }

    @Test
    void removesAnEmptyWorkDirectory() {
        Path run;
        try (HostAgent agent = start()) {
            run = begin(agent);
        }
        await().atMost(ONE_MINUTE).until(() -> Files.notExists(run.getParent()));
    }

    @Test
    void keepsFilesWrittenByARun() throws Exception {
        List<ProcessHandle> others = ProcessHandle.current().children().toList();
        Path file;
        try (HostAgent agent = start()) {
            file = Files.writeString(begin(agent).resolve("ticks.journal"), "x");
        }
        await().atMost(ONE_MINUTE)
                .until(() ->
                        others.containsAll(ProcessHandle.current().children().toList()));
        assertThat(file).hasContent("x");
    }
}
