package org.ticktoquote.replayer.feed;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.recording.RecordedQuote;

/** Message of the feed, decoded according to {@code docs/feed.md} like in a user's handler. */
public sealed interface FeedMessage {
    /** Template 1. */
    record Tick(long tickId, RecordedQuote quote, int sides) implements FeedMessage {}

    /** Template 2. */
    record Start(long session, long firstTickId) implements FeedMessage {}

    /** Template 3. */
    record End(long session, long lastTickId) implements FeedMessage {}

    /** Template 4. */
    record Alive(long nextTickId) implements FeedMessage {}

    /** Template 5. */
    record InstrumentIs(Instrument instrument) implements FeedMessage {}

    /** Template 6. */
    record VenueIs(int id, String name) implements FeedMessage {}

    /** A datagram. */
    record Packet(long session, long sequence, int count, List<FeedMessage> messages) {
        /** Parses a datagram. */
        public static Packet of(ByteBuffer bytes) {
            bytes.order(ByteOrder.LITTLE_ENDIAN);
            long session = bytes.getLong();
            long sequence = bytes.getLong();
            int count = bytes.getShort() & 0xffff;
            bytes.getShort();
            List<FeedMessage> messages = new ArrayList<>();
            while (bytes.hasRemaining()) {
                messages.add(read(bytes));
            }
            return new Packet(session, sequence, count, messages);
        }
    }

    /** Reads a message with its header. */
    static FeedMessage read(ByteBuffer bytes) {
        bytes.order(ByteOrder.LITTLE_ENDIAN);
        int blockLength = bytes.getShort() & 0xffff;
        int template = bytes.getShort() & 0xffff;
        if (bytes.getShort() != 7402 || bytes.getShort() != 1) {
            throw new IllegalStateException("not the schema");
        }
        ByteBuffer block = bytes.slice(bytes.position(), blockLength).order(ByteOrder.LITTLE_ENDIAN);
        bytes.position(bytes.position() + blockLength);
        return switch (template) {
            case 1 -> tick(block);
            case 2 -> new Start(block.getLong(0), block.getLong(8));
            case 3 -> new End(block.getLong(0), block.getLong(8));
            case 4 -> new Alive(block.getLong(0));
            case 5 ->
                new InstrumentIs(new Instrument(
                        block.getShort(16) & 0xffff, name(block, 18), block.getLong(0), block.getLong(8)));
            case 6 -> new VenueIs(block.get(0) & 0xff, name(block, 1));
            default -> throw new IllegalStateException("template " + template);
        };
    }

    private static Tick tick(ByteBuffer block) {
        RecordedQuote quote = new RecordedQuote(
                block.getLong(8),
                block.getShort(48) & 0xffff,
                block.get(50) & 0xff,
                block.getLong(16),
                block.getLong(24),
                block.getLong(32),
                block.getLong(40));
        return new Tick(block.getLong(0), quote, block.get(51));
    }

    private static String name(ByteBuffer block, int at) {
        byte[] bytes = new byte[16];
        block.get(at, bytes);
        return new String(bytes, StandardCharsets.US_ASCII).replace("\0", "");
    }
}
