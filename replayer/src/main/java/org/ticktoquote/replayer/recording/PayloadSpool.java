package org.ticktoquote.replayer.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Collects payloads and their index in temporary files next to the recording, because both follow its messages. Not
 * thread-safe.
 */
final class PayloadSpool implements Closeable {
    private static final int HELD = 1 << 18;

    private final byte[] declaration;
    private final boolean priced;
    private final FileChannel indexFile;
    private final FileChannel bytesFile;
    private final ByteBuffer index = ByteBuffer.allocate(HELD / PayloadIndex.LENGTH * PayloadIndex.LENGTH);
    private final UnsafeBuffer indexBuffer = new UnsafeBuffer(index);
    private final ByteBuffer bytes = ByteBuffer.allocate(HELD);
    private long count;
    private long length;
    private long lastTimeNs = Long.MIN_VALUE;

    PayloadSpool(Path beside, String declaration, boolean priced) throws IOException {
        this.declaration = declaration.getBytes(StandardCharsets.UTF_8);
        this.priced = priced;
        this.indexFile = temporary(beside, ".index");
        this.bytesFile = temporary(beside, ".payloads");
    }

    private static FileChannel temporary(Path beside, String ending) throws IOException {
        Path file = beside.resolveSibling(beside.getFileName() + ending);
        Files.deleteIfExists(
                file); // left by a crashed writer, because a running one would hold the claim on the output
        return FileChannel.open(
                file,
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE);
    }

    /** Adds a payload whose first tick is the next tick written. */
    void add(RecordedPayload payload, long nextTick) throws IOException {
        require(payload);
        if (!index.hasRemaining()) {
            drain(index, indexFile);
        }
        if (bytes.remaining() < payload.length()) {
            drain(bytes, bytesFile);
        }
        PayloadIndex.put(indexBuffer, index.position(), payload, length, nextTick);
        index.position(index.position() + PayloadIndex.LENGTH);
        bytes.put(payload.bytes().duplicate().rewind());
        length += payload.length();
        lastTimeNs = payload.timeNs();
        count++;
    }

    private void require(RecordedPayload payload) {
        if (payload.timeNs() < lastTimeNs || payload.length() > PayloadIndex.MAX_PAYLOAD) {
            throw new IllegalArgumentException("payload " + count
                    + " refused: it is earlier than the one before it, or " + payload.length() + " bytes long");
        }
    }

    private static void drain(ByteBuffer full, FileChannel to) throws IOException {
        full.flip();
        while (full.hasRemaining()) {
            to.write(full);
        }
        full.clear();
    }

    boolean priced() {
        return priced;
    }

    /**
     * Returns true if the quote can belong to the last payload. It must have the payload's time, and prices if and only if
     * the recording has prices.
     */
    boolean carries(RecordedQuote quote) {
        return count > 0 && quote.venueTimeNs() == lastTimeNs && priced == (quote.hasBid() || quote.hasAsk());
    }

    PayloadHeader header() {
        return new PayloadHeader(count, length, declaration.length, priced);
    }

    /** Writes index, payloads and declaration at the channel's position. */
    void writeTo(FileChannel to, MessageDigest digest) throws IOException {
        drain(index, indexFile);
        drain(bytes, bytesFile);
        copy(indexFile, to, digest);
        copy(bytesFile, to, digest);
        digest.update(declaration);
        write(ByteBuffer.wrap(declaration), to);
    }

    private void copy(FileChannel from, FileChannel to, MessageDigest digest) throws IOException {
        from.position(0);
        while (from.read(bytes.clear()) >= 0) {
            digest.update(bytes.flip().duplicate());
            write(bytes, to);
        }
    }

    private static void write(ByteBuffer source, FileChannel to) throws IOException {
        while (source.hasRemaining()) {
            to.write(source);
        }
    }

    @Override
    public void close() throws IOException {
        try (indexFile) {
            bytesFile.close();
        }
    }
}
