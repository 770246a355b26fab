package org.ticktoquote.benchmarks.peers;

import java.io.IOException;

/** Process that sends the ticks of a recording. */
interface Sending extends AutoCloseable {
    /** Waits for the process to end. Returns the replay lag of each tick in ns, in sending order. */
    long[] lags() throws IOException, InterruptedException;

    @Override
    void close();
}
