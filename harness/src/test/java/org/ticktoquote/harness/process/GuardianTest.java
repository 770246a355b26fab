package org.ticktoquote.harness.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.host.keep.MaskRestorer.OriginalMasks;
import org.ticktoquote.host.keep.MaskRestorer.ThreadMask;
import org.ticktoquote.host.keep.ThreadMasks.LinuxMasks;
import org.ticktoquote.host.process.JavaCommand;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles;

class GuardianTest {
    @TempDir
    private Path directory;

    private final BlockingQueue<Child.Event> events = new LinkedBlockingQueue<>();
    private Process guardian;
    private Child foreigner;

    @BeforeEach
    void start() throws IOException {
        guardian = new ProcessBuilder(new JavaCommand(JavaCommand.ownJava(), List.of("-Xmx32m"))
                        .subcommand(GuardianCommand.NAME, List.of()))
                .redirectError(directory.resolve("guardian.log").toFile())
                .start();
        foreigner = Child.userProcess(
                "app", ExecutionHost.LOCAL, List.of("sleep", "600"), directory.resolve("app.log"), events);
    }

    @AfterEach
    void end() {
        guardian.destroyForcibly();
        foreigner.group().kill();
    }

    private void send(ControlCommand command) throws IOException {
        OutputStream out = guardian.getOutputStream();
        out.write((command.text() + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private GuardianCommand.WatchedGroup watched() {
        return new GuardianCommand.WatchedGroup(foreigner.group().leader(), true);
    }

    @Test
    void endsAWatchedGroupWhenTheHarnessIsGone() throws IOException {
        send(ControlCommand.of("watch", watched()));
        guardian.getOutputStream().close();
        await().atMost(ONE_MINUTE).until(() -> !foreigner.alive());
        assertThat(foreigner.outcome().end()).isEqualTo(ProcessEnd.KILLED);
        await().atMost(ONE_MINUTE).until(() -> !guardian.isAlive());
    }

    @ParameterizedTest
    @ValueSource(strings = {"forget", "stop"})
    void leavesAForgottenGroupAndAllGroupsAloneWhenStopped(String command) throws IOException {
        send(ControlCommand.of("watch", watched()));
        send(command.equals("stop") ? ControlCommand.of("stop") : ControlCommand.of("forget", watched()));
        guardian.getOutputStream().close();
        await().atMost(ONE_MINUTE).until(() -> !guardian.isAlive());
        assertThat(foreigner.alive()).isTrue();
    }

    @Test
    void restoresRegisteredMasksWhenTheHarnessIsGone() throws IOException {
        LinuxMasks masks = new LinuxMasks();
        long pid = foreigner.pid();
        CpuList before = masks.read(pid).orElseThrow();
        assumeTrue(before.count() > 1, "SKIPPED: this process may run on one CPU only");
        long startTicks = new ProcessFiles().stat(pid, pid).orElseThrow().startTicks();
        String one = Integer.toString(before.last());
        List<ThreadMask> threads = List.of(new ThreadMask(pid, startTicks, before.toString()));
        masks.set(pid, CpuList.parse(one), "test");
        send(ControlCommand.of("restore", new OriginalMasks(pid, before.toString(), List.of(one), threads)));
        guardian.getOutputStream().close();
        await().atMost(ONE_MINUTE).until(() -> !guardian.isAlive());
        assertThat(masks.read(pid)).contains(before);
        assertThat(foreigner.alive()).isTrue();
    }
}
