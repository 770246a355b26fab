package org.ticktoquote.harness.hosts.ssh;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ticktoquote.core.file.FileDigest;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.hosts.local.LocalOperations;
import org.ticktoquote.host.keep.HostProcesses;
import org.ticktoquote.host.keep.HostProcesses.ManagedProcess;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.placement.ThreadOwner;

/** The operations of a host for a harness on another one. Used by one thread. */
final class Agent extends LocalOperations implements AgentOperations {
    private final WorkFolder work;

    Agent(WorkFolder work) {
        super(
                new RunDirectory(work.run()),
                masks -> {}); // processes here end with the run: nobody needs to know their masks
        this.work = work;
    }

    /** The threads of the agent itself are placed too, and those of the proxies that hold the processes. */
    @Override
    public void placeThreads(ThreadChoice threads, HostProcesses processes) {
        List<ManagedProcess> ours = new ArrayList<>();
        ours.add(harness(ProcessHandle.current().pid()));
        Stream.concat(processes.processes().stream().map(ManagedProcess::pid), processes.applicationGroups().stream())
                .flatMap(held -> ProcessHandle.of(held).flatMap(ProcessHandle::parent).stream())
                .forEach(proxy -> ours.add(harness(proxy.pid())));
        super.placeThreads(threads, processes.and(ours));
    }

    private static ManagedProcess harness(long pid) {
        return new ManagedProcess(ThreadOwner.HARNESS, pid, false);
    }

    @Override
    public FileDigest digest(Path file) {
        return FileDigest.of(file, file.toString());
    }

    @Override
    public List<FileDigest> runFiles() {
        return work.files();
    }

    @Override
    public void removeRun() {
        work.remove();
    }

    /** A harness that was interrupted early did not remove the run's folder: an empty one goes. */
    @Override
    public void close() {
        super.close();
        work.removeEmpty();
    }
}
