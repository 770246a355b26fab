package org.ticktoquote.harness.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ticktoquote.core.audit.AuditSource;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.harness.audit.ApplicationCpu;
import org.ticktoquote.harness.hosts.RunHost;
import org.ticktoquote.harness.jvm.ApplicationJava;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.Supervisor;
import org.ticktoquote.harness.threads.found.ThreadOwner;
import org.ticktoquote.harness.threads.keep.HostProcesses;
import org.ticktoquote.harness.threads.keep.ManagedProcess;
import org.ticktoquote.host.ListeningProcess;

/** Whose processes of a run are on which host. */
final class RunProcesses {
    private RunProcesses() {}

    /**
     * The processes on a host: our own, and of the application every process of its group, or of an attached one every process
     * that listens at its port.
     */
    static HostProcesses on(RunHost host, RunHosts hosts, RunPlan plan, Supervisor supervisor) {
        List<ManagedProcess> processes = new ArrayList<>();
        List<Long> groups = new ArrayList<>();
        if (host == hosts.application() && plan.application() instanceof ApplicationUnderTest.Attached attached) {
            listeners(plan, attached)
                    .forEach(pid -> processes.add(new ManagedProcess(ThreadOwner.APPLICATION, pid, true)));
        }
        for (Child child : supervisor.children()) {
            switch (child.role()) {
                case Role.REPLAYER -> add(processes, host == hosts.replayer(), ThreadOwner.REPLAYER, child.pid());
                case Role.CLIENTS -> add(processes, host == hosts.clients(), ThreadOwner.CLIENTS, child.pid());
                default -> {
                    if (host == hosts.application()) {
                        groups.add(child.pid());
                    }
                }
            }
        }
        add(
                processes,
                !host.elsewhere(),
                ThreadOwner.HARNESS,
                ProcessHandle.current().pid());
        add(processes, !host.elsewhere(), ThreadOwner.HARNESS, supervisor.guardianPid());
        return new HostProcesses(processes, groups);
    }

    private static void add(List<ManagedProcess> processes, boolean there, ThreadOwner party, long pid) {
        if (there) {
            processes.add(new ManagedProcess(party, pid, false));
        }
    }

    /** The application's processor time; empty where its processes cannot be seen from here. */
    static Optional<AuditSource> applicationCpu(RunHosts hosts, RunPlan plan, Supervisor supervisor) {
        if (plan.application() instanceof ApplicationUnderTest.Attached attached) {
            Set<Long> listeners = ListeningProcess.isLocal(attached.host())
                    ? Set.copyOf(new ListeningProcess().at(attached.fixPort()))
                    : Set.of();
            return listeners.isEmpty() ? Optional.empty() : Optional.of(new ApplicationCpu(Set.of(), listeners));
        }
        Set<Long> groups = supervisor.children().stream()
                .filter(child -> child.role().equals(Role.APPLICATION))
                .map(Child::pid)
                .collect(Collectors.toSet());
        return hosts.application().elsewhere() ? Optional.empty() : Optional.of(new ApplicationCpu(groups, Set.of()));
    }

    /** What the application's Java says of itself, as facts of the run. */
    static Map<String, String> applicationJava(RunHosts hosts, RunPlan plan, Supervisor supervisor) {
        if (plan.application() instanceof ApplicationUnderTest.Attached attached) {
            List<Long> listeners = ListeningProcess.isLocal(attached.host())
                    ? new ListeningProcess().at(attached.fixPort())
                    : List.of();
            return listeners.isEmpty()
                    ? ApplicationJava.unknown("no process that listens at " + attached.host() + ":" + attached.fixPort()
                            + " can be seen from here")
                    : ApplicationJava.facts(listeners);
        }
        return hosts.application()
                .operations()
                .applicationJava(supervisor.children().stream()
                        .filter(child -> child.role().equals(Role.APPLICATION))
                        .map(Child::pid)
                        .toList());
    }

    /** The processes of an attached application; refuses one whose threads nobody here can see. */
    static List<Long> listeners(RunPlan plan, ApplicationUnderTest.Attached application) {
        String where = application.host() + ":" + application.fixPort();
        if (!ListeningProcess.isLocal(application.host())) {
            throw plan.threads().refusal("the application at " + where + " runs on another host, out of reach");
        }
        List<Long> found = new ListeningProcess().at(application.fixPort());
        if (found.isEmpty()) {
            throw plan.threads()
                    .refusal("no process that listens at " + where
                            + " can be seen: it must run already, as this user or with t2q as root");
        }
        return found;
    }
}
