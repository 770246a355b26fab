package org.ticktoquote.replayer.payload;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * Stream of payloads with its own sequence numbers.
 *
 * @param name line name that the user declared
 * @param to destinations of its datagrams; several addresses carry copies of the same stream
 * @param venue venue of its ticks unless a decoder sets another
 * @param instrument instrument of its ticks if neither a decoder nor a field sets it; empty for none
 */
public record PayloadLine(String name, List<InetSocketAddress> to, String venue, String instrument) {
    public PayloadLine {
        to = List.copyOf(to);
    }
}
