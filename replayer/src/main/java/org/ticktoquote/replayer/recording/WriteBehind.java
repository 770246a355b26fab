package org.ticktoquote.replayer.recording;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DaemonThread;

/**
 * Writes full buffers to a file, in order, on a separate thread while the caller fills the next buffer.
 *
 * <p>Throws a write failure at the next {@link #buffer} or at {@link #finish}. For use by one thread.
 */
public final class WriteBehind implements Closeable {
    private static final int BUFFERS = 4;

    private final FileChannel channel;
    private final Consumer<ByteBuffer> before;
    private final BlockingQueue<ByteBuffer> empty = new ArrayBlockingQueue<>(BUFFERS);
    private final ExecutorService writer =
            Executors.newSingleThreadExecutor(work -> DaemonThread.of("write-behind", work));
    private volatile @Nullable Throwable failure;
    private volatile boolean closed;

    /**
     * Creates a writer that starts at the channel's position.
     *
     * @param length length of each buffer, in bytes
     * @param before called with each full buffer before it is written, on the writing thread; can move its position
     */
    public WriteBehind(FileChannel channel, int length, Consumer<ByteBuffer> before) {
        this.channel = channel;
        this.before = before;
        for (int i = 0; i < BUFFERS; i++) {
            empty.add(ByteBuffer.allocate(length));
        }
    }

    /** Returns an empty buffer to fill and pass to {@link #write}. Waits until one is free. */
    public ByteBuffer buffer() throws IOException {
        requireSound();
        try {
            return empty.take();
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /** Queues a buffer, from its start to its position, for writing. The caller must not use it any more. */
    public void write(ByteBuffer full) {
        full.flip();
        writer.execute(() -> writeNow(full));
    }

    private void writeNow(ByteBuffer full) {
        try {
            if (failure == null && !closed) {
                before.accept(full);
                full.rewind();
                while (full.hasRemaining()) {
                    channel.write(full);
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
        } finally {
            empty.add(full.clear());
        }
    }

    /** Waits until all queued buffers are written. */
    public void finish() throws IOException {
        Future<?> last = writer.submit(() -> {});
        try {
            last.get();
        } catch (InterruptedException e) {
            throw interrupted();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
        requireSound();
    }

    private void requireSound() throws IOException {
        Throwable failed = failure;
        if (failed instanceof IOException told) {
            throw told;
        }
        if (failed != null) {
            throw new IllegalStateException("a buffer could not be written", failed);
        }
    }

    private static IOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted");
    }

    /** Discards queued buffers. The channel stays open and is not used after this method returns. */
    @Override
    public void close() {
        closed = true;
        writer.shutdown();
        boolean interrupted = false;
        while (!writer.isTerminated()) {
            try {
                writer.awaitTermination(1, TimeUnit.DAYS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
