package org.ticktoquote.host.keep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ticktoquote.host.keep.MaskRestorer.OriginalMasks;
import org.ticktoquote.host.keep.MaskRestorer.ThreadMask;
import org.ticktoquote.host.keep.ThreadMasks.LinuxMasks;
import org.ticktoquote.host.keep.ThreadMasks.MaskChange;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStat;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStatus;

/** Uses the affinity masks of a real sleeping process. */
class LinuxMasksTest {
    private final LinuxMasks masks = new LinuxMasks();
    private final ProcessFiles files = new ProcessFiles();
    private Process sleeper;

    @BeforeEach
    void start() throws IOException {
        sleeper = new ProcessBuilder("sleep", "600").start();
    }

    @AfterEach
    void end() {
        sleeper.destroyForcibly();
    }

    private CpuList before() {
        CpuList before = masks.read(sleeper.pid()).orElseThrow();
        assertThat(before).isEqualTo(seen());
        assumeTrue(before.count() > 1, "SKIPPED: this process may run on one CPU only");
        return before;
    }

    private CpuList seen() {
        return files.status(sleeper.pid(), sleeper.pid())
                .map(ThreadStatus::allowed)
                .orElseThrow();
    }

    @Test
    void setsAndRestoresMaskOfAnotherProcess() {
        CpuList before = before();
        CpuList last = CpuList.of(before.last());
        long startTicks = files.stat(sleeper.pid(), sleeper.pid())
                .map(ThreadStat::startTicks)
                .orElseThrow();
        assertThat(masks.set(sleeper.pid(), last, "test")).isEqualTo(MaskChange.DONE);
        assertThat(seen()).isEqualTo(last);

        OriginalMasks original = new OriginalMasks(
                sleeper.pid(),
                before.toString(),
                List.of(last.toString()),
                List.of(new ThreadMask(sleeper.pid(), startTicks, before.toString())));
        assertThat(new MaskRestorer(files, masks).restore(original)).isEqualTo(new MaskRestorer.Restored(1, 0, 0, 0));
        assertThat(seen()).isEqualTo(before);
    }

    @Test
    void doesNotRestoreAThreadThatReusesTheId() {
        CpuList before = before();
        OriginalMasks another = new OriginalMasks(
                sleeper.pid(),
                "0",
                List.of(),
                List.of(new ThreadMask(sleeper.pid(), 1, Integer.toString(before.last()))));
        assertThat(new MaskRestorer(files, masks).restore(another).gone()).isEqualTo(1);
        assertThat(seen()).isEqualTo(before);
    }

    @Test
    void reportsEndedProcessAndRefusedMask() throws Exception {
        assertThat(masks.set(sleeper.pid(), CpuList.of(8000), "test").refused()).isTrue();
        sleeper.destroyForcibly().waitFor();
        assertThat(masks.set(sleeper.pid(), CpuList.of(0), "test")).isEqualTo(MaskChange.GONE);
        assertThat(masks.read(sleeper.pid())).isEmpty();
    }
}
