package org.ticktoquote.wire.capture;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.file.GzipContent;
import org.ticktoquote.core.file.PackedDamage;

/** Bytes of a file or pipe, unpacked where they are in a gzip or in zstd. */
final class CaptureInput implements Closeable {
    /** Paths that stand for what this process is given. */
    private static final Set<String> STANDARD_INPUT = Set.of("-", "/dev/stdin");

    private static final int BUFFER_LENGTH = 1 << 16;
    private static final byte FILLING = (byte) 0xA5;

    private final FileInputStream file;
    private final FileChannel channel;
    private final boolean regular;
    private boolean packed;
    private @Nullable InputStream unpacked;
    private byte[] buffer = {};
    private @Nullable IOException zstdFailure;

    private CaptureInput(FileInputStream file, boolean regular) {
        this.file = file;
        this.channel = file.getChannel();
        this.regular = regular;
    }

    static boolean isStandardInput(Path path) {
        return STANDARD_INPUT.contains(path.toString());
    }

    static CaptureInput open(Path path) throws IOException {
        return isStandardInput(path)
                ? new CaptureInput(new FileInputStream(FileDescriptor.in), Files.isRegularFile(Path.of("/dev/stdin")))
                : new CaptureInput(new FileInputStream(path.toFile()), Files.isRegularFile(path));
    }

    /** Whether more may follow where it ends. */
    boolean canGrow() {
        return regular && !packed;
    }

    /**
     * Unpacks the rest where it is packed.
     *
     * @param begin all that was read so far
     * @return whether it is packed, so that the same bytes come again, unpacked
     */
    boolean unpack(byte[] begin) throws IOException {
        if (packed || !GzipContent.begins(begin) && !beginsZstd(begin)) {
            return false;
        }
        packed = true;
        InputStream all = new SequenceInputStream(new ByteArrayInputStream(begin), file);
        unpacked = GzipContent.begins(begin) ? new GzipContent(all) : new ZstdInputStream(all);
        buffer = new byte[BUFFER_LENGTH];
        return true;
    }

    private static boolean beginsZstd(byte[] begin) {
        return begin.length >= Integer.BYTES && ByteBuffer.wrap(begin).getInt() == 0x28B52FFD;
    }

    /** Reads some bytes; -1 where there are none at present. */
    int read(ByteBuffer to) throws IOException {
        return unpacked == null ? channel.read(to) : readUnpacked(unpacked, to);
    }

    private int readUnpacked(InputStream from, ByteBuffer to) throws IOException {
        int got = from instanceof ZstdInputStream
                ? readZstd(from, Math.min(buffer.length, to.remaining()))
                : from.read(buffer, 0, Math.min(buffer.length, to.remaining()));
        if (got > 0) {
            to.put(buffer, 0, got);
        }
        return got;
    }

    /** The library fails without saying how much it unpacked before: it is what differs from a filling. */
    private int readZstd(InputStream from, int wanted) throws IOException {
        if (zstdFailure != null) {
            throw zstdFailure;
        }
        Arrays.fill(buffer, FILLING);
        try {
            return from.read(buffer, 0, wanted);
        } catch (MalformedInputException e) {
            zstdFailure = new PackedDamage("not a sound zstd: " + e.getMessage());
        } catch (IOException e) {
            zstdFailure = isCut(e) ? new EOFException("in the middle of a zstd") : e;
        }
        int got = wanted;
        while (got > 0 && buffer[got - 1] == FILLING) {
            got--;
        }
        if (got == 0) {
            throw zstdFailure;
        }
        return got;
    }

    /** The library has one exception for a file that ends too early and for one that cannot be read. */
    private static boolean isCut(IOException failure) {
        return String.valueOf(failure.getMessage()).startsWith("Not enough input");
    }

    @Override
    public void close() throws IOException {
        if (unpacked != null) {
            unpacked.close();
        }
        file.close();
    }
}
