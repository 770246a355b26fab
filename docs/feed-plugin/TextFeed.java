package example;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.Map;
import java.util.stream.Collectors;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.marketdata.MessageHeaderDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.feed.SessionOpening;

/**
 * A line of text a datagram:
 *
 * <pre>
 * open SESSION FIRST-TICK-ID SYMBOL:PIP:TICK-SIZE,... VENUE,...
 * quote TICK-ID VENUE-TIME BID ASK BID-QUANTITY ASK-QUANTITY INSTRUMENT VENUE SIDES
 * alive NEXT-TICK-ID
 * end LAST-TICK-ID
 * </pre>
 */
final class TextFeed implements Feed {
    private final String address;
    private final DatagramChannel channel;
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(65_507);
    private final UnsafeBuffer line = new UnsafeBuffer(bytes);
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final QuoteDecoder decoder = new QuoteDecoder();

    TextFeed(String address, DatagramChannel channel) {
        this.address = address;
        this.channel = channel;
    }

    @Override
    public void open(SessionOpening opening) {
        write("open " + opening.session() + " " + opening.firstTickId() + " "
                + opening.instruments().stream().map(TextFeed::text).collect(Collectors.joining(",")) + " "
                + String.join(",", opening.venues()));
    }

    private static String text(Instrument instrument) {
        return instrument.symbol() + ":" + instrument.pip() + ":" + instrument.tickSize();
    }

    /** Before its moment: whatever can be done early. Allocates nothing. */
    @Override
    public void prepare(DirectBuffer quote, int offset, long tickId, long venueTimeNs) {
        decoder.wrapAndApplyHeader(quote, offset, header);
        int end = line.putStringWithoutLengthAscii(0, "quote ");
        end = number(end, tickId);
        end = number(end, venueTimeNs);
        end = number(end, decoder.bid());
        end = number(end, decoder.ask());
        end = number(end, decoder.bidQuantity());
        end = number(end, decoder.askQuantity());
        end = number(end, decoder.instrumentId());
        end = number(end, decoder.venueId());
        end = number(end, decoder.sides().getRaw());
        bytes.clear().limit(end);
    }

    private int number(int at, long value) {
        int end = at + line.putLongAscii(at, value);
        line.putByte(end, (byte) ' ');
        return end + 1;
    }

    /** At its moment: nothing but the system call. */
    @Override
    public boolean send() {
        try {
            return channel.write(bytes) > 0;
        } catch (IOException refusedByKernel) {
            return false;
        }
    }

    @Override
    public void heartbeat(long nextTickId) {
        write("alive " + nextTickId);
    }

    @Override
    public void end(long lastTickId) {
        write("end " + lastTickId);
    }

    private void write(String text) {
        bytes.clear().limit(line.putStringWithoutLengthAscii(0, text));
        send();
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public Map<String, Long> facts() {
        return Map.of();
    }

    @Override
    public boolean connected() {
        return true;
    }

    @Override
    public void abort() {}

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
