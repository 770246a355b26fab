package org.ticktoquote.benchmarks.peers;

import java.io.IOException;

/** Process that sends the ticks of a recording. */
interface Sending extends AutoCloseable {
    /** Waits for its end; returns the replay lag of each tick in ns, in the order in which they left. */
    long[] lags() throws IOException, InterruptedException;

    @Override
    void close();
}
