package org.ticktoquote.endtoend;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.marketdata.MessageHeaderEncoder;
import org.ticktoquote.core.marketdata.QuoteEncoder;
import org.ticktoquote.core.run.Instrument;

/**
 * An application that reads only the binary protocol of docs/feed-plugin and forwards it to a pricing
 * application over a private port.
 *
 * <p>Arguments: its feed port, the port of the pricing application, and the command of the pricing application.
 */
final class BinaryGateway {
    private static final int LONGEST = 65_507;
    private static final int NAME = 16;

    private final UnsafeBuffer quote = new UnsafeBuffer(new byte[256]);
    private final QuoteEncoder encoder = new QuoteEncoder();
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final ApplicationBehind behind;

    private BinaryGateway(ApplicationBehind behind) {
        this.behind = behind;
    }

    /** Returns the command of a gateway with the built-in application as its back end. */
    static String command() throws IOException {
        return ApplicationBehind.command(BinaryGateway.class, "", "{feedPort}", " --truth {run}");
    }

    public static void main(String[] arguments) throws Exception {
        try (ApplicationBehind behind = new ApplicationBehind(arguments);
                DatagramChannel channel = DatagramChannel.open()) {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, 4 << 20);
            channel.bind(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])));
            BinaryGateway gateway = new BinaryGateway(behind);
            ByteBuffer bytes = ByteBuffer.allocate(LONGEST);
            while (behind.runs()) {
                channel.receive(bytes.clear());
                gateway.take(bytes.flip());
            }
        }
    }

    private void take(ByteBuffer message) {
        switch (message.get()) {
            case 'S' -> behind.begin(message.getLong(), message.getLong());
            case 'I' -> define(message);
            case 'V' -> {
                message.get();
                behind.venue(name(message));
            }
            case 'Q' -> quote(message);
            case 'H' -> behind.heartbeat(message.getLong());
            default -> behind.end(message.getLong());
        }
    }

    private void define(ByteBuffer message) {
        int id = message.getShort();
        long pip = message.getLong();
        long tickSize = message.getLong();
        behind.instrument(new Instrument(id, name(message), pip, tickSize));
    }

    private static String name(ByteBuffer message) {
        byte[] name = new byte[NAME];
        message.get(name);
        return new String(name, StandardCharsets.US_ASCII).trim();
    }

    private void quote(ByteBuffer message) {
        long tickId = message.getLong();
        long timeNs = message.getLong();
        encoder.wrapAndApplyHeader(quote, 0, header)
                .bid(message.getLong())
                .ask(message.getLong())
                .bidQuantity(message.getLong())
                .askQuantity(message.getLong())
                .instrumentId(message.getShort())
                .venueId(message.get())
                .sides()
                .clear();
        quote.putByte(header.encodedLength() + QuoteEncoder.sidesEncodingOffset(), message.get());
        behind.quote(quote, 0, tickId, timeNs);
    }
}
