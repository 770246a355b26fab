package org.ticktoquote.wire.capture;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;

/**
 * Reads the frames of a capture in the order of their times, in bounded memory.
 *
 * <p>A file that ends within a record is read up to there ({@link CaptureCounts#cuts}). Where a file is damaged, everything
 * before is handed on, and then the reading is refused. No allocation for a frame. Not thread-safe.
 */
public final class CaptureReader implements AutoCloseable {
    /** Looks in vain at a file that is written, after which nothing waits for its order any longer. */
    private static final int PATIENCE = 100;

    private final List<Path> files;
    private final @Nullable BooleanSupplier stop;
    private final Runnable pause;
    private final FrameOrder order = new FrameOrder();
    private final CaptureWindow window = new CaptureWindow(order);
    private final List<CaptureInterface> interfaces = new ArrayList<>();
    private final List<CaptureCounts.Cut> cuts = new ArrayList<>();
    private final Frame frame = new Frame();

    private int next;
    private @Nullable FrameSource source;
    private @Nullable Refusal failure;
    private boolean ended;
    private int idle;

    private CaptureReader(List<Path> files, @Nullable BooleanSupplier stop, Runnable pause) {
        this.files = files;
        this.stop = stop;
        this.pause = pause;
    }

    static CaptureReader open(List<Path> files, @Nullable BooleanSupplier stop, Runnable pause) {
        CaptureReader reader = new CaptureReader(files, stop, pause);
        try {
            reader.openNext();
            if (!reader.mayFollow()) {
                reader.step();
            }
            return reader;
        } catch (IOException e) {
            throw reader.closing(reader.unreadable(e));
        } catch (RuntimeException e) {
            throw reader.closing(e);
        }
    }

    /** The time of the first frame of a file; {@link Frame#NO_TIME} where it has none. */
    static long firstTimeNs(Path file) {
        try (CaptureReader reader = open(List.of(file), null, () -> {})) {
            while (reader.order.isEmpty() && !reader.ended) {
                reader.read();
            }
            return reader.order.lastTimeNs();
        }
    }

    private <E extends RuntimeException> E closing(E failed) {
        try {
            close();
        } catch (RuntimeException e) {
            failed.addSuppressed(e);
        }
        return failed;
    }

    /**
     * Hands on the next frame.
     *
     * @return whether there was one
     * @throws Refusal where the file is damaged, with the place of it
     */
    public boolean advance(FrameHandler handler) {
        while (!order.ready(window.position())) {
            if (ended && order.isEmpty()) {
                if (failure != null) {
                    throw failure;
                }
                return false;
            }
            read();
        }
        order.take(frame, window);
        handler.frame(frame);
        return true;
    }

    private void read() {
        try {
            if (ended) {
                order.settle();
            } else if (step()) {
                idle = 0;
            } else if (mayFollow()) {
                await();
            } else {
                endFile();
            }
        } catch (IOException e) {
            fail(unreadable(e));
        } catch (Refusal e) {
            fail(e);
        }
    }

    private boolean step() throws IOException {
        FrameSource from = source;
        if (from == null) {
            source = begin();
            return source != null;
        }
        return from.step();
    }

    /** Recognises the format; null where the file is shorter, so far, than its header. */
    private @Nullable FrameSource begin() throws IOException {
        if (!window.has(Integer.BYTES)) {
            return null;
        }
        window.unpack();
        if (!window.has(PcapRecords.FILE_HEADER)) {
            return window.has(Integer.BYTES) ? recognised(window.getInt(0, ByteOrder.BIG_ENDIAN), false) : null;
        }
        return recognised(window.getInt(0, ByteOrder.BIG_ENDIAN), true);
    }

    private @Nullable FrameSource recognised(int magic, boolean whole) throws IOException {
        if (magic == PcapngBlocks.SECTION) {
            return window.has(PcapngBlocks.SHORTEST_SECTION) ? new PcapngBlocks(window, order, interfaces) : null;
        }
        if (!PcapRecords.begins(magic)) {
            throw window.refused(
                    0,
                    Problem.of("magic")
                            .value(String.format(Locale.ROOT, "%08x", magic))
                            .expected(
                                    "that of pcap (a1b2c3d4, a1b23c4d) or pcapng (0a0d0d0a), plain, in a gzip or in zstd"));
        }
        return whole ? new PcapRecords(window, order, interfaces) : null;
    }

    /** Whether more may come of the file that is read. */
    private boolean mayFollow() {
        return stop != null && next == files.size() && window.canGrow() && !stop.getAsBoolean();
    }

    private void await() {
        if (++idle % PATIENCE == 0) {
            order.settle();
        }
        pause.run();
    }

    private void endFile() throws IOException {
        FrameSource from = source;
        window.requireSound(from == null ? 0 : from.recordAt());
        if (from == null) {
            throw window.refused(
                    0,
                    Problem.ofFault("ends within its header").expected("pcap or pcapng, plain, in a gzip or in zstd"));
        }
        boolean within = window.left() > 0 || window.endsWithin() || from.recordAt() < window.fileOffset();
        if (within) {
            cuts.add(new CaptureCounts.Cut(window.file(), from.recordAt()));
        }
        if (next == files.size()) {
            ended = true;
        } else {
            openNext();
        }
    }

    private void openNext() throws IOException {
        source = null;
        window.open(files.get(next++));
    }

    private void fail(Refusal found) {
        failure = found;
        ended = true;
    }

    private Refusal unreadable(IOException cause) {
        return Problem.of(files.get(next - 1)).fault("cannot be read", cause).refusal(ExitStatus.BAD_INPUT, cause);
    }

    /** The file that is read: frames that are handed on last may be of the one before. */
    public Path file() {
        return window.file();
    }

    /** Frames that were {@linkplain CaptureCounts#late handed on late} so far. */
    public long late() {
        return order.late();
    }

    /** Counts of what was read so far. */
    public CaptureCounts counts() {
        long snapLength = interfaces.stream()
                .mapToLong(CaptureInterface::snapLength)
                .max()
                .orElse(0);
        return new CaptureCounts(
                order.frames(),
                order.bytes(),
                order.cutFrames(),
                snapLength,
                order.reordered(),
                order.late(),
                order.untimed(),
                order.badFractions(),
                interfaces.stream().mapToLong(CaptureInterface::drops).sum(),
                cuts);
    }

    /** No frame may be used any more. */
    @Override
    public void close() {
        try {
            window.close();
        } catch (IOException e) {
            throw Problem.of(window.file()).fault("cannot be closed", e).failure(e);
        }
    }
}
