package org.ticktoquote.analysis.audit;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongBinaryOperator;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.summary.SelfAuditFigures;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** Self-audit of a run, read once. Missing or truncated audit files cause no exception; their readable part is used. */
public final class RunAudit {
    private final RunDirectory directory;
    private final RunManifest manifest;
    private final Workers workers;
    private final List<ProcessAudit> processes;
    private final NullResponseFile share;
    private final TimeInterval measured;

    private RunAudit(
            RunDirectory directory,
            RunManifest manifest,
            List<ProcessAudit> processes,
            NullResponseFile share,
            TimeInterval measured,
            Workers workers) {
        this.workers = workers;
        this.directory = directory;
        this.manifest = manifest;
        this.processes = processes;
        this.share = share;
        this.measured = measured;
    }

    /**
     * Reads the audit files of all processes, and the figures of the null responder. Rejects a damaged file of the null
     * responder.
     */
    public static RunAudit of(RunDirectory directory, RunManifest manifest, Workers workers) {
        // a capture has no harness processes
        List<ProcessAudit> processes = (manifest.scheduled() ? Role.OWN : List.<String>of())
                .stream()
                        .map(role ->
                                ProcessAudit.read(directory, manifest.identity(), role, manifest.translation(role)))
                        .toList();
        NullResponseFile share = NullResponseFile.of(directory.path(), manifest.identity());
        return new RunAudit(directory, manifest, processes, share, measured(manifest, processes), workers);
    }

    /** Returns a copy whose measured part ends with the last answer if that is before the end of the drain. */
    public RunAudit until(OptionalLong lastAnswerNs) {
        if (manifest.replay().drainDeadlineNs() == 0 || lastAnswerNs.isEmpty()) {
            return this;
        }
        long toNs = Math.min(measured.toNs(), lastAnswerNs.getAsLong());
        return new RunAudit(directory, manifest, processes, share, new TimeInterval(measured.fromNs(), toNs), workers);
    }

    /**
     * Returns the measured part: from the first intended tick to the drain deadline, or to the last sample if there is no
     * deadline.
     */
    private static TimeInterval measured(RunManifest manifest, List<ProcessAudit> processes) {
        long fromNs = manifest.replay().t0Ns();
        long deadlineNs = manifest.replay().drainDeadlineNs();
        if (fromNs == 0 || deadlineNs != 0) {
            return new TimeInterval(fromNs, deadlineNs);
        }
        long lastNs = processes.stream().mapToLong(ProcessAudit::lastSampleNs).reduce(fromNs, Math::max);
        return new TimeInterval(fromNs, lastNs);
    }

    /** Returns the audits of replayer, clients and harness; empty for a capture. */
    public List<ProcessAudit> processes() {
        return processes;
    }

    /** Returns the clock pairs of each process, in time order. */
    public List<List<ClockPair>> clocks() {
        return processes.stream().map(ProcessAudit::clocks).toList();
    }

    /** Returns a description of each file of this audit that belongs to another process or run. */
    public List<String> foreign() {
        return Stream.concat(
                        processes.stream().flatMap(ProcessAudit::foreign),
                        Stream.of(share.foreign()).filter(words -> !words.isEmpty()))
                .toList();
    }

    /** Returns the increment of a counter of the harness process in the measured part; 0 if it was not counted. */
    public long harnessDelta(String counter) {
        return processes.stream()
                .filter(process -> process.role().equals(Role.HARNESS))
                .flatMap(process -> process.delta(counter, measured).stream())
                .findFirst()
                .orElse(0L);
    }

    /** Returns the longest known stall of a process in the measured part; 0 if none is known. */
    public long longestStallNs(String role) {
        return longest(role, process -> process.longestStallNs(measured));
    }

    /** Returns the longest known collector pause of a process in the measured part; 0 if none is known. */
    public long longestPauseNs(String role) {
        return longest(role, process -> process.longestPauseNs(measured));
    }

    /** Returns a process's known stalls of 1 ms or more, on the run's clock. */
    public List<ProcessStall> stalls(String role) {
        return processes.stream()
                .filter(process -> process.role().equals(role))
                .flatMap(process -> process.stalls(measured).stream())
                .toList();
    }

    /** Reads the results of the control JVM. The run must have had one. */
    public ControlAudit control() {
        return ControlAudit.of(
                ProcessAudit.read(directory, manifest.identity(), Role.CONTROL, manifest.translation(Role.APPLICATION)),
                measured);
    }

    /** Describes missing audit data of a process for users; empty if the audit is complete. */
    public String damage(String role) {
        return processes.stream()
                .filter(process -> process.role().equals(role))
                .map(ProcessAudit::damage)
                .collect(Collectors.joining(", "));
    }

    private long longest(String role, ToLongFunction<ProcessAudit> length) {
        return processes.stream()
                .filter(process -> process.role().equals(role))
                .mapToLong(length)
                .reduce(0, Math::max);
    }

    Optional<Long> delta(String role, String counter, TimeInterval span) {
        return processes.stream()
                .filter(process -> process.role().equals(role))
                .flatMap(process -> process.delta(counter, span).stream())
                .findFirst();
    }

    /** Returns the whole measured part. */
    public AuditStep measured() {
        return new AuditStep(this, measured, measured.fromNs());
    }

    /** Returns intervals of a given length in the measured part, one starting at each sample of the harness process. */
    public List<AuditStep> slidingWindows(long lengthNs) {
        return processes.stream()
                .filter(process -> process.role().equals(Role.HARNESS))
                .flatMap(process ->
                        process.clocks().stream().map(clock -> process.clock().toRun(clock.monotonicNs())))
                .filter(fromNs -> fromNs >= measured.fromNs() && fromNs + lengthNs <= measured.toNs())
                .map(fromNs -> new AuditStep(this, new TimeInterval(fromNs, fromNs + lengthNs), measured.fromNs()))
                .toList();
    }

    /** Returns the intervals between samples of a process, about a second each, that overlap the measured part. */
    public List<AuditStep> steps(String role) {
        return processes.stream()
                .filter(process -> process.role().equals(role))
                .flatMap(process -> process.steps().filter(step -> step.overlaps(measured)))
                .map(step -> new AuditStep(this, step, measured.fromNs()))
                .toList();
    }

    /**
     * Returns the number of datagrams dropped because the application's socket buffer was full. Drops count only between
     * harness samples in which the application {@linkplain AuditStep#applicationCouldRun could run}. 0 if drops are not
     * counted.
     */
    public long unreadDatagrams() {
        return steps(Role.HARNESS).stream()
                .filter(step -> step.applicationCouldRun().orElse(false))
                .mapToLong(step -> step.delta(Role.HARNESS, AuditSample.APPLICATION_UDP_DROPS)
                        .orElse(0L))
                .sum();
    }

    /** Returns the length of the measured part. */
    public long measuredNs() {
        return measured.lengthNs();
    }

    /** Returns the delays of a process in the measured part, for files. */
    public Histogram delays(ProcessAudit process) {
        return process.delays(measured);
    }

    /**
     * Returns one collector of read statistics per session, in the manifest's order, to be fed with the session journals.
     *
     * @param ticks all sent ticks
     */
    public List<SessionReads> reads(TickResults ticks) {
        boolean mayEndBefore = manifest.replay().drainDeadlineNs() != 0 && ticks.ticks() > 0;
        long certainToNs = mayEndBefore ? Math.min(measured.toNs(), ticks.sentNs(ticks.ticks())) : measured.toNs();
        TimeInterval certain = new TimeInterval(measured.fromNs(), certainToNs);
        List<AuditSample> samples = clientSamples();
        ClockTranslation clock = manifest.translation(Role.CLIENTS);
        return manifest.sessions().stream()
                .map(session -> new SessionReads(certain, UnreadWaits.of(session.index(), samples, clock, measured)))
                .toList();
    }

    List<AuditSample> clientSamples() {
        return processes.stream()
                .filter(process -> process.role().equals(Role.CLIENTS))
                .flatMap(process -> process.audit().samples().stream())
                .toList();
    }

    /**
     * Returns all self-audit figures, including the comparison with the run's responses.
     *
     * @param reads the clients' reads by session, in the manifest's order, from this audit or one with the same or a
     *     later end
     */
    public SelfAuditFigures figures(TickResults results, LatencyFigures response, List<SessionReads> reads) {
        return new AuditFigures(this, measured, reads).of(results, response);
    }

    /** Returns a function of two times that gives the clients' stall time between them; 0 if unknown. */
    public LongBinaryOperator clientStalls() {
        return new AuditFigures(this, measured, List.of()).clientStalls()::coveredNs;
    }

    /**
     * Returns a function of two times on the run's clock that gives an upper bound of the time between them for which the
     * application could not read its market data for lack of a CPU.
     *
     * <p>If the application {@linkplain AuditStep#applicationCouldRun could not run} between two samples of the harness
     * process, about a second apart, it was starved for at most the total CPU wait of its threads, at an unknown time.
     * Without samples the bound is 0.
     */
    public LongBinaryOperator starvedNs() {
        Map<TimeInterval, Long> mostNs = steps(Role.HARNESS).stream()
                .filter(step -> !step.applicationCouldRun().orElse(true))
                .collect(Collectors.toMap(
                        AuditStep::span,
                        step -> step.delta(Role.HARNESS, AuditSample.APPLICATION_RUN_DELAY_NS)
                                .orElse(0L)));
        return mostNs.isEmpty()
                ? (fromNs, toNs) -> 0
                : (fromNs, toNs) -> {
                    TimeInterval asked = new TimeInterval(fromNs, toNs);
                    return mostNs.entrySet().stream()
                            .mapToLong(step ->
                                    Math.min(step.getValue(), step.getKey().sharedNs(asked)))
                            .sum();
                };
    }

    Workers workers() {
        return workers;
    }

    NullResponseFile share() {
        return share;
    }

    RunManifest manifest() {
        return manifest;
    }
}
