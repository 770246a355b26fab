package org.ticktoquote.core.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Unpacks gzip or zstd content, recognised by its first bytes. */
public final class PackedContent {
    private static final int ZSTD = 0x28B52FFD;

    private PackedContent() {}

    /**
     * Returns the unpacked bytes of a stream, or the stream itself if it is not packed.
     *
     * @param begin first bytes of the stream, at least four unless the stream is shorter
     * @throws UnpackException if the packed data is damaged. Reading can throw it too, or {@link java.io.EOFException}
     */
    public static InputStream unpacked(byte[] begin, InputStream in) throws IOException {
        if (GzipContent.begins(begin)) {
            return new GzipContent(in);
        }
        boolean isZstd = begin.length >= Integer.BYTES && ByteBuffer.wrap(begin).getInt() == ZSTD;
        return isZstd ? new ZstdContent(in) : in;
    }
}
