package org.ticktoquote.harness.hosts.ssh;

import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.FileDigest;
import org.ticktoquote.core.run.RunDirectory;

/** Sends the files of a run to a host and fetches its results. */
final class RemoteFiles {
    private final String run;
    private final Ssh ssh;
    private final AgentOperations agent;
    private final HostAgentCommand.Ready ready;

    RemoteFiles(String run, Ssh ssh, AgentOperations agent, HostAgentCommand.Ready ready) {
        this.run = run;
        this.ssh = ssh;
        this.agent = agent;
        this.ready = ready;
    }

    /**
     * Sends a file under a temporary name and renames it when complete, so that no run finds a partial file. A partial file
     * is removed.
     */
    static void send(Ssh ssh, Path file, String there, String run, String sha256) {
        String part = there + "." + run;
        try {
            ssh.send(file, part);
            if (!ssh.has(part, sha256)) {
                throw Problem.of(ssh.host().description())
                        .fault(part + " differs from " + file + " after the transfer")
                        .exception(ExitStatus.ENVIRONMENT);
            }
            ssh.require("mv", "--", part, there);
        } catch (ProblemException refusal) {
            ssh.removeIfPossible(part);
            throw refusal;
        }
    }

    Path send(Path here) {
        Path there = Path.of(ready.sentDirectory()).resolve(here.getFileName());
        ssh.send(here, there.toString());
        return there;
    }

    /** Sends a recording if it is missing on the host. */
    Path recording(Path here) {
        String sha256 = FileDigest.of(here, "").sha256();
        Path there = Path.of(ready.work(), WorkDirectory.RECORDINGS, sha256 + ".t2q");
        FileDigest found = agent.digest(there);
        if (!found.sha256().equals(sha256)) {
            send(ssh, here, there.toString(), run, sha256);
        }
        return there;
    }

    /**
     * Fetches the run's files, compares them with the originals, and then removes the originals.
     *
     * @throws ProblemException if copying fails or a file differs; the message names the directory that still has the originals
     */
    void fetch(RunDirectory here) {
        try {
            List<FileDigest> files = agent.runFiles();
            ssh.fetch(ready.runDirectory(), here.path());
            for (FileDigest file : files) {
                FileDigest arrived = FileDigest.of(here.path().resolve(file.path()), file.path());
                if (!arrived.equals(file)) {
                    throw Problem.of(file.path())
                            .fault(arrived.size() + " of " + file.size() + " bytes arrived, or their checksum differs")
                            .exception(ExitStatus.ENVIRONMENT);
                }
            }
            agent.removeRun();
        } catch (ProblemException refusal) {
            throw Problem.ofFault(refusal.getMessage() + "; the run's files are still on "
                            + ssh.host().name() + " in " + ready.runDirectory())
                    .exception(ExitStatus.ENVIRONMENT, refusal);
        }
    }
}
