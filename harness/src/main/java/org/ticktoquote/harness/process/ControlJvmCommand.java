package org.ticktoquote.harness.process;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.audit.ProcessMonitor;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.control.ProcessProtocol;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.host.keep.ThreadMasks.LinuxMasks;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStat;
import org.ticktoquote.host.threads.ThreadKind;

/**
 * Control JVM. Wakes every millisecond on the application's CPUs and records how late it was. It runs no application code, so
 * the machine causes its delays.
 *
 * <p>Writes the files of a {@link ProcessMonitor}. Follows changes of the application's CPU affinity within a second.
 */
@picocli.CommandLine.Command(
        name = ControlJvmCommand.NAME,
        hidden = true,
        description = "Internal: measures how late a JVM beside the application wakes.")
public final class ControlJvmCommand extends Subcommand implements ControlChannel.Listener {
    public static final String NAME = "control-jvm";

    /** Command with detail {@link WatchedApplication}. */
    public static final String WATCH = "watch";

    /** Thread name as the kernel shows it: 15 bytes. */
    private static final String MEASURING = (Role.CONTROL + "-hiccups").substring(0, 15);

    private static final long FOLLOW_MS = 1_000;

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final ProcessFiles files = new ProcessFiles();
    private volatile @Nullable WatchedApplication watched;
    private @Nullable ProcessMonitor audit;
    private @Nullable ProblemException refused;
    private CpuList cpus = CpuList.none();

    /**
     * Application to follow.
     *
     * @param run identity of the run
     * @param directory directory of the run
     * @param groups leaders of the application's process groups
     * @param processes further processes of the application
     */
    public record WatchedApplication(UUID run, String directory, List<Long> groups, List<Long> processes) {
        public WatchedApplication {
            groups = List.copyOf(groups);
            processes = List.copyOf(processes);
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        ControlChannel.overStandardStreams().receiveInBackground(this);
        while (!stopped.await(FOLLOW_MS, TimeUnit.MILLISECONDS)) {
            follow();
        }
        if (audit != null) {
            audit.close();
        }
        if (refused != null) {
            throw refused;
        }
        return ExitStatus.OK.code();
    }

    @Override
    public void onCommand(ControlCommand command) {
        switch (command.name()) {
            case WATCH -> {
                WatchedApplication application = command.detailAs(WatchedApplication.class);
                audit = ProcessMonitor.start(
                        new RunDirectory(Path.of(application.directory())), application.run(), Role.CONTROL);
                watched = application;
            }
            case ProcessProtocol.STOP -> stopped.countDown();
            default ->
                throw Problem.ofValue(command.name())
                        .fault("is not a command of the control JVM")
                        .exception();
        }
    }

    /** Moves the measuring thread to the CPUs of the application's threads. No effect if these cannot be read. */
    private void follow() {
        @Nullable WatchedApplication application = watched;
        if (application == null) {
            return;
        }
        CpuList wanted = CpuList.of(allowed(application));
        if (!wanted.isEmpty() && !wanted.equals(cpus)) {
            cpus = wanted;
            long self = ProcessHandle.current().pid();
            LinuxMasks masks = new LinuxMasks();
            files.stats(self)
                    .filter(thread -> thread.name().equals(MEASURING))
                    .map(ThreadStat::tid)
                    .forEach(tid -> masks.set(tid, wanted, "control JVM"));
        }
    }

    private BitSet allowed(WatchedApplication application) {
        Set<Long> processes = new TreeSet<>(application.processes());
        application.groups().forEach(leader -> processes.addAll(files.processesOfGroup(leader)));
        BitSet allowed = new BitSet();
        for (long pid : processes) {
            files.stats(pid)
                    .filter(thread -> ThreadKind.ofName(thread.name()) == ThreadKind.OTHER)
                    .flatMap(thread -> files.status(pid, thread.tid()).stream())
                    .forEach(status -> allowed.or(status.allowed().bits()));
        }
        return allowed;
    }

    @Override
    public void onRefused(ProblemException refusal) {
        refused = refusal;
    }

    @Override
    public void onClosed() {
        stopped.countDown();
    }
}
