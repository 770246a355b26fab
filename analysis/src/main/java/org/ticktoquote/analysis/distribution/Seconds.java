package org.ticktoquote.analysis.distribution;

import java.util.function.ObjLongConsumer;
import org.HdrHistogram.Histogram;

/** Values of one latency by second. */
@FunctionalInterface
public interface Seconds {
    /**
     * Visits every second with values once, in rising order.
     *
     * @param visitor receives the values, valid until its next call, and the number of their second, counted from 0
     */
    void each(ObjLongConsumer<Histogram> visitor);
}
