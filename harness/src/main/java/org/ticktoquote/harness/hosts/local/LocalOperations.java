package org.ticktoquote.harness.hosts.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.journal.JournalException;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.JournalSchema;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.linux.CpuSteal;
import org.ticktoquote.core.net.UnclaimedPort;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.hosts.HostOperations;
import org.ticktoquote.host.audit.HostAudit.Readiness;
import org.ticktoquote.host.audit.HostRequirement.HostProperties;
import org.ticktoquote.host.fingerprint.FingerprintReader;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.jvm.ApplicationJava;
import org.ticktoquote.host.jvm.AsyncProfiler;
import org.ticktoquote.host.jvm.FlightFiles;
import org.ticktoquote.host.jvm.GcLogFiles;
import org.ticktoquote.host.jvm.InstalledJvms;
import org.ticktoquote.host.jvm.InstalledJvms.JvmChoice;
import org.ticktoquote.host.jvm.JvmProbe;
import org.ticktoquote.host.jvm.JvmProfile;
import org.ticktoquote.host.keep.HostProcesses;
import org.ticktoquote.host.keep.MaskRestorer.OriginalMasks;
import org.ticktoquote.host.keep.ThreadMasks.LinuxMasks;
import org.ticktoquote.host.keep.ThreadPlacer;
import org.ticktoquote.host.keep.ThreadReport;
import org.ticktoquote.host.machine.UsableCpus;
import org.ticktoquote.host.observe.ThreadObservation;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.plan.ManagedPlan;
import org.ticktoquote.host.process.CommandFiles;
import org.ticktoquote.host.process.CommandText;
import org.ticktoquote.host.process.JavaCommand;
import org.ticktoquote.host.process.Tcpdump;
import org.ticktoquote.host.sampling.ApplicationWatch;
import org.ticktoquote.host.sockets.HostCounters.HostCount;
import org.ticktoquote.host.sockets.SocketTables;
import org.ticktoquote.host.sockets.UdpDrops;
import org.ticktoquote.host.sockets.UdpDrops.UdpFeed;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.LiveHost;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.trace.KernelTrace;

/** Operations on the host that runs this process. Used by one thread. */
public class LocalOperations implements HostOperations, AutoCloseable {
    private final Host host;
    private final RunDirectory run;
    private final Consumer<OriginalMasks> survivors;
    private @Nullable InstalledJvms installed;
    private Optional<ThreadPlacer> placer = Optional.empty();
    private Optional<ApplicationWatch> watch = Optional.empty();
    private @Nullable ThreadGraph observed;
    private String notObserved = "the warm-up ended before the threads were observed; use a longer --warm-up-limit";
    private @Nullable JournalReader ticks;
    /** Journals of the clients, by session. */
    private List<JournalReader> quotes = List.of();

    private LocalOperations(
            Host host, RunDirectory run, Consumer<OriginalMasks> survivors, @Nullable InstalledJvms installed) {
        this.host = host;
        this.run = run;
        this.survivors = survivors;
        this.installed = installed;
    }

    /**
     * Creates the operations of a run.
     *
     * @param survivors receives the CPU masks of processes that outlive the run, before t2q changes them
     */
    public LocalOperations(RunDirectory run, Consumer<OriginalMasks> survivors) {
        this(new LiveHost(), run, survivors, null);
    }

    /**
     * Creates operations for use before any run.
     *
     * @param host state of the system
     * @param installed installed JVMs
     */
    public LocalOperations(Host host, InstalledJvms installed) {
        this(host, new RunDirectory(Path.of("")), masks -> {}, installed);
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>(LiveHost.facts());
        facts.putAll(FingerprintReader.of(host, FingerprintReader.ownJvm()).facts());
        return facts;
    }

    @Override
    public Map<String, String> applicationJava(List<Long> groups) {
        ProcessFiles files = new ProcessFiles();
        return ApplicationJava.facts(groups.stream()
                .flatMap(leader -> files.processesOfGroup(leader).stream())
                .toList());
    }

    @Override
    public HostProperties sheet() {
        return HostProperties.of(host);
    }

    @Override
    public Readiness readiness(String profile) {
        return Readiness.of(host, profile, run.path());
    }

    @Override
    public HostCount count(Optional<UdpFeed> feed) {
        SocketTables sockets = new SocketTables(Path.of("/proc"));
        return new HostCount(CpuSteal.read(), feed.map(sockets::udpDrops).orElse(UdpDrops.NONE));
    }

    @Override
    public int freeUdpPort(String address) {
        return UnclaimedPort.udp(address);
    }

    @Override
    public int freeTcpPort(String address) {
        return UnclaimedPort.tcp(address);
    }

    @Override
    public Path java(Path homeOrExecutable) {
        return homeOrExecutable.toString().isEmpty() ? JavaCommand.ownJava() : JavaCommand.javaOf(homeOrExecutable);
    }

    @Override
    public List<String> logFlags(Path java, String file) {
        return JvmProbe.logFlags(java, run.path().toAbsolutePath().resolve(file));
    }

    @Override
    public List<String> flightFlags(Path java, String file) {
        return new FlightFiles(run.path().toAbsolutePath().resolve(file)).flags(java);
    }

    @Override
    public void assembleFlightRecording(String file) {
        new FlightFiles(run.path().toAbsolutePath().resolve(file)).assemble();
    }

    @Override
    public void copyCollectorLog(Path log, String file, long sinceMs) {
        GcLogFiles.copy(log, run.path().toAbsolutePath().resolve(file), sinceMs);
    }

    @Override
    public List<String> profilerFlags(Path java, Path profiler, String file) {
        return new AsyncProfiler(profiler)
                .flags(java, run.path().toAbsolutePath().resolve(file));
    }

    @Override
    public void requireExecutable(String program) {
        CommandText.requireProgram("--app", program);
    }

    @Override
    public Optional<String> flagsProblem(Path java, List<String> flags) {
        return JvmProbe.problem(java, flags);
    }

    @Override
    public JvmChoice jvm(JvmProfile profile, Optional<Path> given, int leastFeature) {
        InstalledJvms found = installed == null ? InstalledJvms.find(Map.of()) : installed;
        installed = found;
        Map<String, Path> byProfile =
                given.map(path -> Map.of(profile.name(), path)).orElse(Map.of());
        return new InstalledJvms(found.found(), byProfile).choose(profile, leastFeature);
    }

    @Override
    public CommandFiles applicationFiles(List<String> command, Path java) {
        return CommandFiles.of(command, java);
    }

    @Override
    public Optional<String> threadsProblem(ThreadChoice threads, Set<ThreadOwner> parties) {
        return threads.problem(host, parties);
    }

    @Override
    public void observeThreads(HostProcesses processes, int seconds) {
        OptionalLong application = processes.application(new ProcessFiles());
        if (application.isEmpty()) {
            notObserved = "no process of the application is visible";
            return;
        }
        try {
            observed = ThreadObservation.of(
                            host,
                            application.getAsLong(),
                            seconds,
                            ThreadObservation.Choice.BEST,
                            note -> {},
                            () -> true)
                    .graph();
        } catch (ProblemException refusal) {
            notObserved = "the application's threads could not be observed: " + refusal.getMessage();
        }
    }

    @Override
    public ManagedPlan planThreads() {
        return observed == null ? ManagedPlan.auto(notObserved) : ManagedPlan.of(observed, host);
    }

    @Override
    public void placeThreads(ThreadChoice threads, HostProcesses processes) {
        ThreadPlacer placing = new ThreadPlacer(
                threads.planner().orElseThrow(),
                UsableCpus.read(host),
                processes,
                new ProcessFiles(),
                new LinuxMasks(),
                survivors);
        placer = Optional.of(placing);
        placing.place();
    }

    @Override
    public void measuringBegins() {
        placer.ifPresent(ThreadPlacer::startMeasuring);
    }

    @Override
    public void measuringEnds() {
        placer.ifPresent(ThreadPlacer::stopMeasuring);
    }

    @Override
    public Optional<ThreadReport> releaseThreads() {
        Optional<ThreadReport> account = placer.flatMap(ThreadPlacer::restore);
        placer = Optional.empty();
        return account;
    }

    @Override
    public void watchApplication(
            UUID identity, List<Long> groups, List<Long> processes, long intervalNs, boolean traced) {
        Optional<Path> tracing = traced ? Optional.of(KernelTrace.TRACING) : Optional.empty();
        watch = Optional.of(
                ApplicationWatch.begin(run.applicationEvidence(), identity, groups, processes, intervalNs, tracing));
    }

    @Override
    public void endWatch() {
        watch.ifPresent(ApplicationWatch::close);
        watch = Optional.empty();
    }

    @Override
    public List<String> captureCommand(String networkInterface, String file, long limitBytes, List<String> filters) {
        return Tcpdump.on(networkInterface).command(run.path().toAbsolutePath().resolve(file), limitBytes, filters);
    }

    @Override
    public ClockPair clockPair() {
        return ClockPair.read(System::nanoTime, new SystemEpochNanoClock());
    }

    @Override
    public List<HostOperations.SentTick> sentTicks() {
        JournalReader reader = ticks == null ? open(run.warmUp(), TickRecord.SCHEMA) : ticks;
        ticks = reader;
        TickRecord tick = new TickRecord(reader.buffer(), 0);
        List<HostOperations.SentTick> more = new ArrayList<>();
        while (more.size() < HostOperations.SentTick.MAX_PER_ANSWER && next(reader)) {
            tick.wrap(reader);
            more.add(new HostOperations.SentTick(tick.tickId(), tick.instrumentId(), tick.intendedNs(), tick.sentNs()));
        }
        return more;
    }

    @Override
    public HostOperations.ReceivedQuotes receivedQuotes(int sessions) {
        if (quotes.isEmpty()) {
            quotes = IntStream.range(0, sessions)
                    .mapToObj(session -> open(run.quotes(session), SnapshotRecord.SCHEMA))
                    .toList();
        }
        JournalReader firstSession = quotes.get(0);
        SnapshotRecord snapshot = new SnapshotRecord(firstSession.buffer(), 0);
        List<HostOperations.ReceivedQuotes.Snapshot> first = new ArrayList<>();
        boolean any = false;
        while (first.size() < HostOperations.ReceivedQuotes.MAX_PER_ANSWER && next(firstSession)) {
            any = true;
            snapshot.wrap(firstSession);
            if (snapshot.kind() == SnapshotRecord.SNAPSHOT && snapshot.hasPrice()) {
                first.add(new HostOperations.ReceivedQuotes.Snapshot(
                        snapshot.tickId(), snapshot.instrumentId(), snapshot.receivedNs()));
            }
        }
        for (JournalReader other : quotes.subList(1, quotes.size())) {
            while (next(other)) {
                any = true;
            }
        }
        return new HostOperations.ReceivedQuotes(first, any);
    }

    private static JournalReader open(Path journal, JournalSchema schema) {
        try {
            return JournalReader.open(journal, schema);
        } catch (JournalException e) {
            throw unreadable(e);
        }
    }

    /** Moves to the next record of a journal that is being written. Returns false if there is none yet. */
    private static boolean next(JournalReader reader) {
        try {
            return reader.next();
        } catch (JournalException e) {
            throw unreadable(e);
        }
    }

    private static ProblemException unreadable(JournalException e) {
        return e.problem().exception(ExitStatus.ENVIRONMENT, e);
    }

    /** Restores masks and closes files. */
    @Override
    public void close() {
        try {
            Optional<ThreadReport> ignored = releaseThreads();
        } finally {
            endWatch();
            if (ticks != null) {
                ticks.close();
            }
            quotes.forEach(JournalReader::close);
        }
    }
}
