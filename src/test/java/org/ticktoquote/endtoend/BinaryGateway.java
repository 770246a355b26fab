package org.ticktoquote.endtoend;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.marketdata.MessageHeaderEncoder;
import org.ticktoquote.core.marketdata.QuoteEncoder;
import org.ticktoquote.core.net.UnclaimedPort;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.feed.FeedListener;
import org.ticktoquote.replayer.feed.Feeds;
import org.ticktoquote.replayer.feed.SessionOpening;

/**
 * An application that knows the binary protocol of docs/feed-plugin only: it reads that and passes it on to a pricing
 * application behind it, by a port that only the two of them know.
 *
 * <p>Arguments: the port that it reads, the port of the one behind, and the command of that one.
 */
final class BinaryGateway {
    private static final int LONGEST = 65_507;
    private static final int NAME = 16;

    private final UnsafeBuffer quote = new UnsafeBuffer(new byte[256]);
    private final QuoteEncoder encoder = new QuoteEncoder();
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final Feed behind;
    private final List<Instrument> instruments = new ArrayList<>();
    private final List<String> venues = new ArrayList<>();
    private long session;
    private long firstTickId;
    private boolean opened;

    private BinaryGateway(Feed behind) {
        this.behind = behind;
    }

    /** The command of one, with the built-in application behind it. */
    static String command() throws IOException {
        int behind = UnclaimedPort.udp(InetAddress.getLoopbackAddress());
        String classes = BinaryGateway.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        return "{java} --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED"
                + " -cp '" + T2qProcess.jar() + ":" + classes + "' " + BinaryGateway.class.getName() + " {feedPort} "
                + behind + " {java} -jar '" + T2qProcess.jar() + "' pricing-app --feed udp://127.0.0.1:" + behind
                + " --fix-port {fixPort} --sessions {sessions} --truth {run}";
    }

    public static void main(String[] arguments) throws Exception {
        Process pricing = new ProcessBuilder(Arrays.asList(arguments).subList(2, arguments.length))
                .inheritIO()
                .start();
        try (DatagramChannel channel = DatagramChannel.open();
                Feed behind = Feeds.BUILT_IN.open("udp://127.0.0.1:" + arguments[1], FeedListener.NONE)) {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, 4 << 20);
            channel.bind(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])));
            BinaryGateway gateway = new BinaryGateway(behind);
            ByteBuffer bytes = ByteBuffer.allocate(LONGEST);
            while (pricing.isAlive()) {
                channel.receive(bytes.clear());
                gateway.take(bytes.flip());
            }
        }
    }

    private void take(ByteBuffer message) {
        switch (message.get()) {
            case 'S' -> begin(message);
            case 'I' -> define(message);
            case 'V' -> {
                message.get();
                venues.add(name(message));
            }
            case 'Q' -> quote(message);
            case 'H' -> {
                open();
                behind.heartbeat(message.getLong());
            }
            default -> behind.end(message.getLong());
        }
    }

    private void begin(ByteBuffer message) {
        session = message.getLong();
        firstTickId = message.getLong();
        instruments.clear();
        venues.clear();
        opened = false;
    }

    private void define(ByteBuffer message) {
        int id = message.getShort();
        long pip = message.getLong();
        long tickSize = message.getLong();
        instruments.add(new Instrument(id, name(message), pip, tickSize));
    }

    private static String name(ByteBuffer message) {
        byte[] name = new byte[NAME];
        message.get(name);
        return new String(name, StandardCharsets.US_ASCII).trim();
    }

    /** Every definition came before the first of whatever follows. */
    private void open() {
        if (!opened) {
            opened = true;
            behind.open(new SessionOpening(session, firstTickId, instruments, venues));
        }
    }

    private void quote(ByteBuffer message) {
        open();
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
        behind.prepare(quote, 0, tickId, timeNs);
        behind.send();
    }
}
