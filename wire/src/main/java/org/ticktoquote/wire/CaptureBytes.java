package org.ticktoquote.wire;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;

/** The bytes of a file of a capture, unpacked, with their place in it. */
final class CaptureBytes implements Closeable {
    /** Longer than any frame: offloading leaves up to 512 KiB. What claims more is damaged. */
    static final int LONGEST = 1 << 20;

    private final Path file;
    private final InputStream in;
    private long position;

    CaptureBytes(Path file, InputStream in) {
        this.file = file;
        this.in = in;
    }

    /** Bytes that were read so far. */
    long position() {
        return position;
    }

    /**
     * The next bytes.
     *
     * @throws EOFException when the file ends within them
     */
    ByteBuffer read(int length, ByteOrder order) throws IOException {
        byte[] bytes = in.readNBytes(length);
        position += bytes.length;
        if (bytes.length < length) {
            throw new EOFException("in the middle of a record");
        }
        return ByteBuffer.wrap(bytes).order(order);
    }

    /** Whether the file ends here; otherwise the first bytes of the next record, all of them or an {@link EOFException}. */
    ByteBuffer readOrEnd(int length, ByteOrder order) throws IOException {
        int first = in.read();
        if (first < 0) {
            return ByteBuffer.allocate(0);
        }
        position++;
        ByteBuffer bytes = ByteBuffer.allocate(length).order(order);
        bytes.put((byte) first).put(read(length - 1, order)).flip();
        return bytes;
    }

    /** Passes over bytes. */
    void skip(long length) throws IOException {
        in.skipNBytes(length);
        position += length;
    }

    /** The file is not what it must be at a place. */
    Refusal refused(long offset, Problem finding) {
        return finding.under("not a sound capture")
                .at(Problem.Place.atByte(file, offset))
                .refusal(ExitStatus.BAD_INPUT);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
