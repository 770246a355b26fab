package org.ticktoquote.pricing.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UdpReceiverTest {
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void bindsIpv4AndIpv6Addresses(String host) throws IOException {
        assumeTrue(NetworkInterface.getByInetAddress(InetAddress.getByName(host)) != null);
        FeedAddress feed = FeedAddress.parse("udp://" + (host.contains(":") ? "[" + host + "]" : host) + ":0");
        try (FeedReceiver receiver = UdpReceiver.bind(feed, () -> 0, packet -> {}, () -> {}, status -> {})) {
            assertThat(receiver.port()).isPositive();
        }
    }
}
