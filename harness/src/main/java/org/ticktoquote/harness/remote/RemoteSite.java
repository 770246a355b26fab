package org.ticktoquote.harness.remote;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.clock.ForeignReading;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.host.audit.Readiness;
import org.ticktoquote.harness.host.need.HostSheet;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.jvm.JvmChoice;
import org.ticktoquote.harness.jvm.JvmProfile;
import org.ticktoquote.harness.process.JavaCommand;
import org.ticktoquote.harness.remote.DeputyOrders.AtAddress;
import org.ticktoquote.harness.remote.DeputyOrders.AtPort;
import org.ticktoquote.harness.remote.DeputyOrders.Begun;
import org.ticktoquote.harness.remote.DeputyOrders.Chosen;
import org.ticktoquote.harness.remote.DeputyOrders.Flags;
import org.ticktoquote.harness.remote.DeputyOrders.Objection;
import org.ticktoquote.harness.remote.DeputyOrders.OfCommand;
import org.ticktoquote.harness.remote.DeputyOrders.OfJava;
import org.ticktoquote.harness.remote.DeputyOrders.OfPath;
import org.ticktoquote.harness.remote.DeputyOrders.Planned;
import org.ticktoquote.harness.remote.DeputyOrders.Profiled;
import org.ticktoquote.harness.remote.DeputyOrders.Sessions;
import org.ticktoquote.harness.remote.DeputyOrders.Ticks;
import org.ticktoquote.harness.remote.DeputyOrders.Values;
import org.ticktoquote.harness.remote.DeputyOrders.Wanted;
import org.ticktoquote.harness.remote.DeputyOrders.Words;
import org.ticktoquote.harness.site.ApplicationFiles;
import org.ticktoquote.harness.site.HostCount;
import org.ticktoquote.harness.site.QuoteTail;
import org.ticktoquote.harness.site.Site;
import org.ticktoquote.harness.site.TickTail;
import org.ticktoquote.harness.threads.found.Party;
import org.ticktoquote.harness.threads.keep.HostProcesses;
import org.ticktoquote.harness.threads.keep.ThreadHand;
import org.ticktoquote.harness.threads.mask.OriginalMasks;
import org.ticktoquote.harness.threads.plan.ThreadChoice;

/** A host that is reached by ssh: our jar is there, and a deputy answers for it. */
public final class RemoteSite implements Site, AutoCloseable {
    /** For processes that wait. */
    private static final List<String> SMALL_JVM =
            List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+PerfDisableSharedMem");

    private static final Logger LOG = LoggerFactory.getLogger(RemoteSite.class);

    private final InventoryHost host;
    private final Ssh ssh;
    private final Path jar;
    private final Deputy deputy;
    private final Begun begun;
    private final RemoteFiles files;

    private RemoteSite(InventoryHost host, Ssh ssh, String run, Path jar, Deputy deputy, Begun begun) {
        this.host = host;
        this.ssh = ssh;
        this.jar = jar;
        this.deputy = deputy;
        this.begun = begun;
        this.files = new RemoteFiles(run, ssh, deputy, begun);
    }

    /**
     * Makes a host ready: sends it our jar unless it has it, and makes the folders of a run.
     *
     * @param run a name that no other run has there
     * @param logs folder for what ssh says
     * @throws Refusal naming the host when it cannot be reached, or lacks something
     */
    public static RemoteSite open(InventoryHost host, String run, Path logs) {
        Ssh ssh = new Ssh(host);
        Path own = JavaCommand.ownJar()
                .orElseThrow(() -> new Refusal(
                        ExitStatus.ENVIRONMENT, "hosts need t2q.jar, and this process does not run from it"));
        String sha256 = WorkFolder.content(own, "").sha256();
        String jars = host.directory() + "/" + WorkFolder.JARS;
        ssh.begin(jars);
        String jar = jars + "/" + sha256 + ".jar";
        if (!ssh.has(jar, sha256)) {
            RemoteFiles.send(ssh, own, jar, run, sha256);
        }
        Path java = java(host);
        List<String> deputy =
                ssh.alone(JavaCommand.ofJar(java, SMALL_JVM, Path.of(jar)).subcommand("deputy", List.of()));
        Deputy started = Deputy.start(host.name(), deputy, log(host, logs));
        try {
            Begun begun = started.ask(DeputyOrders.BEGIN, new DeputyOrders.Begin(host.directory(), run), Begun.class);
            Path whole = Path.of(begun.work(), WorkFolder.JARS, sha256 + ".jar");
            return new RemoteSite(host, ssh, run, whole, started, begun);
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
    }

    static Path log(InventoryHost host, Path logs) {
        return logs.resolve("ssh-deputy-" + host.name() + ".log");
    }

    private static Path java(InventoryHost host) {
        if (host.java().isEmpty()) {
            return Path.of("java");
        }
        Path said = Path.of(host.java());
        return said.endsWith("java") ? said : said.resolve("bin").resolve("java");
    }

    @Override
    public String name() {
        return host.name();
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
        return ssh.command(program(ownJava(), SMALL_JVM).subcommand("tether", arguments));
    }

    @Override
    public String address() {
        return host.address();
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
        return JavaCommand.ofJar(java, jvmFlags, jar);
    }

    @Override
    public List<String> logFlags(Path java, String file) {
        return deputy.ask(DeputyOrders.LOG_FLAGS, new OfJava(java.toString(), file), Words.class)
                .words();
    }

    @Override
    public Optional<String> objection(ThreadChoice threads, Set<Party> parties) {
        return deputy.ask(
                        DeputyOrders.THREADS_OBJECTION,
                        new Planned(threads.name(), threads.yaml(), parties),
                        Objection.class)
                .words();
    }

    /** Processes there end with the run, so that nobody needs to be told of their masks. */
    @Override
    public ThreadHand threads(ThreadChoice threads, HostProcesses processes, Consumer<OriginalMasks> survivor) {
        return new RemoteThreads(deputy, threads, processes);
    }

    /** What a profile means there. */
    JvmChoice jvm(JvmProfile profile, String given, int leastFeature) {
        Chosen chosen = deputy.ask(DeputyOrders.JVM_CHOICE, new Wanted(profile, given, leastFeature), Chosen.class);
        return new JvmChoice(Optional.ofNullable(chosen.jvm()), chosen.reason());
    }

    /** Why a JVM there does not take these flags; empty when it does. */
    Optional<String> objection(Path java, List<String> flags) {
        return deputy.ask(DeputyOrders.JVM_OBJECTION, new Flags(java.toString(), flags), Objection.class)
                .words();
    }

    /** What it is like before a run of a profile. */
    Readiness readiness(String profile) {
        return deputy.ask(DeputyOrders.READINESS, new Profiled(profile), Readiness.class);
    }

    /** What it is. */
    HostSheet sheet() {
        return new HostSheet(deputy.ask(DeputyOrders.SHEET, Values.class).values());
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
        try {
            deputy.ask(DeputyOrders.REMOVE, OfPath.class);
        } catch (Refusal gone) {
            LOG.info("{}: {}", name(), gone.getMessage());
        } finally {
            close();
        }
    }
}
