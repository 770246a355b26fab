package org.ticktoquote.benchmarks.peers;

import java.io.IOException;

/** A process that sends the ticks of a recording. */
interface Sending extends AutoCloseable {
    /** Waits for its end; by how many ns each tick was late, in the order in which they left. */
    long[] lags() throws IOException, InterruptedException;

    @Override
    void close();
}
