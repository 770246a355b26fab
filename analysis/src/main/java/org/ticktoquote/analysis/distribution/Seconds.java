package org.ticktoquote.analysis.distribution;

import java.io.IOException;
import org.HdrHistogram.Histogram;

/** The values of one latency, second by second. */
@FunctionalInterface
public interface Seconds {
    /** Takes the seconds. */
    @FunctionalInterface
    interface Visitor {
        /**
         * The next second that holds something.
         *
         * @param second counted from 0
         * @param values of it; to be used before the next one comes
         */
        void take(long second, Histogram values) throws IOException;
    }

    /** Every second that holds something, once, in rising order. */
    void each(Visitor visitor) throws IOException;
}
