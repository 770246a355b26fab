package org.ticktoquote.fix.tap;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.journal.SnapshotRecord;

/**
 * The newest {@value #MAX} request ids (262, 131) of a session's newest logon, and the pair of each.
 *
 * <p>Written by the subscribing thread before the request is sent. {@link #find} is for one thread at a time and does not
 * allocate.
 */
public final class RequestIds {
    static final int MAX = 1 << 16;

    private final Map<DirectBuffer, Integer> instruments = new ConcurrentHashMap<>();
    private final Set<DirectBuffer> oldestFirst = new LinkedHashSet<>();
    /** Id that is looked up. */
    private final UnsafeBuffer probe = new UnsafeBuffer(0, 0);

    /** Discards all requests, because of a new logon. */
    public synchronized void clear() {
        instruments.clear();
        oldestFirst.clear();
    }

    /** Adds a request that is about to be sent, for one instrument or for {@link SnapshotRecord#NO_INSTRUMENT}. */
    public synchronized void add(String id, int instrument) {
        DirectBuffer bytes = bytes(id);
        if (instruments.put(bytes, instrument) != null) {
            oldestFirst.remove(bytes);
        }
        oldestFirst.add(bytes);
        if (oldestFirst.size() > MAX) {
            DirectBuffer oldest = oldestFirst.iterator().next();
            oldestFirst.remove(oldest);
            instruments.remove(oldest);
        }
    }

    private static DirectBuffer bytes(String id) {
        return new UnsafeBuffer(id.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Returns the instrument of a request, or {@link SnapshotRecord#NO_INSTRUMENT} if it has none or is unknown. */
    public int instrument(String id) {
        return instruments.getOrDefault(bytes(id), SnapshotRecord.NO_INSTRUMENT);
    }

    /** Returns the instrument, or {@link Symbols#UNKNOWN}. */
    int find(byte[] bytes, int from, int to) {
        probe.wrap(bytes, from, to - from);
        Integer instrument = instruments.get(probe);
        return instrument == null || instrument == SnapshotRecord.NO_INSTRUMENT ? Symbols.UNKNOWN : instrument;
    }
}
