package org.ticktoquote.core.file;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Unpacked bytes of a zstd, up to where it is damaged ({@link PackedDamage}) or cut ({@link EOFException}). */
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

    /** The library fails without the number of bytes that it unpacked before: they are those that differ from a filling. */
    @Override
    public int read(byte[] to, int offset, int wanted) throws IOException {
        if (failure != null) {
            throw failure;
        }
        Arrays.fill(to, offset, offset + wanted, FILLING);
        try {
            return in.read(to, offset, wanted);
        } catch (MalformedInputException e) {
            failure = new PackedDamage("not a sound zstd: " + e.getMessage());
        } catch (IOException e) {
            // one exception for a file that ends too early and for one that cannot be read
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
