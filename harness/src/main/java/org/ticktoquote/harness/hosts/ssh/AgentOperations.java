package org.ticktoquote.harness.hosts.ssh;

import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.core.file.FileDigest;
import org.ticktoquote.harness.hosts.HostOperations;

/** Additional operations of the agent on another host, for the run's files on that host. */
public interface AgentOperations extends HostOperations {
    /** Size and checksum of a file. */
    FileDigest digest(Path file);

    /** All files of the run, by path below the run's directory. */
    List<FileDigest> runFiles();

    /** Removes the folder of the run with its contents. */
    void removeRun();
}
