package org.ticktoquote.endtoend;

import io.aeron.Aeron;
import io.aeron.FragmentAssembler;
import io.aeron.Subscription;
import java.io.IOException;
import java.net.URI;
import org.agrona.DirectBuffer;
import org.ticktoquote.core.marketdata.HeartbeatDecoder;
import org.ticktoquote.core.marketdata.InstrumentDefinitionDecoder;
import org.ticktoquote.core.marketdata.MessageHeaderDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.marketdata.SessionEndDecoder;
import org.ticktoquote.core.marketdata.SessionStartDecoder;
import org.ticktoquote.core.marketdata.VenueDefinitionDecoder;
import org.ticktoquote.core.run.Instrument;

/** An application that subscribes to Aeron and forwards messages over UDP to the built-in application. */
final class AeronGateway {
    private static final int FRAGMENTS = 16;

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final QuoteDecoder quote = new QuoteDecoder();
    private final ApplicationBehind behind;

    private AeronGateway(ApplicationBehind behind) {
        this.behind = behind;
    }

    /** Returns the command of a gateway that shares the media driver of the replayer. */
    static String command() throws IOException {
        return ApplicationBehind.command(
                AeronGateway.class, ":" + T2qProcess.jar().resolveSibling("t2q-aeron.jar"), "{feed}", "");
    }

    public static void main(String[] arguments) throws Exception {
        URI feed = URI.create(arguments[0]);
        int stream = Integer.parseInt(feed.getQuery().replace("stream=", ""));
        try (ApplicationBehind behind = new ApplicationBehind(arguments);
                Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(feed.getPath()));
                Subscription subscription = aeron.addSubscription("aeron:ipc", stream)) {
            AeronGateway gateway = new AeronGateway(behind);
            FragmentAssembler whole =
                    new FragmentAssembler((buffer, offset, length, frame) -> gateway.take(buffer, offset));
            while (behind.runs()) {
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
                behind.venue(new VenueDefinitionDecoder()
                        .wrapAndApplyHeader(buffer, offset, header)
                        .name());
            case QuoteDecoder.TEMPLATE_ID -> quote(buffer, offset);
            case HeartbeatDecoder.TEMPLATE_ID ->
                behind.heartbeat(new HeartbeatDecoder()
                        .wrapAndApplyHeader(buffer, offset, header)
                        .nextTickId());
            case SessionEndDecoder.TEMPLATE_ID ->
                behind.end(new SessionEndDecoder()
                        .wrapAndApplyHeader(buffer, offset, header)
                        .lastTickId());
            default -> throw new IllegalStateException("template " + header.templateId());
        }
    }

    private void begin(SessionStartDecoder start) {
        behind.begin(start.session(), start.firstTickId());
    }

    private void define(InstrumentDefinitionDecoder definition) {
        behind.instrument(new Instrument(
                definition.instrumentId(), definition.symbol(), definition.pip(), definition.tickSize()));
    }

    private void quote(DirectBuffer buffer, int offset) {
        quote.wrapAndApplyHeader(buffer, offset, header);
        behind.quote(buffer, offset, quote.tickId(), quote.venueTimeNs());
    }
}
