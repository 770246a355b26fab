package org.ticktoquote.host.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.host.keep.ThreadMasks.LinuxMasks;
import org.ticktoquote.host.keep.ThreadMasks.MaskChange;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.source.LiveHost;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles;

/** Manages a shell, which can rename itself. */
class ThreadManagerTest {
    private final LiveHost host = new LiveHost();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private Process shell;
    private ManagedApplication application;

    @BeforeEach
    void start() throws IOException {
        shell = new ProcessBuilder("sh").start();
        application = ManagedApplication.of(host, new ProcessFiles(), shell.pid());
    }

    @AfterEach
    void end() throws IOException, InterruptedException {
        ended.set(true);
        executor.shutdown();
        assertThat(executor.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        shell.destroyForcibly();
        Files.deleteIfExists(application.log());
    }

    private void awaitLine(String part) {
        await().atMost(ONE_MINUTE).untilAsserted(() -> assertThat(lines).anyMatch(line -> line.contains(part)));
    }

    @Test
    void countsThreadsLeftToAnotherProcessAtTheRestoreOnly() throws Exception {
        LinuxMasks masks = new LinuxMasks();
        List<Integer> cpus = masks.read(shell.pid()).orElseThrow().numbers();
        assumeTrue(cpus.size() > 1, "SKIPPED: this process may run on one CPU only");
        ThreadChoice plan = ThreadChoice.ofPlan(
                "plan", "rules: [{threads: renamed, cpus: unmanaged}]\ndefault: " + cpus.get(0) + "\n");
        ThreadManager manager = new ThreadManager(host, application, new ProcessFiles(), lines::add);
        Future<ExitStatus> applied = executor.submit(() -> manager.apply(plan, CpuList.none(), false, ended::get));
        awaitLine("keeping new threads in the plan");

        assertThat(masks.set(shell.pid(), CpuList.of(cpus.get(1)), "")).isEqualTo(MaskChange.DONE);
        try (Writer commands = shell.outputWriter()) {
            commands.write("printf renamed > /proc/$$/comm\nread line\n");
            commands.flush();
            awaitLine("left on " + cpus.get(1) + " as another process set it");
            ended.set(true);
            assertThat(applied.get()).isEqualTo(ExitStatus.ENVIRONMENT);
        }
        assertThat(lines)
                .last()
                .isEqualTo("process " + shell.pid() + ": 0 restored, 0 of them started under the plan, 0 had ended,"
                        + " 1 left as another process set them");
        assertThat(AffinityReplay.read(application.log()).inForce()).isFalse();
    }
}
