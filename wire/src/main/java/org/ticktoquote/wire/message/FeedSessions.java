package org.ticktoquote.wire.message;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.agrona.collections.MutableLong;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Sessions of all feeds of a capture, with their counts. A session carried by two flows, such as the lines A and B of a
 * venue, counts once: the first packet with a tick is used. One thread. No allocation per tick.
 */
public final class FeedSessions {
    /** Number of ids below the highest that are tracked; an unseen one among them is new. */
    static final int REMEMBERED = 1 << 14;

    private static final int MAX_SESSIONS = 1 << 12;

    /** Ids sent by the feeds that the capture lacks. */
    public long missing;
    /** Repeated ticks, which are dropped. */
    public long repeated;
    /** Ticks captured after later ones of their session. */
    public long overtaken;
    /** Highest id that a feed announced as sent, outside a warm-up, even if the capture lacks the tick. */
    public long announced;

    private final List<Gap> gaps = new ArrayList<>();
    private final Map<Long, Window> windows = new LinkedHashMap<>();
    private long unnamed;

    /** Creates a session without a name, as for a stream captured midway. It is not shared with other flows. */
    Window unnamed() {
        return window(--unnamed);
    }

    Window window(long session) {
        if (windows.size() == MAX_SESSIONS && !windows.containsKey(session)) {
            windows.remove(windows.keySet().iterator().next());
        }
        return windows.computeIfAbsent(session, opened -> new Window());
    }

    /** Returns the times of the last ticks before missing ones, in ascending order; 0 if none was captured. */
    public LongStream gaps() {
        return gaps.stream()
                .filter(gap -> gap.left.get() > 0)
                .mapToLong(gap -> gap.sinceNs)
                .sorted();
    }

    /**
     * Ids from {@code first} to {@code last}, of which some are missing.
     *
     * @param sinceNs time of the last tick before them
     * @param left number of missing ids
     */
    private record Gap(long first, long last, long sinceNs, MutableLong left) {}

    /** Ids of one session. */
    final class Window {
        private final BitSet seen = new BitSet(REMEMBERED);
        private boolean begun;
        private long lowest;
        private long highest;
        private long lastNs;

        /** Sets the first id that the capture can contain. */
        void begin(long firstId) {
            if (!begun) {
                begun = true;
                lowest = firstId;
                highest = firstId - 1;
            }
        }

        /**
         * Adds an id; returns whether it is new.
         *
         * @param sinceNs time of the last tick before the session, 0 for none
         */
        boolean add(long id, long atNs, long sinceNs) {
            if (!begun && id != 1) {
                gaps.add(new Gap(0, 0, sinceNs, new MutableLong(1))); // the begin of the session was not captured
            }
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
                fill(id);
            }
            lastNs = atNs;
            seen.set(slot(id));
            return true;
        }

        private void fill(long id) {
            for (int i = gaps.size() - 1; i >= 0; i--) {
                Gap gap = gaps.get(i);
                if (gap.first <= id && id <= gap.last) {
                    gap.left.decrement();
                    return;
                }
            }
        }

        /** Notes that all ids below this one were sent. */
        void expect(long nextId) {
            if (begun && nextId - 1 > highest) {
                missing += nextId - 1 - highest;
                gaps.add(new Gap(highest + 1, nextId - 1, lastNs, new MutableLong(nextId - 1 - highest)));
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
