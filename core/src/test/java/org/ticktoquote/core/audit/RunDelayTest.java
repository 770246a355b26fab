package org.ticktoquote.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.Allocated;
import org.ticktoquote.core.linux.KernelText;

class RunDelayTest {
    @TempDir
    private Path tasks;

    private final KernelText text = new KernelText();

    private void thread(int tid, long waitNs) throws IOException {
        Path folder = Files.createDirectories(tasks.resolve(Integer.toString(tid)));
        Files.writeString(folder.resolve("schedstat"), "5 " + waitNs + " 3\n");
    }

    private long open() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.filter(this::isOfThread).count();
        }
    }

    private boolean isOfThread(Path open) {
        try {
            return Files.readSymbolicLink(open).startsWith(tasks.toRealPath());
        } catch (IOException closed) {
            return false;
        }
    }

    @Test
    void keepsFilesOfTheFirst64ThreadsOpenUntilAThreadEnds() throws IOException {
        for (int tid = 1; tid <= 70; tid++) {
            thread(tid, 10);
        }
        RunDelay delay = new RunDelay(tasks.toString());
        assertThat(delay.read(text)).isEqualTo(700);
        assertThat(open()).isEqualTo(64);
        thread(70, 11);
        thread(71, 100);
        assertThat(delay.read(text)).isEqualTo(801);
        Files.delete(tasks.resolve("3/schedstat"));
        Files.delete(tasks.resolve("3"));
        assertThat(delay.read(text)).isEqualTo(791);
        assertThat(open()).isZero();
        assertThat(delay.read(text)).isEqualTo(791);
        delay.close();
        assertThat(open()).isZero();
    }

    @Test
    void isZeroWithoutKernelCountersOrProcess() throws IOException {
        Files.createDirectories(tasks.resolve("1"));
        assertThat(new RunDelay(tasks.toString()).read(text)).isZero();
        assertThat(new RunDelay(tasks.resolve("none").toString()).read(text)).isZero();
    }

    @Test
    void readingThisProcessAllocatesLittle() {
        RunDelay delay = new RunDelay("/proc/self/task");
        long[] waited = {-1};
        assertThat(Allocated.fewestBy(20, () -> waited[0] = delay.read(text))).isLessThan(1_000);
        assertThat(waited[0]).isNotNegative();
        delay.close();
    }
}
