package org.ticktoquote.wire.capture;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.file.PackedDamage;

/**
 * The unpacked bytes around the place that is read, off the heap: from the first one that a waiting frame needs to the last
 * one that was read ahead. It grows to {@value #LARGEST} bytes where frames wait for long.
 *
 * <p>Positions count the bytes of all files of the capture. The memory is not mapped to the file: a file may be cut while it is
 * read. Not thread-safe.
 */
final class CaptureWindow implements Closeable {
    static final int LARGEST = 32 << 20;

    /** Longer than any frame: offloading leaves up to 512 KiB. What claims more is damaged. */
    static final int LONGEST_FRAME = 1 << 20;

    private static final int SMALLEST = 1 << 18;
    private static final int AT_ONCE = 1 << 17;

    private final FrameOrder order;
    private final UnsafeBuffer bytes = new UnsafeBuffer(0, 0);
    private ByteBuffer memory = ByteBuffer.allocateDirect(SMALLEST);
    private long base;
    private int read;
    private int filled;

    private Path file = Path.of("");
    private @Nullable CaptureInput input;
    private long fileBegin;
    private boolean endedWithin;
    private @Nullable PackedDamage damage;

    CaptureWindow(FrameOrder order) {
        this.order = order;
        bytes.wrap(memory);
    }

    /** Goes on with a file, from its begin. What was not read of the one before is passed over. */
    void open(Path next) throws IOException {
        close(input);
        input = null;
        read = filled;
        file = next;
        fileBegin = position();
        endedWithin = false;
        damage = null;
        input = CaptureInput.open(next);
    }

    /** Unpacks from here on what begins with the magic bytes of a packing. */
    void unpack() throws IOException {
        CaptureInput from = input;
        if (from != null) {
            byte[] begin = new byte[filled - read];
            bytes.getBytes(read, begin);
            try {
                filled = from.unpack(begin) ? read : filled;
            } catch (EOFException e) {
                filled = read;
                endedWithin = true;
            } catch (PackedDamage e) {
                filled = read;
                damage = e;
            }
        }
    }

    /** Whether the file may get longer while it is read. */
    boolean canGrow() {
        return input != null && input.canGrow();
    }

    /** Whether so many bytes are there from the place on that is read; otherwise the file has no more at present. */
    boolean has(int length) throws IOException {
        while (filled - read < length) {
            if (endedWithin || damage != null || !fill(length)) {
                return false;
            }
        }
        return true;
    }

    private boolean fill(int length) throws IOException {
        if (filled == memory.capacity() || memory.capacity() - read < length) {
            makeRoom(length);
        }
        memory.limit(Math.min(memory.capacity(), filled + AT_ONCE)).position(filled);
        try {
            int got = input == null ? -1 : input.read(memory);
            filled += Math.max(0, got);
            return got > 0;
        } catch (EOFException e) {
            endedWithin = true;
            return false;
        } catch (PackedDamage e) {
            damage = e;
            return false;
        }
    }

    private void makeRoom(int length) {
        int from = (int) (order.needed(position()) - base);
        int kept = filled - from;
        int capacity = memory.capacity();
        while (capacity < LARGEST && (kept > capacity / 4 || read - from + length > capacity / 2)) {
            capacity *= 2;
        }
        ByteBuffer old = memory;
        boolean grows = capacity > old.capacity();
        if (grows) {
            memory = ByteBuffer.allocateDirect(capacity);
        }
        UnsafeBuffer to = grows ? new UnsafeBuffer(memory) : bytes;
        to.putBytes(0, bytes, from, kept);
        bytes.wrap(memory);
        base += from;
        read -= from;
        filled -= from;
        if (grows) {
            BufferUtil.free(old);
        }
    }

    /** Passes over bytes that are there. */
    void advance(int length) {
        read += length;
    }

    /** Bytes that are there and were not read. */
    int left() {
        return filled - read;
    }

    /** Where it is read. */
    long position() {
        return base + read;
    }

    /** The same, as a byte of the unpacked file. */
    long fileOffset() {
        return position() - fileBegin;
    }

    Path file() {
        return file;
    }

    /** A number from where it is read on. */
    int getInt(int offset, ByteOrder byteOrder) {
        return bytes.getInt(read + offset, byteOrder);
    }

    /** A number of two bytes from where it is read on, without a sign. */
    int getShort(int offset, ByteOrder byteOrder) {
        return bytes.getShort(read + offset, byteOrder) & 0xFFFF;
    }

    long getLong(int offset, ByteOrder byteOrder) {
        return bytes.getLong(read + offset, byteOrder);
    }

    int getByte(int offset) {
        return bytes.getByte(read + offset) & 0xFF;
    }

    /** Shows bytes that a waiting frame needs. */
    void wrap(UnsafeBuffer to, long position, int length) {
        to.wrap(bytes, (int) (position - base), length);
    }

    /** Whether the packed file ends where it must not. */
    boolean endsWithin() {
        return endedWithin;
    }

    /** Fails where the packed file is damaged. */
    void requireSound(long at) {
        if (damage != null) {
            throw refused(at, Problem.ofFault(String.valueOf(damage.getMessage())));
        }
    }

    /** The file is not what it must be at a place. */
    Refusal refused(long offset, Problem finding) {
        return finding.under("not a sound capture")
                .at(Problem.Place.atByte(file, offset))
                .refusal(ExitStatus.BAD_INPUT);
    }

    private static void close(@Nullable CaptureInput input) throws IOException {
        if (input != null) {
            input.close();
        }
    }

    /** Also frees the memory: no frame may be used any more. */
    @Override
    public void close() throws IOException {
        bytes.wrap(0, 0);
        BufferUtil.free(memory);
        memory = ByteBuffer.allocate(0);
        filled = read;
        close(input);
    }
}
