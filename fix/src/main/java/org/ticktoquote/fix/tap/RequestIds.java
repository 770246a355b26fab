package org.ticktoquote.fix.tap;

import java.util.HashMap;
import java.util.Map;
import org.ticktoquote.core.journal.SnapshotRecord;

/**
 * Request ids (262, 131) of a session's newest logon, and the pair of each.
 *
 * <p>Written by the subscribing thread before the request is sent, read by any thread. A lookup does not allocate.
 */
public final class RequestIds {
    private volatile Map<String, Integer> instruments = Map.of();
    private volatile Symbols table = Symbols.inSymbol(Map.of());

    /** Discards all requests, because of a new logon. */
    public void clear() {
        set(Map.of());
    }

    /** Adds a request that is about to be sent, for one instrument or for {@link SnapshotRecord#NO_INSTRUMENT}. */
    public synchronized void add(String id, int instrument) {
        Map<String, Integer> more = new HashMap<>(instruments);
        more.put(id, instrument);
        set(more);
    }

    private synchronized void set(Map<String, Integer> all) {
        instruments = Map.copyOf(all);
        table = Symbols.inSymbol(instruments);
    }

    /** Returns the instrument of a request, or {@link SnapshotRecord#NO_INSTRUMENT} if it has none or is unknown. */
    public int instrument(String id) {
        return instruments.getOrDefault(id, SnapshotRecord.NO_INSTRUMENT);
    }

    /** Returns the instrument, or {@link Symbols#UNKNOWN}. Reads up to eight bytes beyond the id. */
    int find(byte[] bytes, int from, int to) {
        int found = table.find(bytes, from, to);
        return found == SnapshotRecord.NO_INSTRUMENT ? Symbols.UNKNOWN : found;
    }

    @Override
    public String toString() {
        return instruments.toString();
    }
}
