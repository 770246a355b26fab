package org.ticktoquote.wire;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.GzipContent;
import org.ticktoquote.core.file.PackedDamage;

/**
 * The UDP datagrams of a file of a capture (pcap or pcapng, plain or in a gzip), in the order of their times and each once.
 *
 * <p>Read once, from the begin to the end, in bounded memory. A file that ends in the middle of a record is read up to there
 * ({@link CaptureCounts#cutAt}). Not thread-safe.
 */
public final class Capture implements AutoCloseable {
    private static final int BUFFER_LENGTH = 1 << 16;

    private final Path file;
    private final CaptureBytes bytes;
    private final FrameSource frames;
    private final PacketReader packets = new PacketReader();
    private final Duplicates duplicates = new Duplicates();
    private final ReorderWindow window = new ReorderWindow();
    private long cutAt = -1;
    private boolean ended;

    private Capture(Path file, CaptureBytes bytes) throws IOException {
        this.file = file;
        this.bytes = bytes;
        this.frames = frames(bytes);
    }

    /**
     * Opens a capture.
     *
     * @throws Refusal when it cannot be read, or is no capture of a known format
     */
    public static Capture open(Path file) {
        UserPath.regularInput(file);
        InputStream in = null;
        try {
            in = unpacked(file);
            return new Capture(file, new CaptureBytes(file, in));
        } catch (EOFException e) {
            throw closing(in, noCapture(file, "ends within its header", e));
        } catch (PackedDamage e) {
            throw closing(in, noCapture(file, String.valueOf(e.getMessage()), e));
        } catch (IOException e) {
            throw closing(in, unreadable(file, e));
        } catch (RuntimeException e) {
            throw closing(in, e);
        }
    }

    private static InputStream unpacked(Path file) throws IOException {
        BufferedInputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_LENGTH);
        in.mark(2);
        byte[] begin = in.readNBytes(2);
        in.reset();
        return GzipContent.begins(begin) ? new BufferedInputStream(new GzipContent(in), BUFFER_LENGTH) : in;
    }

    private static <E extends RuntimeException> E closing(@Nullable InputStream in, E failure) {
        if (in != null) {
            try {
                in.close();
            } catch (IOException e) {
                failure.addSuppressed(e);
            }
        }
        return failure;
    }

    private static Refusal noCapture(Path file, String fault, IOException cause) {
        return Problem.of("not a sound capture")
                .fault(fault)
                .expected("pcap or pcapng, plain or in a gzip")
                .at(Problem.Place.atByte(file, 0))
                .refusal(ExitStatus.BAD_INPUT, cause);
    }

    private static Refusal unreadable(Path file, IOException cause) {
        return Problem.of(file).fault("cannot be read", cause).refusal(ExitStatus.BAD_INPUT, cause);
    }

    private static FrameSource frames(CaptureBytes bytes) throws IOException {
        ByteBuffer magic = bytes.read(Integer.BYTES, ByteOrder.BIG_ENDIAN);
        int big = magic.getInt(0);
        int little = Integer.reverseBytes(big);
        if (big == PcapngFrames.SECTION) {
            return new PcapngFrames(bytes);
        }
        ByteOrder order = isPcap(big) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        int found = isPcap(big) ? big : little;
        if (!isPcap(found)) {
            throw bytes.refused(
                    0,
                    Problem.of("magic")
                            .value(String.format(Locale.ROOT, "%08x", big))
                            .expected("that of pcap (a1b2c3d4, a1b23c4d) or pcapng (0a0d0d0a), plain or in a gzip"));
        }
        return new PcapFrames(
                bytes, order, found == PcapFrames.NANOSECONDS ? TimeUnits.NANOSECONDS : TimeUnits.MICROSECONDS);
    }

    private static boolean isPcap(int magic) {
        return magic == PcapFrames.MICROSECONDS || magic == PcapFrames.NANOSECONDS;
    }

    /**
     * The next datagram; null behind the last one.
     *
     * @throws Refusal where the file is damaged, with the place of it
     */
    public @Nullable Datagram next() {
        Datagram ready = window.ready();
        while (ready == null && !ended) {
            take();
            ready = window.ready();
        }
        return ready == null ? window.last() : ready;
    }

    private void take() {
        long at = bytes.position();
        try {
            Frame frame = frames.next();
            ended = frame == null;
            Datagram datagram = frame == null ? null : packets.read(frame);
            if (datagram != null && !duplicates.isOne(datagram)) {
                window.add(datagram);
            }
        } catch (EOFException e) {
            ended = true;
            cutAt = at;
        } catch (PackedDamage e) {
            throw bytes.refused(at, Problem.ofFault(String.valueOf(e.getMessage())));
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** What became of the frames that were read so far. */
    public CaptureCounts counts() {
        return packets.counts(duplicates, window, cutAt);
    }

    @Override
    public void close() {
        try {
            bytes.close();
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be closed", e).failure(e);
        }
    }
}
