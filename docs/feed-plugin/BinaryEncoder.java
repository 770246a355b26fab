package example;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.feed.MessageSink;
import org.ticktoquote.replayer.feed.SessionOpening;
import org.ticktoquote.replayer.feed.FeedTick;
import org.ticktoquote.replayer.feed.TickEncoder;

/**
 * A binary protocol as a venue may have it, big-endian, the type of a message in its first byte:
 *
 * <pre>
 * S  session int64, number of the first quote int64
 * I  instrument uint16, pip int64, tick size int64, symbol 16 characters
 * V  venue uint8, name 16 characters
 * Q  number int64, time ns int64, bid int64, ask int64, bid size int64, ask size int64, instrument uint16, venue uint8,
 *    sides uint8: 1 bid, 2 ask
 * H  number of the next quote int64
 * E  number of the last quote int64
 * </pre>
 */
public final class BinaryEncoder implements TickEncoder {
    private static final ByteOrder ORDER = ByteOrder.BIG_ENDIAN;
    private static final int NAME = 16;

    private final UnsafeBuffer message = new UnsafeBuffer(new byte[64]);

    @Override
    public String protocol() {
        return "binary";
    }

    @Override
    public int tick(FeedTick tick, MutableDirectBuffer to) {
        to.putByte(0, (byte) 'Q');
        to.putLong(1, tick.id(), ORDER);
        to.putLong(9, tick.venueTimeNs(), ORDER);
        to.putLong(17, tick.bid(), ORDER);
        to.putLong(25, tick.ask(), ORDER);
        to.putLong(33, tick.bidQuantity(), ORDER);
        to.putLong(41, tick.askQuantity(), ORDER);
        to.putShort(49, (short) tick.instrument(), ORDER);
        to.putByte(51, (byte) tick.venue());
        to.putByte(52, (byte) ((tick.hasBid() ? 1 : 0) | (tick.hasAsk() ? 2 : 0)));
        return 53;
    }

    @Override
    public void opening(SessionOpening opening, MessageSink sink) {
        message.putByte(0, (byte) 'S');
        message.putLong(1, opening.session(), ORDER);
        message.putLong(9, opening.firstTickId(), ORDER);
        sink.accept(message, 0, 17);
        for (Instrument each : opening.instruments()) {
            message.putByte(0, (byte) 'I');
            message.putShort(1, (short) each.id(), ORDER);
            message.putLong(3, each.pip(), ORDER);
            message.putLong(11, each.tickSize(), ORDER);
            sink.accept(message, 0, name(19, each.symbol()));
        }
        for (int id = 0; id < opening.venues().size(); id++) {
            message.putByte(0, (byte) 'V');
            message.putByte(1, (byte) id);
            sink.accept(message, 0, name(2, opening.venues().get(id)));
        }
    }

    private int name(int at, String name) {
        message.setMemory(at, NAME, (byte) 0);
        message.putBytes(at, name.getBytes(StandardCharsets.US_ASCII));
        return at + NAME;
    }

    @Override
    public void heartbeat(long nextTickId, MessageSink sink) {
        number('H', nextTickId, sink);
    }

    @Override
    public void end(long lastTickId, MessageSink sink) {
        number('E', lastTickId, sink);
    }

    private void number(char type, long number, MessageSink sink) {
        message.putByte(0, (byte) type);
        message.putLong(1, number, ORDER);
        sink.accept(message, 0, 9);
    }
}
