package org.ticktoquote.fix.tap;

import org.agrona.DirectBuffer;

/** Receives the messages forwarded to QuickFIX/J, in order, on the session's I/O thread. Calls are rare and can allocate. */
public interface QuickFixSink {
    /** Receives one whole FIX message. */
    default void message(DirectBuffer buffer, int start, int end) {}

    /**
     * Receives a gap fill that replaces the swallowed messages with the numbers from {@code first} (inclusive) to
     * {@code next} (exclusive).
     */
    default void gapFill(long first, long next, boolean possDup) {}

    /** Called to end a connection whose bytes are no longer usable. */
    default void end() {}
}
