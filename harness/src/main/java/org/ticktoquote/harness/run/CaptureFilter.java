package org.ticktoquote.harness.run;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.core.control.ReplayerReady;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.net.FeedVenue;

/**
 * Filters of pcap-filter(7) for the packets of a run: those of its ports, fragments without a port, what a switch adds, and the
 * tunnels of a remote mirror.
 */
final class CaptureFilter {
    /** Everything. */
    private static final String ALL = "";
    /** Only the first fragment has ports. */
    private static final String FRAGMENTS = "ip[6:2] & 0x1fff != 0 or ip6 proto 44";
    /** Key frames and time tags of Arista, GRE and ERSPAN, VXLAN. */
    private static final String MIRROR = "ip proto 253 or ether proto 0xd28b or ip proto 47 or udp port 4789";

    private CaptureFilter() {}

    /** Filters to be tried in this order: not every kind of interface has VLANs. */
    static List<String> of(ReplayerReady.Output output, Endpoint fix) {
        Optional<List<String>> feed = feed(output);
        if (feed.isEmpty()) {
            return List.of(ALL);
        }
        List<String> ports = new ArrayList<>(feed.get());
        ports.add("tcp port " + fix.port());
        String own = String.join(" or ", ports) + " or " + FRAGMENTS;
        String plain = own + " or " + MIRROR;
        // the keyword vlan moves what is read by the rest of an expression
        return List.of(plain + " or (vlan and (" + own + " or (vlan and (" + own + "))))", plain);
    }

    /** Empty where a plug-in or Aeron decides which ports there are. */
    private static Optional<List<String>> feed(ReplayerReady.Output output) {
        if (!output.feedVenues().isEmpty()) {
            return Optional.of(output.feedVenues().stream()
                    .map(FeedVenue::port)
                    .distinct()
                    .map(port -> "tcp port " + port)
                    .toList());
        }
        URI feed = URI.create(output.feed());
        boolean known = List.of("udp", "tcp").contains(String.valueOf(feed.getScheme())) && feed.getPort() > 0;
        return known ? Optional.of(List.of(feed.getScheme() + " port " + feed.getPort())) : Optional.empty();
    }
}
