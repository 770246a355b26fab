package org.ticktoquote.harness.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.host.ListeningProcess;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.Supervisor;
import org.ticktoquote.harness.threads.found.Party;
import org.ticktoquote.harness.threads.found.ProcessFiles;
import org.ticktoquote.harness.threads.keep.ManagedProcess;

/**
 * Finds the processes of a run: our own, and of the application every process of its group, or of an attached one every
 * process that listens at its port. Not thread-safe.
 */
final class ManagedProcesses implements Supplier<List<ManagedProcess>> {
    private final Supervisor supervisor;
    private final List<Long> attached;
    private final ProcessFiles files = new ProcessFiles();

    ManagedProcesses(RunPlan plan, Supervisor supervisor) {
        this.supervisor = supervisor;
        this.attached = plan.application() instanceof ApplicationUnderTest.Attached application
                ? listeners(plan, application)
                : List.of();
    }

    /** The processes of an attached application; refuses one whose threads nobody here can see. */
    static List<Long> listeners(RunPlan plan, ApplicationUnderTest.Attached application) {
        String where = application.host() + ":" + application.fixPort();
        String option = "--threads " + plan.threads().name() + ": ";
        if (!ListeningProcess.isLocal(application.host())) {
            throw new Refusal(
                    ExitStatus.ENVIRONMENT,
                    option + "the application at " + where + " runs on another host, out of reach");
        }
        List<Long> found = new ListeningProcess().at(application.fixPort());
        if (found.isEmpty()) {
            throw new Refusal(
                    ExitStatus.ENVIRONMENT,
                    option + "no process that listens at " + where
                            + " can be seen: it must run already, as this user or with t2q as root");
        }
        return found;
    }

    @Override
    public List<ManagedProcess> get() {
        List<ManagedProcess> processes = new ArrayList<>();
        attached.forEach(pid -> processes.add(new ManagedProcess(Party.APPLICATION, pid, true)));
        for (Child child : supervisor.children()) {
            party(child)
                    .ifPresentOrElse(
                            party -> processes.add(new ManagedProcess(party, child.pid(), false)),
                            () -> files.group(child.group().leader())
                                    .forEach(pid -> processes.add(new ManagedProcess(Party.APPLICATION, pid, false))));
        }
        processes.add(new ManagedProcess(Party.HARNESS, ProcessHandle.current().pid(), false));
        processes.add(new ManagedProcess(Party.HARNESS, supervisor.guardianPid(), false));
        return processes;
    }

    /** Whose a child of ours is; empty for the application. */
    private static Optional<Party> party(Child child) {
        return switch (child.role()) {
            case Cast.REPLAYER -> Optional.of(Party.REPLAYER);
            case Cast.CLIENTS -> Optional.of(Party.CLIENTS);
            default -> Optional.empty();
        };
    }
}
