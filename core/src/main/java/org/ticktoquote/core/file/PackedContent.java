package org.ticktoquote.core.file;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

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

    /**
     * Unpacked bytes of a zstd file, up to the point where it is damaged ({@link UnpackException}) or truncated
     * ({@link EOFException}).
     */
    private static final class ZstdContent extends FilterInputStream {
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

    /**
     * Unpacked content of a gzip file (RFC 1952) with one or several members.
     *
     * <p>{@link java.util.zip.GZIPInputStream} treats any bytes after a member that are not gzip as the end of the file, and so
     * silently drops a damaged second member. This class unpacks and checks every member. Only zeros can follow the last one.
     * Anything else causes an {@link UnpackException}.
     */
    private static final class GzipContent extends InputStream {
        private static final byte[] MAGIC = {0x1f, (byte) 0x8b};

        private static final int DEFLATE = 8;
        private static final int HEADER_CRC = 2;
        private static final int EXTRA = 4;
        private static final int NAME = 8;
        private static final int COMMENT = 16;
        /** Header fields MTIME, XFL and OS. */
        private static final int UNUSED_BYTES = 6;

        private final InputStream in;
        private final Inflater inflater = new Inflater(true);
        private final CRC32 crc = new CRC32();
        private final byte[] buffer = new byte[1 << 16];
        private int at;
        private int end;
        private boolean ended;

        public static boolean begins(byte[] bytes) {
            return bytes.length >= MAGIC.length && bytes[0] == MAGIC[0] && bytes[1] == MAGIC[1];
        }

        /** Reads the first header. Closes the stream if there is none. */
        public GzipContent(InputStream in) throws IOException {
            this.in = in;
            try {
                header();
            } catch (IOException e) {
                close();
                throw e;
            }
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int wanted) throws IOException {
            while (!ended && wanted > 0) {
                int read = inflate(bytes, offset, wanted);
                if (read > 0) {
                    crc.update(bytes, offset, read);
                    return read;
                }
                if (inflater.finished()) {
                    at = end - inflater.getRemaining();
                    trailer();
                    nextMember();
                } else if (inflater.needsInput()) {
                    fill();
                    inflater.setInput(buffer, at, end - at);
                } else {
                    throw new UnpackException("a preset dictionary is missing");
                }
            }
            return ended ? -1 : 0;
        }

        private int inflate(byte[] bytes, int offset, int wanted) throws UnpackException {
            try {
                return inflater.inflate(bytes, offset, wanted);
            } catch (DataFormatException e) {
                throw new UnpackException("not a sound gzip: " + e.getMessage());
            }
        }

        private void header() throws IOException {
            if (next() != (MAGIC[0] & 0xFF) || next() != (MAGIC[1] & 0xFF) || next() != DEFLATE) {
                throw new UnpackException("not a sound gzip: a member does not begin with 1f 8b 08");
            }
            int flags = next();
            skip(UNUSED_BYTES);
            if ((flags & EXTRA) != 0) {
                skip(next() | next() << 8);
            }
            for (int text = NAME; text <= COMMENT; text <<= 1) {
                while ((flags & text) != 0 && next() != 0) {
                    // skips the file name or the comment
                }
            }
            skip((flags & HEADER_CRC) != 0 ? 2 : 0);
            inflater.reset();
            inflater.setInput(buffer, at, end - at);
            crc.reset();
        }

        private void skip(int bytes) throws IOException {
            for (int i = 0; i < bytes; i++) {
                next();
            }
        }

        private void trailer() throws IOException {
            long checksum = littleEndian();
            long length = littleEndian();
            if (checksum != crc.getValue() || length != (inflater.getBytesWritten() & 0xFFFF_FFFFL)) {
                throw new UnpackException("not a sound gzip: its checksum or length is wrong");
            }
        }

        private long littleEndian() throws IOException {
            long value = 0;
            for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
                value |= (long) next() << shift;
            }
            return value;
        }

        private void nextMember() throws IOException {
            int first = nextOrEnd();
            if (first == 0) {
                while (first == 0) {
                    first = nextOrEnd();
                }
                if (first > 0) {
                    throw new UnpackException("not a sound gzip: other bytes follow its end");
                }
            }
            ended = first < 0;
            if (!ended) {
                at--;
                header();
            }
        }

        private int next() throws IOException {
            if (at == end) {
                fill();
            }
            return buffer[at++] & 0xFF;
        }

        private int nextOrEnd() throws IOException {
            if (at == end) {
                at = 0;
                end = Math.max(0, in.read(buffer));
            }
            return at == end ? -1 : buffer[at++] & 0xFF;
        }

        private void fill() throws IOException {
            at = 0;
            end = Math.max(0, in.read(buffer));
            if (end == 0) {
                throw new EOFException("in the middle of a gzip");
            }
        }

        @Override
        public void close() throws IOException {
            inflater.end();
            in.close();
        }
    }
}
