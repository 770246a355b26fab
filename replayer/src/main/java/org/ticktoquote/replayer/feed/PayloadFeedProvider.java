package org.ticktoquote.replayer.feed;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.replayer.payload.PayloadDeclaration;
import org.ticktoquote.replayer.payload.PayloadLine;
import org.ticktoquote.replayer.recording.RecordedPayloads;
import org.ticktoquote.replayer.recording.Recording;

/**
 * Opens {@code payload+udp://HOST:PORT}: the payloads of a recording, one a datagram; the application binds.
 *
 * <p>Options: those of {@code udp}, and {@code lines=NAME@HOST:PORT,...} for lines that go elsewhere.
 */
public final class PayloadFeedProvider implements FeedProvider {
    private static final String LINES = "lines";

    @Override
    public String scheme() {
        return "payload+udp";
    }

    @Override
    public FeedBinding binding() {
        return FeedBinding.APPLICATION_UDP;
    }

    @Override
    public Feed open(URI uri, FeedListener listener) {
        Map<String, UdpSender> others = new TreeMap<>();
        UdpSender main = UdpSender.open(UdpSender.parts(uri, LINES));
        try {
            elsewhere(uri).forEach((line, parts) -> others.put(line, UdpSender.open(parts)));
        } catch (RuntimeException e) {
            main.close();
            others.values().forEach(UdpSender::close);
            throw e;
        }
        return new PayloadFeed(main, others);
    }

    @Override
    public void check(URI uri) {
        open(uri, FeedListener.NONE).close();
    }

    @Override
    public void requireFit(URI uri, Recording recording) {
        RecordedPayloads payloads = recording.payloads();
        if (payloads == null) {
            throw Problem.of("--feed")
                    .value(uri)
                    .fault(recording.file() + " has no payloads")
                    .expected("a recording of t2q import --payload, or another feed")
                    .refusal();
        }
        List<String> names =
                declaration(payloads).lines().stream().map(PayloadLine::name).toList();
        for (String line : elsewhere(uri).keySet()) {
            if (!names.contains(line)) {
                throw FeedUri.refused(uri, "has no line '" + line + "': expected some of " + String.join(", ", names));
            }
        }
    }

    static PayloadDeclaration declaration(RecordedPayloads payloads) {
        return PayloadDeclaration.parse("declaration of the payloads", payloads.declaration());
    }

    private static Map<String, FeedUri> elsewhere(URI uri) {
        FeedUri parts = UdpSender.parts(uri, LINES);
        Map<String, FeedUri> elsewhere = new TreeMap<>();
        String text = parts.option(LINES);
        for (String each : text == null ? new String[0] : text.split(",", -1)) {
            int at = each.indexOf('@');
            int colon = each.lastIndexOf(':');
            if (at < 1 || colon < at + 2) {
                throw FeedUri.refused(uri, "has " + LINES + "=" + text + ": expected NAME@HOST:PORT,...");
            }
            elsewhere.put(each.substring(0, at), parts.to(each.substring(at + 1)));
        }
        return elsewhere;
    }
}
