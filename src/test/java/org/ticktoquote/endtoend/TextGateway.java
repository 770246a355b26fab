package org.ticktoquote.endtoend;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.marketdata.MessageHeaderEncoder;
import org.ticktoquote.core.marketdata.QuoteEncoder;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.feed.FeedListener;
import org.ticktoquote.replayer.feed.Feeds;
import org.ticktoquote.replayer.feed.SessionOpening;

/**
 * An application that knows the text protocol of docs/feed-plugin only: it reads that and passes it on to a pricing
 * application behind it, by a port that only the two of them know.
 *
 * <p>Arguments: the port that it reads, the port of the one behind, and the command of that one.
 */
final class TextGateway {
    private static final int LONGEST = 65_507;

    private final UnsafeBuffer quote = new UnsafeBuffer(new byte[256]);
    private final QuoteEncoder encoder = new QuoteEncoder();
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final Feed behind;

    private TextGateway(Feed behind) {
        this.behind = behind;
    }

    public static void main(String[] arguments) throws Exception {
        Process pricing = new ProcessBuilder(Arrays.asList(arguments).subList(2, arguments.length))
                .inheritIO()
                .start();
        try (DatagramChannel channel = DatagramChannel.open();
                Feed behind = Feeds.BUILT_IN.open("udp://127.0.0.1:" + arguments[1], FeedListener.NONE)) {
            channel.bind(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])));
            TextGateway gateway = new TextGateway(behind);
            ByteBuffer bytes = ByteBuffer.allocate(LONGEST);
            while (pricing.isAlive()) {
                channel.receive(bytes.clear());
                gateway.take(new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII).split(" "));
            }
        }
    }

    private void take(String[] words) {
        switch (words[0]) {
            case "open" ->
                behind.open(new SessionOpening(
                        Long.parseLong(words[1]),
                        Long.parseLong(words[2]),
                        instruments(words[3]),
                        List.of(words[4].split(","))));
            case "quote" ->
                quote(Arrays.stream(words).skip(1).mapToLong(Long::parseLong).toArray());
            case "alive" -> behind.heartbeat(Long.parseLong(words[1]));
            default -> behind.end(Long.parseLong(words[1]));
        }
    }

    private static List<Instrument> instruments(String text) {
        List<Instrument> instruments = new ArrayList<>();
        for (String each : text.split(",")) {
            String[] parts = each.split(":");
            instruments.add(
                    new Instrument(instruments.size(), parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2])));
        }
        return instruments;
    }

    private void quote(long[] fields) {
        encoder.wrapAndApplyHeader(quote, 0, header)
                .bid(fields[2])
                .ask(fields[3])
                .bidQuantity(fields[4])
                .askQuantity(fields[5])
                .instrumentId((int) fields[6])
                .venueId((short) fields[7])
                .sides()
                .clear();
        quote.putByte(header.encodedLength() + QuoteEncoder.sidesEncodingOffset(), (byte) fields[8]);
        behind.prepare(quote, 0, fields[0], fields[1]);
        behind.send();
    }
}
