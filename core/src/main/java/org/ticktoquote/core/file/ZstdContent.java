package org.ticktoquote.core.file;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Unpacked bytes of a zstd file, up to the point where it is damaged ({@link UnpackException}) or truncated
 * ({@link EOFException}).
 */
final class ZstdContent extends FilterInputStream {
    private static final byte FILLING = (byte) 0xA5;

    private @Nullable IOException failure;

    ZstdContent(InputStream packed) throws IOException {
        super(new ZstdInputStream(packed));
    }

    @Override
    public int available() {
        return 0;
    }

    /**
     * Also returns the bytes unpacked before a failure. Fills the range with a marker byte first and drops trailing marker
     * bytes after a failure, because the library does not report a count.
     */
    @Override
    public int read(byte[] to, int offset, int wanted) throws IOException {
        if (failure != null) {
            throw failure;
        }
        Arrays.fill(to, offset, offset + wanted, FILLING);
        try {
            return in.read(to, offset, wanted);
        } catch (MalformedInputException e) {
            failure = new UnpackException("not a sound zstd: " + e.getMessage());
        } catch (IOException e) {
            // the library throws the same exception for a cut file and for a failed read
            boolean isCut = String.valueOf(e.getMessage()).startsWith("Not enough input");
            failure = isCut ? new EOFException("in the middle of a zstd") : e;
        }
        int got = wanted;
        while (got > 0 && to[offset + got - 1] == FILLING) {
            got--;
        }
        if (got == 0) {
            throw failure;
        }
        return got;
    }
}
