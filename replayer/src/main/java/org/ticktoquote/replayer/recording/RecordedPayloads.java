package org.ticktoquote.replayer.recording;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Payloads of a recording, numbered from 0 in time order. A payload has zero or more ticks.
 *
 * <p>Layout of the index entry of a payload, 40 bytes.
 * <pre>
 *  0 int64  capture time, ns since 1970-01-01 UTC
 *  8 int64  sequence number on its line; the smallest int64 if it has none
 * 16 int64  offset in the bytes of all payloads
 * 24 int64  index of its first tick; of the next tick if it has none
 * 32 int32  its length
 * 36 uint16 index of its line in the declaration
 * 38 uint16 0
 * </pre>
 *
 * <p>Immutable. Any thread can read until the recording is closed. Only {@link #copy} and {@link #declaration} allocate. The
 * index of a modified file can be wrong. {@link Recording#verify()} detects this, and {@link #isPlausible} for one payload.
 */
public final class RecordedPayloads {
    /** Length of an index entry. */
    static final int INDEX_LENGTH = 40;
    /** Maximum of a UDP datagram. */
    static final int MAX_PAYLOAD = 65_507;

    private static final int TIME = 0;
    private static final int SEQUENCE = 8;
    private static final int BEGIN = 16;
    private static final int FIRST_TICK = 24;
    private static final int PAYLOAD_LENGTH = 32;
    private static final int LINE = 36;
    private static final int INDEXES_PER_PART = (1 << 30) / INDEX_LENGTH;

    private final long count;
    private final long ticks;
    private final boolean priced;
    private final byte[] declaration;
    private final MappedRecords index;
    private final MappedRecords bytes;

    /** Maps the payloads of a recording, which follow its messages. */
    RecordedPayloads(FileChannel channel, long from, RecordingHeader header) throws IOException {
        RecordingHeader.Payloads payloads = header.payloads();
        this.count = payloads.count();
        this.ticks = header.count();
        this.priced = payloads.priced();
        this.index = new MappedRecords(channel, from, count, INDEX_LENGTH, INDEXES_PER_PART);
        long bytesFrom = from + count * INDEX_LENGTH;
        this.bytes = MappedRecords.ofBytes(channel, bytesFrom, payloads.bytes());
        this.declaration = read(channel, bytesFrom + payloads.bytes(), payloads.declarationBytes());
    }

    /** Writes the index entry of a payload. */
    static void putIndex(MutableDirectBuffer to, int at, RecordedPayload payload, long begin, long firstTick) {
        to.putLong(at + TIME, payload.timeNs(), LITTLE_ENDIAN);
        to.putLong(at + SEQUENCE, payload.sequence(), LITTLE_ENDIAN);
        to.putLong(at + BEGIN, begin, LITTLE_ENDIAN);
        to.putLong(at + FIRST_TICK, firstTick, LITTLE_ENDIAN);
        to.putInt(at + PAYLOAD_LENGTH, payload.length(), LITTLE_ENDIAN);
        to.putInt(at + LINE, payload.line(), LITTLE_ENDIAN);
    }

    private static byte[] read(FileChannel channel, long from, int length) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(length);
        while (text.hasRemaining() && channel.read(text, from + text.position()) >= 0) {
            // a read can be short
        }
        return text.array();
    }

    public long count() {
        return count;
    }

    /** Returns the declaration: lines, sequence numbers and rewriting rules. */
    public String declaration() {
        return new String(declaration, StandardCharsets.UTF_8);
    }

    /** Returns true if ticks have prices, which a decoder read during import. */
    public boolean priced() {
        return priced;
    }

    /** Returns the capture time, ns since 1970-01-01 UTC. */
    public long timeNs(long payload) {
        return index.buffer(payload).getLong(index.offset(payload) + TIME, LITTLE_ENDIAN);
    }

    public int line(long payload) {
        return index.buffer(payload).getInt(index.offset(payload) + LINE, LITTLE_ENDIAN);
    }

    /** Returns the sequence number on the payload's line, or {@link RecordedPayload#NO_SEQUENCE}. */
    public long sequence(long payload) {
        return index.buffer(payload).getLong(index.offset(payload) + SEQUENCE, LITTLE_ENDIAN);
    }

    /**
     * Returns the index of the payload's first tick. If it has none, returns the index of the next tick, which can be the
     * number of ticks.
     */
    public long firstTick(long payload) {
        return index.buffer(payload).getLong(index.offset(payload) + FIRST_TICK, LITTLE_ENDIAN);
    }

    public long ticks(long payload) {
        return (payload + 1 == count ? ticks : firstTick(payload + 1)) - firstTick(payload);
    }

    public int length(long payload) {
        return index.buffer(payload).getInt(index.offset(payload) + PAYLOAD_LENGTH, LITTLE_ENDIAN);
    }

    long begin(long payload) {
        return index.buffer(payload).getLong(index.offset(payload) + BEGIN, LITTLE_ENDIAN);
    }

    /** Returns the buffer that contains the payload at {@link #offset}. */
    public DirectBuffer buffer(long payload) {
        return bytes.buffer(begin(payload));
    }

    public int offset(long payload) {
        return bytes.offset(begin(payload));
    }

    public long payloadOf(long tick) {
        long low = 0;
        long high = count - 1;
        while (low < high) {
            long middle = (low + high + 1) >>> 1;
            if (firstTick(middle) <= tick) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Returns true if the bytes, line and ticks that a payload's index entry names exist. */
    boolean isPlausible(long payload) {
        int length = length(payload);
        return length <= MAX_PAYLOAD
                && bytes.contains(begin(payload), length)
                && line(payload) >= 0
                && line(payload) < RecordedPayload.MAX_LINES
                && firstTick(payload) >= 0
                && firstTick(payload) <= ticks;
    }

    /** Returns a copy, for tools. The payload must be {@link #isPlausible}. */
    RecordedPayload copy(long payload) {
        byte[] copy = new byte[length(payload)];
        if (copy.length > 0) {
            buffer(payload).getBytes(offset(payload), copy);
        }
        return new RecordedPayload(
                timeNs(payload),
                line(payload),
                sequence(payload),
                ByteBuffer.wrap(copy).asReadOnlyBuffer());
    }

    void load() {
        index.load();
        bytes.load();
    }

    void addTo(MessageDigest digest) {
        index.addTo(digest);
        bytes.addTo(digest);
        digest.update(declaration);
    }

    void unmap() {
        index.unmap();
        bytes.unmap();
    }
}
