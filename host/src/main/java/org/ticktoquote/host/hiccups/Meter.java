package org.ticktoquote.host.hiccups;

import org.HdrHistogram.Histogram;

/** A meter on one CPU. It measures from its making until it is closed. */
interface Meter extends AutoCloseable {
    /** The delays since the last call of this, in nanoseconds. */
    Histogram takeInterval();

    /** Whether its thread has begun to measure. */
    boolean measuring();

    /** What was not granted to it; empty when all was. */
    String trouble();

    /** Ends its thread; {@link #takeInterval} has every delay up to now then. Has no effect the second time. */
    @Override
    void close();
}
