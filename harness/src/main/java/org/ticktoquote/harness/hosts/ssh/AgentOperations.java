package org.ticktoquote.harness.hosts.ssh;

import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.core.file.FileDigest;
import org.ticktoquote.harness.hosts.HostOperations;

/** What the agent of another host does besides: it keeps the files of the run there. */
public interface AgentOperations extends HostOperations {
    /** Size and checksum of a file there. */
    FileDigest digest(Path file);

    /** Every file of the run, by its path below the run's directory. */
    List<FileDigest> runFiles();

    /** Removes the folder of the run with all that is in it. */
    void removeRun();
}
