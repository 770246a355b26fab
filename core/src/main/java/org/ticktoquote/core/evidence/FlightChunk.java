package org.ticktoquote.core.evidence;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * A chunk of a flight recording, by its header (JDK 9 to 25: {@code FLR\0}, version 2, then big-endian sizes and places). A
 * recording is chunks one after the other. A JVM that was killed leaves one that is not closed, as of its last second.
 *
 * @param position of its first byte in the file
 * @param size of it in bytes, header included
 * @param startNs of its first event, since 1970-01-01 UTC
 * @param state 0 of one that is closed; {@link #IN_CHANGE} while its header is written
 */
public record FlightChunk(long position, long size, long startNs, int state) {
    /** Where a header holds the state. */
    public static final int STATE = 64;

    /** A reader that finds it waits until somebody has finished writing, who may be dead. */
    public static final int IN_CHANGE = 255;

    private static final int HEADER = 68;
    private static final int MAGIC = 0x464c5200;
    private static final int MAJOR = 2;
    private static final int SIZE = 8;
    private static final int POOL = 16;
    private static final int METADATA = 24;
    private static final int START = 32;

    /**
     * The chunk that begins at a position.
     *
     * @throws IOException where none does, or where it goes beyond the end of the file; the message says which
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

    /** Whether another one, wherever it begins, has the same size and beginning. */
    public boolean isLike(FlightChunk other) {
        return size == other.size && startNs == other.startNs;
    }

    /** Its first byte after it. */
    public long end() {
        return position + size;
    }
}
