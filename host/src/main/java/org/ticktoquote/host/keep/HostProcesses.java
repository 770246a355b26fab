package org.ticktoquote.host.keep;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.threads.ProcessFiles;

/**
 * The processes of a run on one host.
 *
 * @param processes that are known by their ids
 * @param applicationGroups leaders of process groups that are the application's, whoever joins or leaves them
 */
public record HostProcesses(List<ManagedProcess> processes, List<Long> applicationGroups) {
    public HostProcesses {
        processes = List.copyOf(processes);
        applicationGroups = List.copyOf(applicationGroups);
    }

    /** These and more. */
    public HostProcesses and(List<ManagedProcess> more) {
        List<ManagedProcess> all = new ArrayList<>(processes);
        all.addAll(more);
        return new HostProcesses(all, applicationGroups);
    }

    /** Whether the application is among them. */
    boolean withApplication() {
        return !applicationGroups.isEmpty()
                || processes.stream().anyMatch(process -> process.party() == ThreadOwner.APPLICATION);
    }

    /** The application's process with most threads; empty if none can be seen. */
    public OptionalLong application(ProcessFiles files) {
        return find(files).stream()
                .filter(process -> process.party() == ThreadOwner.APPLICATION)
                .map(ManagedProcess::pid)
                .max(Comparator.comparingLong(pid -> files.stats(pid).count()))
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    /** Those that are there now. */
    List<ManagedProcess> find(ProcessFiles files) {
        List<ManagedProcess> found = new ArrayList<>();
        for (long leader : applicationGroups) {
            files.group(leader).forEach(pid -> found.add(new ManagedProcess(ThreadOwner.APPLICATION, pid, false)));
        }
        found.addAll(processes);
        return found;
    }

    /**
     * A process whose threads are placed.
     *
     * @param party whose it is
     * @param outlives whether it lives on when the run and even the harness is gone, so that its masks must be remembered
     */
    public record ManagedProcess(ThreadOwner party, long pid, boolean outlives) {}
}
