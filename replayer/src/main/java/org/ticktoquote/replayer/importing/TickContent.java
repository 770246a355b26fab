package org.ticktoquote.replayer.importing;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipException;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.PackedContent;
import org.ticktoquote.core.file.UnpackException;
import org.tukaani.xz.CorruptedInputException;
import org.tukaani.xz.LZMAInputStream;
import org.tukaani.xz.MemoryLimitException;
import org.tukaani.xz.XZIOException;

/**
 * Decompressed content of a tick file.
 *
 * @param entryName name within a zip; otherwise empty
 */
record TickContent(String entryName, InputStream stream) implements Closeable {
    /** First bytes of a zip with entries, and of an empty zip. */
    private static final List<byte[]> ZIP_MAGICS = List.of(new byte[] {'P', 'K', 3, 4}, new byte[] {'P', 'K', 5, 6});

    private static final int MAX_MAGIC_LENGTH = 6;
    private static final int BUFFER_LENGTH = 1 << 18;
    /** Dukascopy's streams need 8 MB. A header could ask for 4 GB. */
    private static final int LZMA_LIMIT_KB = 65 * 1024;

    /**
     * First bytes, in hexadecimal digits, of unsupported compression formats, to report the format instead of a bad first
     * row.
     */
    private static final Map<String, String> FOREIGN_MAGICS = Map.of(
            "425a68", "bzip2",
            "fd377a585a00", "xz",
            "377abcaf", "7z",
            "526172211a", "rar",
            "5d0000", "LZMA, as .bi5 files are (--format bi5)");

    /** Opens a text, plain or packed with zip, gzip or zstd, as UTF-8. The file's name is irrelevant. */
    static TickContent text(Path file) throws IOException {
        byte[] begin = firstBytes(file);
        requireKnown(file, begin);
        if (ZIP_MAGICS.stream().anyMatch(magic -> begins(begin, magic))) {
            ZipContent zip = ZipContent.open(file);
            return utf8(zip.entryName(), zip);
        }
        return utf8("", open(file));
    }

    private static void requireKnown(Path file, byte[] begin) {
        String digits = HexFormat.of().formatHex(begin);
        FOREIGN_MAGICS.forEach((magic, name) -> {
            if (digits.startsWith(magic)) {
                throw Problem.of(file)
                        .fault("is packed with " + name)
                        .expected("plain text, zip, gzip or zstd; unpack it first")
                        .exception(ExitStatus.BAD_INPUT);
            }
        });
    }

    private static TickContent utf8(String entryName, InputStream stream) throws IOException {
        try {
            return new TickContent(entryName, TextEncoding.utf8(stream));
        } catch (IOException | RuntimeException e) {
            stream.close();
            throw e;
        }
    }

    /** Opens a file and decompresses gzip and zstd. */
    static InputStream open(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_LENGTH);
        try {
            in.mark(MAX_MAGIC_LENGTH);
            byte[] begin = in.readNBytes(Integer.BYTES);
            in.reset();
            InputStream unpacked = PackedContent.unpacked(begin, in);
            return unpacked == in ? in : new BufferedInputStream(unpacked, BUFFER_LENGTH);
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    /** Opens an LZMA-alone stream, optionally compressed with gzip or zstd. An empty file is an empty stream. */
    static TickContent lzma(Path file) throws IOException {
        if (Files.size(file) == 0) {
            return new TickContent("", InputStream.nullInputStream());
        }
        InputStream packed = open(file);
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
            return in.readNBytes(MAX_MAGIC_LENGTH);
        }
    }

    private static boolean begins(byte[] bytes, byte[] magic) {
        return bytes.length >= magic.length && Arrays.equals(bytes, 0, magic.length, magic, 0, magic.length);
    }

    /** Describes why a file cannot be read to its end. */
    static String damage(IOException e) {
        String detail = e.getMessage() == null ? "" : ": " + e.getMessage();
        if (e instanceof MemoryLimitException) {
            return "needs more memory than a .bi5 file: another format, or damaged";
        }
        if (e instanceof CorruptedInputException || e instanceof XZIOException) {
            return "is damaged: not a sound LZMA stream; fetch it again";
        }
        if (e instanceof EOFException) {
            return "is damaged: ends too early" + detail + "; fetch it again";
        }
        if (e instanceof UnpackException) {
            return "is damaged" + detail + "; fetch it again";
        }
        if (e instanceof ZipException) {
            return "is not a zip that can be imported" + detail;
        }
        return "cannot be read: " + IoReason.of(e);
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
