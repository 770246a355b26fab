package org.ticktoquote.host.threads;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The {@code schedstat} of one thread, kept open: to read it again costs an eighth of opening it again. Not thread-safe.
 */
public final class ScheduleFile implements AutoCloseable {
    private static final int LONGEST = 128;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(LONGEST);

    private ScheduleFile(FileChannel channel) {
        this.channel = channel;
    }

    /** Empty where the thread has ended, the kernel does not count, or too many files are open. */
    static Optional<ScheduleFile> open(Path file) {
        try {
            return Optional.of(new ScheduleFile(FileChannel.open(file)));
        } catch (IOException absent) {
            return Optional.empty();
        }
    }

    /** As it is now; empty when the thread has ended. */
    public Optional<ThreadSchedule> read() {
        buffer.clear();
        try {
            int length = channel.read(buffer, 0);
            return length <= 0
                    ? Optional.empty()
                    : ThreadSchedule.parse(new String(buffer.array(), 0, length, StandardCharsets.US_ASCII));
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException closed) {
            return; // it was only read
        }
    }
}
