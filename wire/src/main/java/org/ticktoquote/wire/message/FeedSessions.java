package org.ticktoquote.wire.message;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Sessions of all feeds of a capture, and their counts. One that two flows carry, as the lines A and B of a venue, is one: the first
 * packet with a tick counts. One thread; no allocation for a tick.
 */
public final class FeedSessions {
    /** An id that comes behind a higher one is new where it is one of so many before that, and was not seen. */
    static final int REMEMBERED = 1 << 14;

    private static final int MOST = 1 << 12;

    /** Ids that the feeds counted and the capture does not have. */
    public long missing;
    /** Ticks that came again, left out. */
    public long repeated;
    /** Ticks that came behind later ones of their session. */
    public long overtaken;
    /** The highest id that a feed has sent, outside a warm-up: as it says, also where the capture lacks the tick. */
    public long announced;

    private final Map<Long, Window> windows = new LinkedHashMap<>();
    private long unnamed;

    /** A session that the capture does not name, as of a stream that begins in the middle: of no other flow. */
    Window unnamed() {
        return window(--unnamed);
    }

    Window window(long session) {
        if (windows.size() == MOST && !windows.containsKey(session)) {
            windows.remove(windows.keySet().iterator().next());
        }
        return windows.computeIfAbsent(session, opened -> new Window());
    }

    /** The ids of one session. */
    final class Window {
        private final BitSet seen = new BitSet(REMEMBERED);
        private boolean begun;
        private long lowest;
        private long highest;

        /** Ids before this one belong to no tick that was to be seen. */
        void begin(long firstId) {
            if (!begun) {
                begun = true;
                lowest = firstId;
                highest = firstId - 1;
            }
        }

        /** Whether the id is new. */
        boolean add(long id) {
            begin(id);
            expect(id);
            if (id > highest) {
                raise(id);
            } else if (highest - id >= REMEMBERED || seen.get(slot(id))) {
                repeated++;
                return false;
            } else {
                missing += Math.max(0, lowest - id) - 1;
                lowest = Math.min(lowest, id);
                overtaken++;
            }
            seen.set(slot(id));
            return true;
        }

        /** The next id is this one: those before it were sent. */
        void expect(long nextId) {
            if (begun && nextId - 1 > highest) {
                missing += nextId - 1 - highest;
                raise(nextId - 1);
            }
        }

        private void raise(long to) {
            for (long id = Math.max(highest, to - REMEMBERED) + 1; id <= to; id++) {
                seen.clear(slot(id));
            }
            highest = to;
            announced = TickRecord.isWarmUp(to) ? announced : Math.max(announced, to);
        }

        private static int slot(long id) {
            return (int) (id & REMEMBERED - 1);
        }
    }
}
