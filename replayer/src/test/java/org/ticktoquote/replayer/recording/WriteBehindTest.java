package org.ticktoquote.replayer.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteBehindTest {
    private static final int LENGTH = 100;

    @TempDir
    private Path folder;

    private FileChannel channel() throws IOException {
        return FileChannel.open(folder.resolve("file"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    @Test
    void writesAllBytesInOrderAfterTheObserverSawThem() throws Exception {
        byte[] all = new byte[1_000 * LENGTH + 7];
        new Random(1).nextBytes(all);
        ByteArrayOutputStream seen = new ByteArrayOutputStream();
        try (FileChannel channel = channel();
                WriteBehind behind = new WriteBehind(channel, LENGTH, full -> {
                    while (full.hasRemaining()) {
                        seen.write(full.get());
                    }
                })) {
            for (int at = 0; at < all.length; at += LENGTH) {
                ByteBuffer buffer = behind.buffer();
                assertThat(buffer.remaining()).isEqualTo(LENGTH);
                behind.write(buffer.put(all, at, Math.min(LENGTH, all.length - at)));
            }
            behind.finish();
            assertThat(Files.readAllBytes(folder.resolve("file"))).isEqualTo(all);
            assertThat(seen.toByteArray()).isEqualTo(all);
        }
    }

    @Test
    void writeErrorIsThrownByFinishAndNextBuffer() throws Exception {
        FileChannel channel = channel();
        channel.close();
        try (WriteBehind behind = new WriteBehind(channel, LENGTH, full -> {})) {
            behind.write(behind.buffer().putInt(1));
            assertThatThrownBy(behind::finish).isInstanceOf(ClosedChannelException.class);
            assertThatThrownBy(behind::buffer).isInstanceOf(ClosedChannelException.class);
        }
    }

    @Test
    void exceptionOfTheObserverIsThrownByFinish() throws Exception {
        try (FileChannel channel = channel();
                WriteBehind behind = new WriteBehind(channel, LENGTH, full -> {
                    throw new IllegalArgumentException("seen");
                })) {
            behind.write(behind.buffer().putInt(1));
            assertThatThrownBy(behind::finish).hasRootCauseMessage("seen");
        }
    }
}
