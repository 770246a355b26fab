package org.ticktoquote.replayer.importing;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.ticktoquote.core.file.GzipContent;
import org.tukaani.xz.LZMAInputStream;

/**
 * The bytes of a tick file after unpacking.
 *
 * @param entryName of the file within a zip; empty for any other
 */
record TickContent(String entryName, InputStream stream) implements Closeable {
    /** Of an entry, and of a zip without any. */
    private static final List<byte[]> ZIP_MAGICS = List.of(new byte[] {'P', 'K', 3, 4}, new byte[] {'P', 'K', 5, 6});

    private static final int LONGEST_MAGIC = 6;
    private static final int BUFFER_LENGTH = 1 << 16;
    /** Dukascopy's streams need 8 MB; a header may ask for 4 GB. */
    private static final int LZMA_LIMIT_KB = 65 * 1024;

    /** A text, plain or packed in a zip or a gzip, whatever the name of the file says; always as UTF-8. */
    static TickContent text(Path file) throws IOException {
        byte[] begin = firstBytes(file);
        ForeignPacking.requireNone(file, begin);
        if (ZIP_MAGICS.stream().anyMatch(magic -> begins(begin, magic))) {
            ZipContent zip = ZipContent.open(file);
            return utf8(zip.entryName(), zip);
        }
        return utf8("", plain(file, begin));
    }

    private static TickContent utf8(String entryName, InputStream stream) throws IOException {
        try {
            return new TickContent(entryName, TextEncoding.utf8(stream));
        } catch (IOException | RuntimeException e) {
            stream.close();
            throw e;
        }
    }

    /** The bytes of a file, unpacked where it is a gzip. */
    private static InputStream plain(Path file, byte[] begin) throws IOException {
        InputStream in = Files.newInputStream(file);
        return GzipContent.begins(begin) ? new GzipContent(in) : in;
    }

    /** An LZMA-alone stream, perhaps in a gzip; an empty file is an empty stream. */
    static TickContent lzma(Path file) throws IOException {
        if (Files.size(file) == 0) {
            return new TickContent("", InputStream.nullInputStream());
        }
        InputStream packed = new BufferedInputStream(plain(file, firstBytes(file)), BUFFER_LENGTH);
        try {
            return new TickContent(
                    "", new BufferedInputStream(new LZMAInputStream(packed, LZMA_LIMIT_KB), BUFFER_LENGTH));
        } catch (IOException | RuntimeException e) {
            packed.close();
            throw e;
        }
    }

    private static byte[] firstBytes(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(LONGEST_MAGIC);
        }
    }

    private static boolean begins(byte[] bytes, byte[] magic) {
        return bytes.length >= magic.length && Arrays.equals(bytes, 0, magic.length, magic, 0, magic.length);
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
