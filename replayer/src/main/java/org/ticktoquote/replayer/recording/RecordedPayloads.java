package org.ticktoquote.replayer.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.agrona.DirectBuffer;

/**
 * The payloads of a recording, by number from 0, in the order of their times; each carries no tick, one or several.
 *
 * <p>Immutable: any thread may read it until the recording is closed; nothing but {@link #copy} allocates. What an
 * index of a changed file says may be wrong: {@link Recording#verify()} finds that out, and {@link #sound} for one payload.
 */
public final class RecordedPayloads {
    private static final int INDEXES_PER_PART = (1 << 30) / PayloadIndex.LENGTH;

    private final long count;
    private final long ticks;
    private final boolean priced;
    private final byte[] declaration;
    private final MappedRecords index;
    private final MappedRecords bytes;

    /** Those of a recording, which stand behind its messages. */
    RecordedPayloads(FileChannel channel, long from, RecordingHeader header) throws IOException {
        PayloadHeader payloads = header.payloads();
        this.count = payloads.count();
        this.ticks = header.count();
        this.priced = payloads.priced();
        this.index = new MappedRecords(channel, from, count, PayloadIndex.LENGTH, INDEXES_PER_PART);
        long bytesFrom = from + count * PayloadIndex.LENGTH;
        this.bytes = MappedRecords.ofBytes(channel, bytesFrom, payloads.bytes());
        this.declaration = read(channel, bytesFrom + payloads.bytes(), payloads.declarationBytes());
    }

    private static byte[] read(FileChannel channel, long from, int length) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(length);
        while (text.hasRemaining() && channel.read(text, from + text.position()) >= 0) {
            // a read may be short
        }
        return text.array();
    }

    public long count() {
        return count;
    }

    /** The text of the file that declares lines, numbers and what is rewritten. */
    public String declaration() {
        return new String(declaration, StandardCharsets.UTF_8);
    }

    /** Whether ticks carry prices: a decoder read them when the recording was made. */
    public boolean priced() {
        return priced;
    }

    /** Time of its capture, ns since 1970-01-01 UTC. */
    public long timeNs(long payload) {
        return PayloadIndex.timeNs(index.buffer(payload), index.offset(payload));
    }

    public int line(long payload) {
        return PayloadIndex.line(index.buffer(payload), index.offset(payload));
    }

    /** Its number on its line, or {@link RecordedPayload#NO_SEQUENCE}. */
    public long sequence(long payload) {
        return PayloadIndex.sequence(index.buffer(payload), index.offset(payload));
    }

    /** Index of its first tick; where it carries none, of the next one, which may be the number of ticks. */
    public long firstTick(long payload) {
        return PayloadIndex.firstTick(index.buffer(payload), index.offset(payload));
    }

    /** How many ticks it carries. */
    public long ticks(long payload) {
        return (payload + 1 == count ? ticks : firstTick(payload + 1)) - firstTick(payload);
    }

    public int length(long payload) {
        return PayloadIndex.length(index.buffer(payload), index.offset(payload));
    }

    long begin(long payload) {
        return PayloadIndex.begin(index.buffer(payload), index.offset(payload));
    }

    /** Where its bytes are, at {@link #offset}. */
    public DirectBuffer buffer(long payload) {
        return bytes.buffer(begin(payload));
    }

    public int offset(long payload) {
        return bytes.offset(begin(payload));
    }

    /** The payload that carries a tick. */
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

    /** Whether what the index says of a payload can be: it is within the bytes, on a line, with ticks that there are. */
    boolean sound(long payload) {
        int length = length(payload);
        return length <= PayloadIndex.LONGEST_PAYLOAD
                && bytes.holds(begin(payload), length)
                && line(payload) >= 0
                && line(payload) < RecordedPayload.MOST_LINES
                && firstTick(payload) >= 0
                && firstTick(payload) <= ticks;
    }

    /** A copy, for tools; it must be {@link #sound}. */
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
