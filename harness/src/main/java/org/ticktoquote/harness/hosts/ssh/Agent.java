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

/** Operations of this host for a harness on another host. Used by one thread. */
final class Agent extends LocalOperations implements AgentOperations {
    private final WorkDirectory work;

    Agent(WorkDirectory work) {
        super(
                new RunDirectory(work.run()),
                masks -> {}); // processes here end with the run, so their masks are not needed
        this.work = work;
    }

    /** Also places the threads of the agent and of the process proxies. */
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

    /** Also removes an empty run folder, left by a harness that was interrupted early. */
    @Override
    public void close() {
        super.close();
        work.removeEmpty();
    }
}
