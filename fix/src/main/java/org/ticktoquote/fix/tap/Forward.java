package org.ticktoquote.fix.tap;

import org.agrona.DirectBuffer;

/** What the tap lets through to QuickFIX/J, in order, on the session's I/O thread; rare, so it may allocate. */
public interface Forward {
    /** One whole FIX message. */
    default void message(DirectBuffer buffer, int start, int end) {}

    /** A gap fill that stands for the swallowed messages from one number to before another. */
    default void gapFill(long first, long next, boolean possDup) {}

    /** The connection is to end: nothing that comes over it can be used. */
    default void end() {}
}
