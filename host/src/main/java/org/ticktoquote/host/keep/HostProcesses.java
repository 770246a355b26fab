package org.ticktoquote.host.keep;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.threads.ProcessFiles;

/**
 * Processes of a run on one host.
 *
 * @param processes managed processes with known ids
 * @param applicationGroups leaders of the application's process groups, whose members can change
 */
public record HostProcesses(List<ManagedProcess> processes, List<Long> applicationGroups) {
    public HostProcesses {
        processes = List.copyOf(processes);
        applicationGroups = List.copyOf(applicationGroups);
    }

    /** Returns a copy with more processes. */
    public HostProcesses and(List<ManagedProcess> more) {
        List<ManagedProcess> all = new ArrayList<>(processes);
        all.addAll(more);
        return new HostProcesses(all, applicationGroups);
    }

    boolean withApplication() {
        return !applicationGroups.isEmpty()
                || processes.stream().anyMatch(process -> process.owner() == ThreadOwner.APPLICATION);
    }

    /** Returns the application's process with the most threads; empty if none is visible. */
    public OptionalLong application(ProcessFiles files) {
        return find(files).stream()
                .filter(process -> process.owner() == ThreadOwner.APPLICATION)
                .map(ManagedProcess::pid)
                .max(Comparator.comparingLong(pid -> files.stats(pid).count()))
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    /** Returns the known processes and the current members of the application's process groups. */
    List<ManagedProcess> find(ProcessFiles files) {
        List<ManagedProcess> found = new ArrayList<>();
        for (long leader : applicationGroups) {
            files.processesOfGroup(leader)
                    .forEach(pid -> found.add(new ManagedProcess(ThreadOwner.APPLICATION, pid, false)));
        }
        found.addAll(processes);
        return found;
    }

    /**
     * Process whose threads are placed.
     *
     * @param owner owner of its threads
     * @param outlives whether it can outlive the run and the harness; another process then keeps its original masks
     */
    public record ManagedProcess(ThreadOwner owner, long pid, boolean outlives) {}
}
