package org.ticktoquote.harness.hosts;

import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.clock.PeerClockReading;
import org.ticktoquote.harness.process.ExecutionHost;
import org.ticktoquote.host.process.JavaCommand;

/**
 * A host with processes of a run: its files, commands and clock. Paths are paths on that host. Used by one thread, except
 * {@link #exchange()}.
 */
public interface RunHost extends ExecutionHost {
    ClockIdentity clock();

    /**
     * Reads the clock between two readings of this process. Thread-safe.
     *
     * @throws org.ticktoquote.core.command.ProblemException if the process that reads it does not answer
     */
    PeerClockReading exchange();

    /** Operations of the host. */
    HostOperations operations();

    /** Address for connections from the other hosts of the run; empty if none connects. */
    String address();

    /** The run's directory on the host. */
    Path directory();

    /** Sends a local file to the host if needed, and returns its path there. */
    Path file(Path here);

    /** Sends a local recording to the host if it is missing there, and returns its path. Later runs reuse it. */
    Path recording(Path here);

    /** Java executable of t2q processes on the host. */
    Path ownJava();

    /** Command that starts t2q on the host. */
    JavaCommand program(Path java, List<String> jvmFlags);
}
