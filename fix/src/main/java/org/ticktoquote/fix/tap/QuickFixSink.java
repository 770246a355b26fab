package org.ticktoquote.fix.tap;

import org.agrona.DirectBuffer;

/** Receives what the tap lets through to QuickFIX/J, in order, on the session's I/O thread. Rare, so it can allocate. */
public interface QuickFixSink {
    /** Receives one whole FIX message. */
    default void message(DirectBuffer buffer, int start, int end) {}

    /** Receives a gap fill in place of the swallowed messages from number {@code first} to before {@code next}. */
    default void gapFill(long first, long next, boolean possDup) {}

    /** Called to end the connection, because nothing that comes over it can be used. */
    default void end() {}
}
