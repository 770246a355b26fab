package org.ticktoquote.harness.hosts;

import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.harness.process.ExecutionHost;
import org.ticktoquote.host.offset.HostClocks.ReadableClock;
import org.ticktoquote.host.process.JavaCommand;

/**
 * A host that runs processes of a run: its files, how processes are started, and their clock. Paths are as processes there
 * name them. Used by one thread, except {@link #exchange()}.
 */
public interface RunHost extends ExecutionHost, ReadableClock {
    /** Operations of the host. */
    HostOperations operations();

    /** Address by which the other hosts of the run reach it; empty if none does. */
    String address();

    /** The run's directory on the host. */
    Path directory();

    /** Path on the host of a file of this host. Sends the file if needed. */
    Path file(Path here);

    /** Path on the host of a recording of this host. Sends the recording unless an earlier run did. */
    Path recording(Path here);

    /** Java of t2q processes on the host. */
    Path ownJava();

    /** Command that starts t2q on the host. */
    JavaCommand program(Path java, List<String> jvmFlags);
}
