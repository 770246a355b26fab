package org.ticktoquote.replayer.importing;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.tukaani.xz.LZMAInputStream;

/**
 * The bytes of a tick file after unpacking.
 *
 * @param entryName of the file within a zip; empty for any other
 */
record TickContent(String entryName, InputStream stream) implements Closeable {
    private static final byte[] ZIP_MAGIC = {'P', 'K'};
    private static final int BUFFER_LENGTH = 1 << 16;
    /** Dukascopy's streams need 8 MB; a header may ask for 4 GB. */
    private static final int LZMA_LIMIT_KB = 65 * 1024;

    /** A text, plain or in a zip, whatever the name of the file says. */
    static TickContent text(Path file) throws IOException {
        if (Arrays.equals(ZIP_MAGIC, firstBytes(file, ZIP_MAGIC.length))) {
            ZipContent zip = ZipContent.open(file);
            return new TickContent(zip.entryName(), zip);
        }
        return new TickContent("", Files.newInputStream(file));
    }

    /** An LZMA-alone stream; an empty file is an empty stream. */
    static TickContent lzma(Path file) throws IOException {
        if (Files.size(file) == 0) {
            return new TickContent("", InputStream.nullInputStream());
        }
        InputStream packed = new BufferedInputStream(Files.newInputStream(file), BUFFER_LENGTH);
        try {
            return new TickContent(
                    "", new BufferedInputStream(new LZMAInputStream(packed, LZMA_LIMIT_KB), BUFFER_LENGTH));
        } catch (IOException | RuntimeException e) {
            packed.close();
            throw e;
        }
    }

    private static byte[] firstBytes(Path file, int length) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(length);
        }
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
