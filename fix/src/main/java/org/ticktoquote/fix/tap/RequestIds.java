package org.ticktoquote.fix.tap;

import java.util.HashMap;
import java.util.Map;
import org.ticktoquote.core.journal.SnapshotRecord;

/**
 * The names under which one session asked for prices in its newest logon (262, 131), and the pair of each.
 *
 * <p>Written by whoever subscribes, before the request leaves; read by any thread. Looking one up allocates nothing.
 */
public final class RequestIds {
    private volatile Map<String, Integer> instruments = Map.of();
    private volatile Symbols table = Symbols.inSymbol(Map.of());

    /** A new logon: no request counts any more. */
    public void clear() {
        set(Map.of());
    }

    /** A request is about to leave, for one instrument or for {@link SnapshotRecord#NO_INSTRUMENT}. */
    public synchronized void add(String id, int instrument) {
        Map<String, Integer> more = new HashMap<>(instruments);
        more.put(id, instrument);
        set(more);
    }

    private synchronized void set(Map<String, Integer> all) {
        instruments = Map.copyOf(all);
        table = Symbols.inSymbol(instruments);
    }

    /** The instrument of a request, or {@link SnapshotRecord#NO_INSTRUMENT} where it has none or is none of ours. */
    public int instrument(String id) {
        return instruments.getOrDefault(id, SnapshotRecord.NO_INSTRUMENT);
    }

    /** The instrument, {@link Symbols#UNKNOWN} where none is known; reads up to eight bytes behind the name. */
    int find(byte[] bytes, int from, int to) {
        int found = table.find(bytes, from, to);
        return found == SnapshotRecord.NO_INSTRUMENT ? Symbols.UNKNOWN : found;
    }

    @Override
    public String toString() {
        return instruments.toString();
    }
}
