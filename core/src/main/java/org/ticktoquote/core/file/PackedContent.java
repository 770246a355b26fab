package org.ticktoquote.core.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Unpacks content that is packed in a gzip or in zstd, recognised by its first bytes. */
public final class PackedContent {
    private static final int ZSTD = 0x28B52FFD;

    private PackedContent() {}

    /**
     * Returns the unpacked bytes of a stream, or the stream itself where it is not packed.
     *
     * @param begin first bytes of the stream, at least four where it has them
     * @throws PackedDamage where the packing is damaged; it is also thrown later, as is {@link java.io.EOFException}
     */
    public static InputStream unpacked(byte[] begin, InputStream in) throws IOException {
        if (GzipContent.begins(begin)) {
            return new GzipContent(in);
        }
        boolean isZstd = begin.length >= Integer.BYTES && ByteBuffer.wrap(begin).getInt() == ZSTD;
        return isZstd ? new ZstdContent(in) : in;
    }
}
