package org.ticktoquote.pricing.pipeline;

/** The thread was asked to end while it waited for room in a queue; it unwinds the thread, and is not an error. */
public final class LaneStopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LaneStopped() {
        super("stopped", null, false, false);
    }
}
