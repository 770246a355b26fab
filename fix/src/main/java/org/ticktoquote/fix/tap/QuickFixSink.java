package org.ticktoquote.fix.tap;

import org.agrona.DirectBuffer;

/** Receives the messages forwarded to QuickFIX/J, in order, on the session's I/O thread. Calls are rare and can allocate. */
public interface QuickFixSink {
    /** Receives one whole FIX message. */
    default void message(DirectBuffer buffer, int start, int end) {}

    /** Receives a gap fill in place of the swallowed messages from number {@code first} to before {@code next}. */
    default void gapFill(long first, long next, boolean possDup) {}

    /** Called to end a connection whose bytes are no longer usable. */
    default void end() {}
}
