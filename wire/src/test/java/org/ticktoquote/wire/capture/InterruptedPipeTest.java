package org.ticktoquote.wire.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.wire.CaptureFiles;

class InterruptedPipeTest extends CapturesFixture {
    @Test
    void readsWhatAnIdleWriterWroteBeforeTheInterrupt() throws Exception {
        byte[] file = CaptureFiles.pcap().frame(NOW, text("piped")).toBytes();
        Path pipe = folder.resolve("pipe");
        Path copies = Files.createDirectory(folder.resolve("run"));
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        CountDownLatch over = new CountDownLatch(1);
        Thread writer = new Thread(() -> writeAndHold(pipe, file, over));
        writer.start();
        Path copy = copies.resolve("pipe");

        try (CaptureSpool spool = new CaptureSpool(
                List.of(pipe),
                copies,
                Progress.onStandardError(),
                () -> copy.toFile().length() == file.length)) {
            assertThat(read(spool.files.toArray(Path[]::new)))
                    .extracting(Read::text)
                    .containsExactly("piped");
        } finally {
            over.countDown();
            writer.join();
        }
        assertThat(copies).isEmptyDirectory();
    }

    private static void writeAndHold(Path pipe, byte[] file, CountDownLatch over) {
        try (FileOutputStream out = new FileOutputStream(pipe.toFile())) {
            out.write(file);
            over.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
