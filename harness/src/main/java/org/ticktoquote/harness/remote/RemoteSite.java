package org.ticktoquote.harness.remote;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.clock.ForeignReading;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.remote.DeputyOrders.AtAddress;
import org.ticktoquote.harness.remote.DeputyOrders.AtPort;
import org.ticktoquote.harness.remote.DeputyOrders.Begun;
import org.ticktoquote.harness.remote.DeputyOrders.OfCommand;
import org.ticktoquote.harness.remote.DeputyOrders.OfJava;
import org.ticktoquote.harness.remote.DeputyOrders.OfPath;
import org.ticktoquote.harness.remote.DeputyOrders.Sessions;
import org.ticktoquote.harness.remote.DeputyOrders.Ticks;
import org.ticktoquote.harness.remote.DeputyOrders.Values;
import org.ticktoquote.harness.remote.DeputyOrders.Words;
import org.ticktoquote.harness.site.ApplicationFiles;
import org.ticktoquote.harness.site.HostCount;
import org.ticktoquote.harness.site.QuoteTail;
import org.ticktoquote.harness.site.Site;
import org.ticktoquote.harness.site.TickTail;
import org.ticktoquote.harness.threads.found.Party;
import org.ticktoquote.harness.threads.keep.HostProcesses;
import org.ticktoquote.harness.threads.keep.ThreadHand;
import org.ticktoquote.harness.threads.plan.ThreadChoice;
import org.ticktoquote.host.mask.OriginalMasks;
import org.ticktoquote.host.process.JavaCommand;

/** A host that is reached by ssh: our jar is there, and a deputy answers for it. */
public final class RemoteSite implements Site, AutoCloseable {
    private final Foothold foothold;
    private final Deputy deputy;
    private final Begun begun;
    private final RemoteFiles files;

    private RemoteSite(Foothold foothold, String run) {
        this.foothold = foothold;
        this.deputy = foothold.deputy();
        this.begun = foothold.begun();
        this.files = new RemoteFiles(run, foothold.ssh(), deputy, begun);
    }

    /**
     * Makes a host ready for a run.
     *
     * @param run a name that no other run has there
     * @param logs folder for what ssh says
     * @throws Refusal naming the host when it cannot be reached, or lacks something
     */
    public static RemoteSite open(InventoryHost host, String run, Path logs) {
        return new RemoteSite(Foothold.gain(host, run, logs), run);
    }

    @Override
    public String name() {
        return foothold.host().name();
    }

    @Override
    public boolean elsewhere() {
        return true;
    }

    @Override
    public List<String> ours(List<String> command) {
        return tether(List.of(), command);
    }

    @Override
    public List<String> foreign(List<String> command, String role) {
        return tether(List.of("--foreign", directory().resolve(role + ".log").toString()), command);
    }

    private List<String> tether(List<String> options, List<String> command) {
        List<String> arguments = new ArrayList<>(options);
        arguments.add("--");
        arguments.addAll(command);
        return foothold.ssh().command(program(ownJava(), Foothold.SMALL_JVM).subcommand("tether", arguments));
    }

    @Override
    public String address() {
        return foothold.host().address();
    }

    @Override
    public Path directory() {
        return Path.of(begun.runDirectory());
    }

    @Override
    public Path file(Path here) {
        return files.send(here);
    }

    @Override
    public Path recording(Path here) {
        return files.recording(here);
    }

    @Override
    public Path ownJava() {
        return Path.of(begun.java());
    }

    @Override
    public Path java(Path said) {
        return Path.of(deputy.ask(DeputyOrders.JAVA, new OfPath(said.toString()), OfPath.class)
                .path());
    }

    @Override
    public JavaCommand program(Path java, List<String> jvmFlags) {
        return JavaCommand.ofJar(java, jvmFlags, foothold.jar());
    }

    @Override
    public List<String> logFlags(Path java, String file) {
        return deputy.ask(DeputyOrders.LOG_FLAGS, new OfJava(java.toString(), file), Words.class)
                .words();
    }

    @Override
    public void requireExecutable(String program) {
        deputy.ask(DeputyOrders.EXECUTABLE, new OfPath(program), Values.class);
    }

    @Override
    public Optional<String> objection(Path java, List<String> flags) {
        return foothold.objection(java, flags);
    }

    @Override
    public Optional<String> objection(ThreadChoice threads, Set<Party> parties) {
        return foothold.objection(threads, parties);
    }

    /** Processes there end with the run, so that nobody needs to be told of their masks. */
    @Override
    public ThreadHand threads(ThreadChoice threads, HostProcesses processes, Consumer<OriginalMasks> survivor) {
        return new RemoteThreads(deputy, threads, processes);
    }

    @Override
    public ApplicationFiles applicationFiles(List<String> command, Path java) {
        return deputy.ask(
                DeputyOrders.APPLICATION_FILES, new OfCommand(command, java.toString()), ApplicationFiles.class);
    }

    @Override
    public int freePort(String transport, String at) {
        return deputy.ask(DeputyOrders.FREE_PORT, new AtAddress(transport, at), AtPort.class)
                .port();
    }

    @Override
    public Map<String, String> facts() {
        return deputy.ask(DeputyOrders.FACTS, Values.class).values();
    }

    @Override
    public HostCount count(int udpPort) {
        return deputy.ask(DeputyOrders.COUNT, new AtPort(udpPort), HostCount.class);
    }

    @Override
    public ClockIdentity clock() {
        return begun.clock();
    }

    @Override
    public ForeignReading exchange() {
        return deputy.clock();
    }

    @Override
    public TickTail ticks() {
        return new TickTail() {
            @Override
            public List<SentTick> more() {
                return deputy.ask(DeputyOrders.TICKS, Ticks.class).ticks();
            }

            @Override
            public void close() {
                // the deputy's own ends with it
            }
        };
    }

    @Override
    public QuoteTail quotes(int sessions) {
        return new QuoteTail() {
            @Override
            public More more() {
                return deputy.ask(DeputyOrders.QUOTES, new Sessions(sessions), More.class);
            }

            @Override
            public void close() {
                // the deputy's own ends with it
            }
        };
    }

    /**
     * Brings the run's files here, holds them against what is there, and removes them there.
     *
     * @throws Refusal saying what stays there, when not all of them are here whole
     */
    public void bringBack(RunDirectory here) {
        files.bringBack(here);
    }

    @Override
    public void close() {
        deputy.close();
    }

    /** Leaves a host on which nothing has run. */
    public void discard() {
        foothold.leave();
    }
}
