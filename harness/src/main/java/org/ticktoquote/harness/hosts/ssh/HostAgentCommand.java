package org.ticktoquote.harness.hosts.ssh;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.control.RemoteInterface;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.file.FileDigest;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.hosts.local.LocalOperations;
import org.ticktoquote.host.keep.HostProcesses;
import org.ticktoquote.host.keep.HostProcesses.ManagedProcess;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.process.ChildCommand;
import org.ticktoquote.host.process.JavaCommand;
import org.ticktoquote.host.process.ProcessGroup;
import picocli.CommandLine.Option;

/**
 * Agent of a host. Serves a harness on another host over its standard streams, until they close. Does not start processes of a
 * run. Its {@code clock} command reads the clock of the host.
 */
@picocli.CommandLine.Command(
        name = HostAgentCommand.NAME,
        hidden = true,
        description = "Internal: answers for this host to a harness on another one.")
public final class HostAgentCommand extends ChildCommand {
    static final String NAME = "host-agent";
    static final String WORK = "--work";
    static final String RUN = "--run";

    /** First line, with detail {@link Ready}. */
    static final String READY = "ready";
    /** Command with detail {@link CallRequest}. */
    static final String CALL = "call";
    /** Answer to a call, with detail {@link CallResponse}. */
    static final String RESULT = "result";
    /** Sent instead of the first line or a result, with detail {@link Failure}. */
    static final String REFUSED = "refused";

    @Option(names = WORK, required = true, description = "where t2q works on this host")
    private String work = "";

    @Option(names = RUN, required = true, description = "name of the run's folder there, which must be new")
    private String run = "";

    private final RemoteInterface<AgentOperations> calls = new RemoteInterface<>(AgentOperations.class);
    private @Nullable Agent agent;

    /** Absolute paths on this host, its Java and its clock. */
    record Ready(String work, String runDirectory, String sentDirectory, String java, ClockIdentity clock) {}

    /** A call. Its answer repeats the id. */
    record CallRequest(long id, RemoteInterface.Call call) {}

    /** Answer to a call. Its result is JSON null if there is none. */
    record CallResponse(long id, JsonNode result) {}

    /** Reason why the agent could not answer. */
    record Failure(long id, String cause, ExitStatus exit) {
        static Failure of(long id, RuntimeException e) {
            return e instanceof ProblemException refusal
                    ? new Failure(id, String.valueOf(refusal.getMessage()), refusal.status())
                    : new Failure(id, e.toString(), ExitStatus.ENVIRONMENT);
        }
    }

    @Override
    protected void onOpened() {
        answer(0, () -> StatusLine.of(READY, begin()));
    }

    private Ready begin() {
        ProcessGroup.requireSignals();
        WorkDirectory folder = WorkDirectory.make(work, run);
        agent = new Agent(folder);
        return new Ready(
                folder.work().toString(),
                folder.run().toString(),
                folder.sent().toString(),
                JavaCommand.ownJava().toString(),
                ClockIdentity.own());
    }

    @Override
    public void onCommand(ControlCommand command) {
        if (!command.name().equals(CALL)) {
            throw Problem.ofValue(command.name())
                    .fault("is not a command of the agent")
                    .expected(CALL)
                    .exception(ExitStatus.USAGE);
        }
        CallRequest called = command.detailAs(CallRequest.class);
        answer(called.id(), () -> {
            Agent begun = Objects.requireNonNull(agent, "the run's directory could not be created");
            return StatusLine.of(RESULT, new CallResponse(called.id(), calls.invoke(begun, called.call())));
        });
    }

    private void answer(long id, Supplier<StatusLine> work) {
        StatusLine line;
        try {
            line = work.get();
        } catch (RuntimeException e) {
            line = StatusLine.of(REFUSED, Failure.of(id, e));
        }
        report(line);
    }

    @Override
    public void onClosed() {
        if (agent != null) {
            agent.close();
        }
    }

    /** Operations of this host for a harness on another host. Used by one thread. */
    private static final class Agent extends LocalOperations implements AgentOperations {
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
            Stream.concat(
                            processes.processes().stream().map(ManagedProcess::pid),
                            processes.applicationGroups().stream())
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
}
