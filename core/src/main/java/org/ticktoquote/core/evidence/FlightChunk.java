package org.ticktoquote.core.evidence;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Header of a flight recording's chunk (JDK 9 to 25: {@code FLR\0}, version 2, then big-endian sizes and positions). A
 * recording is a sequence of chunks. A killed JVM leaves an unclosed chunk that lacks about the last second.
 *
 * @param position file offset of its first byte
 * @param size length in bytes, header included
 * @param startNs start of the chunk, ns since 1970-01-01 UTC
 * @param state 0 if it is closed, {@link #IN_CHANGE} while its header is written
 */
public record FlightChunk(long position, long size, long startNs, int state) {
    /** Offset of the state in a header. */
    public static final int STATE = 64;

    /** Readers wait for the writer to leave this state, forever if the writer is dead. */
    public static final int IN_CHANGE = 255;

    private static final int HEADER = 68;
    private static final int MAGIC = 0x464c5200;
    private static final int MAJOR = 2;
    private static final int SIZE = 8;
    private static final int POOL = 16;
    private static final int METADATA = 24;
    private static final int START = 32;

    /**
     * Reads the chunk that begins at a position.
     *
     * @throws IOException if no complete, valid chunk begins there. The message contains the reason
     */
    public static FlightChunk at(FileChannel file, long position) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        while (header.hasRemaining()) {
            if (file.read(header, position + header.position()) < 0) {
                throw new IOException("ends within the header of a chunk at byte " + position);
            }
        }
        if (header.getInt(0) != MAGIC || header.getShort(4) != MAJOR) {
            throw new IOException("has no chunk of version " + MAJOR + " at byte " + position);
        }
        long size = header.getLong(SIZE);
        if (size < HEADER || size > file.size() - position) {
            throw new IOException("has a chunk of " + size + " bytes at byte " + position + ", and "
                    + (file.size() - position) + " bytes are left");
        }
        if (!within(header.getLong(POOL), size) || !within(header.getLong(METADATA), size)) {
            throw new IOException("has a chunk at byte " + position + " whose parts lie outside it");
        }
        int state = Byte.toUnsignedInt(header.get(STATE));
        if (state == IN_CHANGE) {
            throw new IOException("has a chunk at byte " + position + " whose header was being written");
        }
        return new FlightChunk(position, size, header.getLong(START), state);
    }

    private static boolean within(long place, long size) {
        return place >= HEADER && place < size;
    }

    /** Returns whether another chunk has the same size and start, at any position. */
    public boolean isLike(FlightChunk other) {
        return size == other.size && startNs == other.startNs;
    }

    /** Returns the position after its last byte. */
    public long end() {
        return position + size;
    }
}
