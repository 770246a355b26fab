package org.ticktoquote.harness.site;

import java.util.List;

/** What the clients of a run receive while they receive it. Not thread-safe. */
public interface QuoteTail extends AutoCloseable {
    /** What is new since the last call. */
    More more();

    @Override
    void close();

    /**
     * What was received.
     *
     * @param first snapshots of the first session
     * @param any whether any session received anything
     */
    record More(List<Received> first, boolean any) {
        public More {
            first = List.copyOf(first);
        }
    }

    /** A snapshot; the time as the clients read it. */
    record Received(long tickId, int instrumentId, long receivedNs) {}
}
