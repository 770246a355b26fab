package org.ticktoquote.fuzz;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.ticktoquote.replayer.feed.Feeds;

/** Addresses of feeds over Aeron. Host names are skipped to avoid DNS queries. */
final class AeronTarget implements FuzzTarget {
    private static final Set<String> HOSTS = Set.of("127.0.0.1", "[::1]", "239.1.1.1");

    @Override
    public void read(byte[] input, Path folder) {
        String address = "aeron+" + new String(input, StandardCharsets.UTF_8);
        if (!namesAHost(address)) {
            Feeds.BUILT_IN.check(address);
        }
    }

    private static boolean namesAHost(String address) {
        try {
            String host = new URI(address).getHost();
            return host != null && !HOSTS.contains(host);
        } catch (URISyntaxException refusedLater) {
            return false;
        }
    }

    @Override
    public Map<String, byte[]> seeds() {
        return Map.of(
                "unicast", bytes("udp://127.0.0.1:40001?stream=7&dir=/nowhere"),
                "multicast", bytes("udp://239.1.1.1:40001?interface=127.0.0.0/8&ttl=2"),
                "six", bytes("udp://[::1]:40001"),
                "memory", bytes("ipc:///nowhere?stream=-1"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
