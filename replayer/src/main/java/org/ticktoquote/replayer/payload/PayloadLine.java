package org.ticktoquote.replayer.payload;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * A stream of payloads with sequence numbers of its own.
 *
 * @param name of the user's
 * @param to where its datagrams go: several addresses are copies of the same stream
 * @param venue that its ticks are of where no decoder says another
 * @param instrument of its ticks where no decoder and no field says it; empty for none
 */
public record PayloadLine(String name, List<InetSocketAddress> to, String venue, String instrument) {
    public PayloadLine {
        to = List.copyOf(to);
    }
}
