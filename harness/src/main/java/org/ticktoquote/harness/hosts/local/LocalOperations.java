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
    private JournalTails.@Nullable Ticks ticks;
    private JournalTails.@Nullable Quotes quotes;

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
        JournalTails.Ticks tail = ticks == null ? new JournalTails.Ticks(run) : ticks;
        ticks = tail;
        return tail.more();
    }

    @Override
    public HostOperations.ReceivedQuotes receivedQuotes(int sessions) {
        JournalTails.Quotes tail = quotes == null ? new JournalTails.Quotes(run, sessions) : quotes;
        quotes = tail;
        return tail.more();
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
            if (quotes != null) {
                quotes.close();
            }
        }
    }

    /**
     * Reads the journals of a run on this host while they are written. Throws a {@code ProblemException} if a journal becomes
     * unreadable.
     */
    private static final class JournalTails {
        private JournalTails() {}

        private static JournalReader open(Path journal, JournalSchema schema) {
            try {
                return JournalReader.open(journal, schema);
            } catch (JournalException e) {
                throw unreadable(e);
            }
        }

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

        /** Warm-up ticks from their journal on this host. */
        static final class Ticks implements AutoCloseable {
            private final JournalReader ticks;
            private final TickRecord tick;

            Ticks(RunDirectory directory) {
                this.ticks = open(directory.warmUp(), TickRecord.SCHEMA);
                this.tick = new TickRecord(ticks.buffer(), 0);
            }

            /** Returns the next ticks since the last call, at most {@link HostOperations.SentTick#MAX_PER_ANSWER}. */
            List<HostOperations.SentTick> more() {
                List<HostOperations.SentTick> more = new ArrayList<>();
                while (more.size() < HostOperations.SentTick.MAX_PER_ANSWER && next(ticks)) {
                    tick.wrap(ticks);
                    more.add(new HostOperations.SentTick(
                            tick.tickId(), tick.instrumentId(), tick.intendedNs(), tick.sentNs()));
                }
                return more;
            }

            @Override
            public void close() {
                ticks.close();
            }
        }

        /** Snapshots received by the clients, from their journals on this host. */
        static final class Quotes implements AutoCloseable {
            private final List<JournalReader> quotes = new ArrayList<>();
            private final SnapshotRecord snapshot;

            Quotes(RunDirectory directory, int sessions) {
                for (int i = 0; i < sessions; i++) {
                    quotes.add(open(directory.quotes(i), SnapshotRecord.SCHEMA));
                }
                this.snapshot = new SnapshotRecord(quotes.get(0).buffer(), 0);
            }

            /**
             * Returns the first session's next snapshots with a price since the last call, at most
             * {@link HostOperations.ReceivedQuotes#MAX_PER_ANSWER}, and whether any session received anything.
             */
            HostOperations.ReceivedQuotes more() {
                List<HostOperations.ReceivedQuotes.Snapshot> first = new ArrayList<>();
                boolean any = false;
                while (first.size() < HostOperations.ReceivedQuotes.MAX_PER_ANSWER && next(quotes.get(0))) {
                    any = true;
                    snapshot.wrap(quotes.get(0));
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

            @Override
            public void close() {
                quotes.forEach(JournalReader::close);
            }
        }
    }
}
