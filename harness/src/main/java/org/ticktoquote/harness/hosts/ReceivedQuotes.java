package org.ticktoquote.harness.hosts;

import java.util.List;

/**
 * What the clients of a run received.
 *
 * @param first snapshots of the first session
 * @param any whether any session received anything
 */
public record ReceivedQuotes(List<Snapshot> first, boolean any) {
    /** In one answer of a host: a few megabytes of text. */
    public static final int MOST = 20_000;

    public ReceivedQuotes {
        first = List.copyOf(first);
    }

    /** A snapshot; the time as the clients read it. */
    public record Snapshot(long tickId, int instrumentId, long receivedNs) {}
}
