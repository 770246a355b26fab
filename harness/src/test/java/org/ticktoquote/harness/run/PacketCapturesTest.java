package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.control.ReplayerReady;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.net.FeedVenue;

class PacketCapturesTest {
    private static final Endpoint FIX = new Endpoint("127.0.0.1", 9876);

    private static ReplayerReady.Output output(String feed, List<FeedVenue> venues) {
        return new ReplayerReady.Output(feed, FeedBinding.REPLAYER, venues, "", Map.of(), List.of(), Map.of());
    }

    @ParameterizedTest
    @CsvSource({
        "udp://127.0.0.1:40001, udp port 40001 or tcp port 9876 or ip[6:2]",
        "tcp://10.0.0.1:7?x=y, tcp port 7 or tcp port 9876 or ip[6:2]",
    })
    void capturesThePortsOfTheRunAtAnyVlanDepth(String feed, String start) {
        List<String> filters = PacketCaptures.filters(output(feed, List.of()), FIX);
        assertThat(filters).hasSize(2).allSatisfy(filter -> assertThat(filter).startsWith(start));
        assertThat(filters.get(0).split("tcp port 9876", -1)).hasSize(4);
        assertThat(filters.get(1)).doesNotContain("vlan");
    }

    @Test
    void capturesEachVenueOnce() {
        FeedVenue venue = new FeedVenue("EBS", "FIX.4.4", "APP", "127.0.0.1", 5001, false, List.of());
        assertThat(PacketCaptures.filters(output("fix://127.0.0.1:0", List.of(venue, venue)), FIX)
                        .get(1))
                .startsWith("tcp port 5001 or tcp port 9876 or ip[6:2]");
    }

    @ParameterizedTest
    @CsvSource({"aeron+udp://127.0.0.1:40001", "mine://x"})
    void capturesEverythingIfFeedPortsAreUnknown(String feed) {
        assertThat(PacketCaptures.filters(output(feed, List.of()), FIX)).containsExactly("");
    }
}
