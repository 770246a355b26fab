package org.ticktoquote.wire.message;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Sessions of all feeds of a capture. One that two flows carry, as the lines A and B of a venue, is one: the first packet with a
 * tick counts. One thread.
 */
public final class FeedSessions {
    private static final int MOST = 1 << 12;

    private final Map<Long, SequenceWindow> windows = new LinkedHashMap<>();
    private long unnamed;
    private long missing;
    private long repeated;
    private long overtaken;

    /** A session that the capture does not name, as of a stream that begins in the middle: of no other flow. */
    SequenceWindow unnamed() {
        return window(--unnamed);
    }

    SequenceWindow window(long session) {
        SequenceWindow known = windows.get(session);
        if (known != null) {
            return known;
        }
        if (windows.size() == MOST) {
            Long oldest = windows.keySet().iterator().next();
            count(windows.remove(oldest));
        }
        SequenceWindow made = new SequenceWindow();
        windows.put(session, made);
        return made;
    }

    private void count(SequenceWindow window) {
        missing += window.missing();
        repeated += window.repeated();
        overtaken += window.overtaken();
    }

    /** Ids that the feeds counted and the capture does not have. */
    public long missing() {
        return missing
                + windows.values().stream().mapToLong(SequenceWindow::missing).sum();
    }

    /** Ticks that came again, left out. */
    public long repeated() {
        return repeated
                + windows.values().stream().mapToLong(SequenceWindow::repeated).sum();
    }

    /** Ticks that came behind later ones of their session. */
    public long overtaken() {
        return overtaken
                + windows.values().stream().mapToLong(SequenceWindow::overtaken).sum();
    }
}
