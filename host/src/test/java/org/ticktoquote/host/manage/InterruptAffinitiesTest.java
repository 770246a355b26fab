package org.ticktoquote.host.manage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.host.change.TouchyHost;
import org.ticktoquote.host.manage.AffinityLog.InterruptAffinities;
import org.ticktoquote.host.source.HostFixture;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles;

/** Uses three interrupts: one can be moved, one is managed by the kernel, one is refused. */
class InterruptAffinitiesTest {
    @TempDir
    private Path folder;

    private TouchyHost host;
    private AffinityLog log;

    @BeforeEach
    void prepare() throws IOException {
        Path tree = folder.resolve("tree");
        StringBuilder table = new StringBuilder("           CPU0       CPU1\n");
        for (int number = 24; number < 27; number++) {
            table.append(" " + number + ": 1 2 PCI-MSI 1-edge eth" + number + "\n");
            Files.createDirectories(tree.resolve("proc/irq/" + number));
            Files.writeString(tree.resolve("proc/irq/" + number + "/smp_affinity_list"), "0-3\n");
        }
        Files.writeString(tree.resolve("proc/interrupts"), table);
        host = new TouchyHost(tree).insistOn(file(25), "0-3").refuse(file(26));
        log = AffinityLog.open(folder.resolve("log.jsonl"), "test");
        log.write(AffinityLog.line("begin").put("pid", 1).put("planSha256", "ab"));
    }

    @AfterEach
    void close() {
        log.close();
    }

    private static String file(int number) {
        return "/proc/irq/" + number + "/smp_affinity_list";
    }

    private String mask(int number) {
        return host.file(file(number)).line().or("");
    }

    @Test
    void movesAndRestoresMovableInterrupts() {
        assertThat(new InterruptAffinities(host, log).move(CpuList.of(1)))
                .containsExactly(
                        file(24) + ": changed from 0-3 to 1",
                        file(25) + ": not changed from 0-3: the kernel keeps 0-3",
                        file(26) + ": not changed from 0-3: invalid argument");
        assertThat(mask(24)).isEqualTo("1");

        InterruptAffinities later = new InterruptAffinities(host, log);
        assertThat(later.restore()).containsExactly(file(24) + ": restored from 1 to 0-3");
        assertThat(mask(24)).isEqualTo("0-3");
        assertThat(later.refused() + later.foreign()).isZero();
        AffinityReplay replay = AffinityReplay.read(folder.resolve("log.jsonl"));
        assertThat(replay.calls()).isEqualTo(4);
        assertThat(replay.lines()).isEqualTo(9);
    }

    @Test
    void restoresInterruptsOfAnEndedProcessAndMovesNoneBefore() throws IOException {
        String boot = UUID.randomUUID().toString();
        HostFixture.write(folder.resolve("tree"), "/proc/sys/kernel/random/boot_id", boot);
        ManagedApplication ended = new ManagedApplication(4711, 7, boot);
        ManagedApplication another = new ManagedApplication(4712, 8, boot);
        try (AffinityLog log = AffinityLog.open(ended.log(), "test")) {
            log.begin(AffinityLog.line("begin").put("pid", 4711));
            new InterruptAffinities(host, log).move(CpuList.of(1));
        }
        try {
            assertThat(ThreadManager.interruptProblem(host, another, CpuList.none()))
                    .isEmpty();
            assertThat(ThreadManager.interruptProblem(host, another, CpuList.of(2)))
                    .contains("--interrupts: interrupts moved with the plan of process 4711 are not restored:"
                            + " t2q threads restore --pid 4711");
            assertThat(ManagedApplication.inForce(host, pid -> pid == 4711)).containsExactly(ended);
            List<String> lines = new ArrayList<>();
            ThreadManager manager =
                    new ThreadManager(host, ended, new ProcessFiles(folder.resolve("tree/proc")), lines::add);
            assertThat(manager.restore()).isEqualTo(ExitStatus.OK);
            assertThat(mask(24)).isEqualTo("0-3");
            assertThat(lines).first().isEqualTo(file(24) + ": restored from 1 to 0-3");
            assertThat(ManagedApplication.inForce(host, pid -> true)).isEmpty();
        } finally {
            Files.delete(ended.log());
        }
    }

    @Test
    void doesNotRestoreInterruptsChangedByOthers() throws IOException {
        new InterruptAffinities(host, log).move(CpuList.of(1));
        host.write(file(24), "2");

        InterruptAffinities later = new InterruptAffinities(host, log);
        assertThat(later.restore())
                .isEqualTo(List.of(file(24) + ": not restored: it was changed again, to 2; to restore it: echo 0-3 > "
                        + file(24)));
        assertThat(mask(24)).isEqualTo("2");
        assertThat(later.foreign()).isOne();
    }

    @Test
    void retriesRefusedRestore() {
        new InterruptAffinities(host, log).move(CpuList.of(1));
        host.insistOn(file(24), "1");

        InterruptAffinities refused = new InterruptAffinities(host, log);
        assertThat(refused.restore()).containsExactly(file(24) + ": not restored to 0-3: the kernel keeps 1");
        assertThat(refused.refused()).isOne();

        host.insistOn(file(24), "0-3");
        assertThat(new InterruptAffinities(host, log).restore()).containsExactly(file(24) + ": restored from 1 to 0-3");
    }
}
