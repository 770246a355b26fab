package org.ticktoquote.wire.capture;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.file.PackedContent;
import org.ticktoquote.core.file.PackedDamage;

/**
 * The bytes of a file around the place that is read, unpacked, off the heap: from the first one that a waiting frame needs to the
 * last one that was read ahead. It grows to {@value #LARGEST} bytes where frames wait for long.
 *
 * <p>The memory is not mapped to the file: a file may be cut while it is read. Not thread-safe.
 */
final class CaptureWindow implements Closeable {
    static final int LARGEST = 32 << 20;

    /** Longer than any frame: offloading leaves up to 512 KiB. What claims more is damaged. */
    static final int LONGEST_FRAME = 1 << 20;

    private static final int SMALLEST = 1 << 18;
    private static final int AT_ONCE = 1 << 17;

    /** The byte order of numbers. */
    ByteOrder byteOrder = ByteOrder.BIG_ENDIAN;

    /** Byte of the unpacked file at which the record begins that is read last, or was read in parts. */
    long recordAt;

    private final Path file;
    private final FrameOrder order;
    private final UnsafeBuffer bytes = new UnsafeBuffer(0, 0);
    private ByteBuffer memory = ByteBuffer.allocateDirect(SMALLEST);
    /** Of the memory's first byte, in the unpacked file. */
    private long base;

    private int read;
    private int filled;
    private @Nullable ReadableByteChannel input;
    /** Why a packed file cannot be unpacked any further. */
    private @Nullable IOException packingFault;

    CaptureWindow(Path file, FrameOrder order) {
        this.file = file;
        this.order = order;
        bytes.wrap(memory);
    }

    /** Opens the file, and unpacks it where it is in a gzip or in zstd. */
    void open() throws IOException {
        FileInputStream stream = CaptureSpool.open(file);
        input = stream.getChannel();
        if (!has(Integer.BYTES)) {
            return;
        }
        byte[] begin = new byte[filled];
        bytes.getBytes(0, begin);
        InputStream all = new SequenceInputStream(new ByteArrayInputStream(begin), stream);
        try {
            InputStream unpacked = PackedContent.unpacked(begin, all);
            input = unpacked == all ? input : Channels.newChannel(unpacked);
            filled = unpacked == all ? filled : 0;
        } catch (EOFException | PackedDamage e) {
            filled = 0;
            packingFault = e;
        }
    }

    /** Returns whether so many bytes are there from the place on that is read; otherwise the file has no more. */
    boolean has(int length) throws IOException {
        boolean more = true;
        while (more && filled - read < length) {
            more = packingFault == null && fill(length);
        }
        return filled - read >= length;
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
        } catch (EOFException | PackedDamage e) {
            packingFault = e;
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

    /** The byte of the unpacked file that is read next. */
    long position() {
        return base + read;
    }

    int u8(int offset) {
        return bytes.getByte(read + offset) & 0xFF;
    }

    int u16(int offset) {
        return bytes.getShort(read + offset, byteOrder) & 0xFFFF;
    }

    int i32(int offset) {
        return bytes.getInt(read + offset, byteOrder);
    }

    long u32(int offset) {
        return Integer.toUnsignedLong(i32(offset));
    }

    long i64(int offset) {
        return bytes.getLong(read + offset, byteOrder);
    }

    /** Shows the bytes of a frame that waited. */
    void show(Frame frame) {
        frame.buffer.wrap(bytes, (int) (frame.start - base), frame.length);
    }

    /** Returns whether the file ends after the place that is read, or before its packing ends. */
    boolean endsWithin() {
        return filled > read || packingFault != null;
    }

    /** Refuses a packed file that is damaged. */
    void requireSound() {
        if (packingFault instanceof PackedDamage) {
            throw refusal(0, Problem.ofFault(String.valueOf(packingFault.getMessage())));
        }
    }

    /** Returns the refusal of a number so many bytes after the place that is read. */
    Refusal refusal(int offset, String what, Object value, String expected) {
        return refusal(offset, Problem.of(what).value(value).expected(expected));
    }

    Refusal refusal(int offset, Problem finding) {
        return finding.under("not a sound capture")
                .at(Problem.Place.atByte(file, position() + offset))
                .refusal(ExitStatus.BAD_INPUT);
    }

    /** Also frees the memory: no frame may be used any more. */
    @Override
    public void close() throws IOException {
        bytes.wrap(0, 0);
        BufferUtil.free(memory);
        memory = ByteBuffer.allocate(0);
        filled = read;
        if (input != null) {
            input.close();
        }
    }
}
