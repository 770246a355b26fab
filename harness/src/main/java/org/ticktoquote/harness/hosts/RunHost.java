package org.ticktoquote.harness.hosts;

import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.harness.process.Place;
import org.ticktoquote.host.offset.HostClocks.ReadableClock;
import org.ticktoquote.host.process.JavaCommand;

/**
 * A host on which processes of a run run: where their files are, how they are started, and which clock they read. Paths are as
 * processes there name them. Used by one thread, except {@link #exchange()}.
 */
public interface RunHost extends Place, ReadableClock {
    /** What the host can be asked. */
    HostOperations operations();

    /** By which the other hosts of the run reach it; empty when none does. */
    String address();

    /** The run's directory there. */
    Path directory();

    /** A file of this host, where it is found there; sent there for this run. */
    Path file(Path here);

    /** A recording of this host, where it is found there; sent there unless an earlier run did. */
    Path recording(Path here);

    /** The Java that runs our own processes there. */
    Path ownJava();

    /** Our program there. */
    JavaCommand program(Path java, List<String> jvmFlags);
}
