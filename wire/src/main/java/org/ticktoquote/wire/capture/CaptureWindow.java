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
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.PackedContent;
import org.ticktoquote.core.file.UnpackException;

/**
 * Off-heap window of the uncompressed bytes of a file, from the first byte that a waiting frame needs to the last byte read
 * ahead. It grows up to {@value #MAX_BYTES} bytes while frames wait.
 *
 * <p>The file is not memory-mapped, because a file can be truncated while it is read. Not thread-safe.
 */
final class CaptureWindow implements Closeable {
    static final int MAX_BYTES = 32 << 20;

    /** Longer than any frame: offloading produces up to 512 KiB. A file that declares a longer frame is damaged. */
    static final int MAX_FRAME = 1 << 20;

    private static final int MIN_BYTES = 1 << 18;
    private static final int AT_ONCE = 1 << 17;

    /** Byte order of {@link #u16}, {@link #i32} and {@link #i64}. */
    ByteOrder byteOrder = ByteOrder.BIG_ENDIAN;

    /** Position in the uncompressed file of the record that is being read. */
    long recordAt;

    private final Path file;
    private final FrameOrder order;
    private final UnsafeBuffer bytes = new UnsafeBuffer(0, 0);
    private ByteBuffer memory = ByteBuffer.allocateDirect(MIN_BYTES);
    /** Position in the uncompressed file of the first byte in memory. */
    private long base;

    private int read;
    private int filled;
    private @Nullable ReadableByteChannel input;
    /** Reason why a compressed file cannot be decompressed further. */
    private @Nullable IOException packingFault;

    CaptureWindow(Path file, FrameOrder order) {
        this.file = file;
        this.order = order;
        bytes.wrap(memory);
    }

    /** Opens the file. Decompresses gzip and zstd. */
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
        } catch (EOFException | UnpackException e) {
            filled = 0;
            packingFault = e;
        }
    }

    /** Returns whether this many bytes follow the current position. False means the end of the file. */
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
        } catch (EOFException | UnpackException e) {
            packingFault = e;
            return false;
        }
    }

    private void makeRoom(int length) {
        int from = (int) (order.needed(position()) - base);
        int kept = filled - from;
        int capacity = memory.capacity();
        while (capacity < MAX_BYTES && (kept > capacity / 4 || read - from + length > capacity / 2)) {
            capacity *= 2;
        }
        if (capacity > memory.capacity()) {
            ByteBuffer smaller = memory;
            memory = ByteBuffer.allocateDirect(capacity);
            bytes.getBytes(from, memory, 0, kept);
            bytes.wrap(memory);
            BufferUtil.free(smaller);
        } else {
            bytes.putBytes(0, bytes, from, kept);
        }
        base += from;
        read -= from;
        filled -= from;
    }

    void advance(int length) {
        read += length;
    }

    /** Returns the position of the next byte in the uncompressed file. */
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

    /** Sets a waiting frame's buffer to its bytes. */
    void show(Frame frame) {
        frame.buffer.wrap(bytes, (int) (frame.start - base), frame.length);
    }

    /** Returns whether the file ends within a record or within its compressed data. */
    boolean endsWithin() {
        return filled > read || packingFault != null;
    }

    /** Describes where the data of a truncated compressed file ends. Returns the argument for any other file. */
    String cutPlace(String whole) {
        return packingFault instanceof EOFException cut
                ? cut.getMessage() + ", before its first bytes can be unpacked"
                : whole;
    }

    /** Rejects a damaged compressed file. */
    void requireSound() {
        if (packingFault instanceof UnpackException) {
            throw refusal(0, Problem.ofFault(String.valueOf(packingFault.getMessage())));
        }
    }

    /** Creates the exception that rejects a value at an offset from the current position. */
    ProblemException refusal(int offset, String what, Object value, String expected) {
        return refusal(offset, Problem.of(what).value(value).expected(expected));
    }

    ProblemException refusal(int offset, Problem finding) {
        return finding.under("not a sound capture")
                .at(Problem.Place.atByte(file, position() + offset))
                .exception(ExitStatus.BAD_INPUT);
    }

    /** Frees the memory and closes the file. Frames must not be used after this. */
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
