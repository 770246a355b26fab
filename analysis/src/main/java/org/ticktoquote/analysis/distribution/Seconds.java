package org.ticktoquote.analysis.distribution;

import java.io.IOException;
import org.HdrHistogram.Histogram;

/** Values of one latency by second. */
@FunctionalInterface
public interface Seconds {
    /** Receives the values of each second. */
    @FunctionalInterface
    interface Visitor {
        /**
         * Receives the next second with values.
         *
         * @param second counted from 0
         * @param values valid until the next call
         */
        void accept(long second, Histogram values) throws IOException;
    }

    /** Visits every second with values once, in rising order. */
    void each(Visitor visitor) throws IOException;
}
