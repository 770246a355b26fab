package org.ticktoquote.endtoend;

import io.aeron.Aeron;
import io.aeron.FragmentAssembler;
import io.aeron.Subscription;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.ticktoquote.core.marketdata.HeartbeatDecoder;
import org.ticktoquote.core.marketdata.InstrumentDefinitionDecoder;
import org.ticktoquote.core.marketdata.MessageHeaderDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.marketdata.SessionEndDecoder;
import org.ticktoquote.core.marketdata.SessionStartDecoder;
import org.ticktoquote.core.marketdata.VenueDefinitionDecoder;
import org.ticktoquote.core.net.UnclaimedPort;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.feed.FeedListener;
import org.ticktoquote.replayer.feed.Feeds;
import org.ticktoquote.replayer.feed.SessionOpening;

/** An application that subscribes to Aeron: what it takes goes over UDP to the built-in application behind it. */
final class AeronGateway {
    private static final int FRAGMENTS = 16;

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final QuoteDecoder quote = new QuoteDecoder();
    private final Feed behind;
    private final List<Instrument> instruments = new ArrayList<>();
    private final List<String> venues = new ArrayList<>();
    private long session;
    private long firstTickId;
    private boolean opened;

    private AeronGateway(Feed behind) {
        this.behind = behind;
    }

    /** The command of one that shares the media driver of the replayer. */
    static String command() throws IOException {
        int behind = UnclaimedPort.udp(InetAddress.getLoopbackAddress());
        String classes = AeronGateway.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        return "{java} --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED"
                + " -cp '" + T2qProcess.jar() + ":" + T2qProcess.jar().resolveSibling("t2q-aeron.jar") + ":" + classes
                + "' " + AeronGateway.class.getName() + " {feed} " + behind + " {java} -jar '" + T2qProcess.jar()
                + "' pricing-app --feed udp://127.0.0.1:" + behind + " --fix-port {fixPort} --sessions {sessions}";
    }

    /** URI of the feed, port of the application behind, command of that. */
    public static void main(String[] arguments) throws Exception {
        URI feed = URI.create(arguments[0]);
        int stream = Integer.parseInt(feed.getQuery().replace("stream=", ""));
        Process pricing = new ProcessBuilder(Arrays.asList(arguments).subList(2, arguments.length))
                .inheritIO()
                .start();
        try (Feed behind = Feeds.BUILT_IN.open("udp://127.0.0.1:" + arguments[1], FeedListener.NONE);
                Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(feed.getPath()));
                Subscription subscription = aeron.addSubscription("aeron:ipc", stream)) {
            AeronGateway gateway = new AeronGateway(behind);
            FragmentAssembler whole =
                    new FragmentAssembler((buffer, offset, length, frame) -> gateway.take(buffer, offset));
            while (pricing.isAlive()) {
                if (subscription.poll(whole, FRAGMENTS) == 0) {
                    Thread.yield();
                }
            }
        }
    }

    private void take(DirectBuffer buffer, int offset) {
        header.wrap(buffer, offset);
        switch (header.templateId()) {
            case SessionStartDecoder.TEMPLATE_ID ->
                begin(new SessionStartDecoder().wrapAndApplyHeader(buffer, offset, header));
            case InstrumentDefinitionDecoder.TEMPLATE_ID ->
                define(new InstrumentDefinitionDecoder().wrapAndApplyHeader(buffer, offset, header));
            case VenueDefinitionDecoder.TEMPLATE_ID ->
                venues.add(new VenueDefinitionDecoder()
                        .wrapAndApplyHeader(buffer, offset, header)
                        .name());
            case QuoteDecoder.TEMPLATE_ID -> quote(buffer, offset);
            case HeartbeatDecoder.TEMPLATE_ID -> {
                open();
                behind.heartbeat(new HeartbeatDecoder()
                        .wrapAndApplyHeader(buffer, offset, header)
                        .nextTickId());
            }
            case SessionEndDecoder.TEMPLATE_ID ->
                behind.end(new SessionEndDecoder()
                        .wrapAndApplyHeader(buffer, offset, header)
                        .lastTickId());
            default -> throw new IllegalStateException("template " + header.templateId());
        }
    }

    private void begin(SessionStartDecoder start) {
        session = start.session();
        firstTickId = start.firstTickId();
        instruments.clear();
        venues.clear();
        opened = false;
    }

    private void define(InstrumentDefinitionDecoder definition) {
        instruments.add(new Instrument(
                definition.instrumentId(), definition.symbol(), definition.pip(), definition.tickSize()));
    }

    /** Every definition came before the first of whatever follows. */
    private void open() {
        if (!opened) {
            opened = true;
            behind.open(new SessionOpening(session, firstTickId, instruments, venues));
        }
    }

    private void quote(DirectBuffer buffer, int offset) {
        open();
        quote.wrapAndApplyHeader(buffer, offset, header);
        behind.prepare(buffer, offset, quote.tickId(), quote.venueTimeNs());
        behind.send();
    }
}
