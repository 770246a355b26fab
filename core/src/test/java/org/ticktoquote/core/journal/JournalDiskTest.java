package org.ticktoquote.core.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A full disk causes an exception, never a crash of the process. */
class JournalDiskTest {
    @TempDir
    private Path directory;

    @Test
    void allocatesItsBlocksBeforeTheFirstRecord() throws IOException, InterruptedException {
        Path path = directory.resolve("ticks.journal");
        try (JournalWriter writer = Counted.writer(path, 65_536)) {
            assertThat(writer.committed()).isZero();

            long blocksOf512 = Long.parseLong(output("stat", "-c", "%b", path.toString()));
            assertThat(blocksOf512 * 512).isGreaterThanOrEqualTo(JournalHeader.LENGTH + 65_536 * Counted.STRIDE);
        }
    }

    @Test
    void refusesAJournalThatDoesNotFitOnTheDisk() throws IOException, InterruptedException {
        try (SmallDisk disk = SmallDisk.mount(directory)) {
            Path path = disk.directory().resolve("ticks.journal");

            assertThatThrownBy(() -> Counted.writer(path, 100_000))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContainingAll(path.toString(), "no room for a segment of 2404096 bytes");
            assertThat(path).doesNotExist();
        }
    }

    @Test
    void keepsEveryCommittedRecordWhenTheDiskFillsUp() throws IOException, InterruptedException {
        try (SmallDisk disk = SmallDisk.mount(directory)) {
            Path path = disk.directory().resolve("ticks.journal");
            long committed;
            try (JournalWriter writer = Counted.writer(path, 10_922)) { // 260 KiB each: the fourth does not fit
                assertThatThrownBy(() -> Counted.writeTo(writer, 1_000_000))
                        .isInstanceOf(JournalException.class)
                        .hasMessageContainingAll(path + ".3", "no room");
                assertThatThrownBy(writer::claim).as("on a second call").isInstanceOf(JournalException.class);
                committed = writer.committed();
            }

            assertThat(committed).isEqualTo(3 * 10_922);
            Counted.assertHolds(path, committed, true, 0);
            assertThat(Counted.files(path)).as("no incomplete segment").hasSize(3);
        }
    }

    @Test
    void keepsEveryRecordOfAChunkOnceTheDiskHasRoomAgain() throws IOException, InterruptedException {
        try (SmallDisk disk = SmallDisk.mount(directory)) {
            Path path = disk.directory().resolve("ticks.journal");
            Path other = Files.write(disk.directory().resolve("other"), new byte[500_000]);
            JournalWriter writer = Counted.builder(path).inChunks().open();

            assertThatThrownBy(() -> Counted.writeTo(writer, 60_000))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContainingAll(path.toString(), "no room for records");
            assertThatThrownBy(writer::claim).as("on a second call").isInstanceOf(JournalException.class);
            Files.delete(other);
            Counted.writeTo(writer, 40_000);
            writer.close();

            assertThat(Counted.read(path)).isEqualTo(JournalTest.numbers(40_000));
        }
    }

    private static String output(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.strip();
    }

    /** A file system of 1 MiB, which only root can mount. */
    private record SmallDisk(Path directory) implements AutoCloseable {
        static SmallDisk mount(Path parent) throws IOException, InterruptedException {
            Path directory = Files.createDirectory(parent.resolve("small-disk"));
            int status = run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", directory.toString());
            assumeTrue(status == 0, "SKIPPED: mounting a file system of 1 MiB needs root");
            return new SmallDisk(directory);
        }

        @Override
        public void close() {
            try {
                // lazily: a mapping that awaits garbage collection keeps the file system busy
                assertThat(run("umount", "-l", directory.toString())).isZero();
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(directory + " is still mounted", e);
            }
        }

        private static int run(String... command) throws IOException, InterruptedException {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        }
    }
}
