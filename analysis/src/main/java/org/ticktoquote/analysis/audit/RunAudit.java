package org.ticktoquote.analysis.audit;

import java.util.List;
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

/**
 * The self-audit of a run: read once, reported as figures. A file that is missing or cut gives what it holds, never an
 * exception.
 */
public final class RunAudit {
    private final RunDirectory directory;
    private final RunManifest manifest;
    private final Workers workers;
    private final List<ProcessAudit> processes;
    private final RunShare share;
    private final Span measured;

    private RunAudit(
            RunDirectory directory,
            RunManifest manifest,
            List<ProcessAudit> processes,
            RunShare share,
            Span measured,
            Workers workers) {
        this.workers = workers;
        this.directory = directory;
        this.manifest = manifest;
        this.processes = processes;
        this.share = share;
        this.measured = measured;
    }

    /** Reads what the processes left. */
    public static RunAudit of(RunDirectory directory, RunManifest manifest, Workers workers) {
        // beside a capture no process of the harness ran
        List<ProcessAudit> processes = (manifest.scheduled() ? Role.OWN : List.<String>of())
                .stream()
                        .map(role ->
                                ProcessAudit.read(directory, manifest.identity(), role, manifest.translation(role)))
                        .toList();
        RunShare share = NullResponseFile.of(directory.path(), manifest.identity());
        return new RunAudit(directory, manifest, processes, share, measured(manifest, processes), workers);
    }

    /** The same with a measured part that ends with the last answer, where the drain ended after it. */
    public RunAudit until(OptionalLong lastAnswerNs) {
        if (manifest.replay().drainDeadlineNs() == 0 || lastAnswerNs.isEmpty()) {
            return this;
        }
        long toNs = Math.min(measured.toNs(), lastAnswerNs.getAsLong());
        return new RunAudit(directory, manifest, processes, share, new Span(measured.fromNs(), toNs), workers);
    }

    /** From the first intended tick to the drain deadline, or to the last sign of life. */
    private static Span measured(RunManifest manifest, List<ProcessAudit> processes) {
        long fromNs = manifest.replay().t0Ns();
        long deadlineNs = manifest.replay().drainDeadlineNs();
        if (fromNs == 0 || deadlineNs != 0) {
            return new Span(fromNs, deadlineNs);
        }
        long lastNs = processes.stream().mapToLong(ProcessAudit::lastSignNs).reduce(fromNs, Math::max);
        return new Span(fromNs, lastNs);
    }

    /** Replayer, clients and harness. */
    public List<ProcessAudit> processes() {
        return processes;
    }

    /** Clock pairs of each process, by rising time. */
    public List<List<ClockPair>> clocks() {
        return processes.stream().map(ProcessAudit::clocks).toList();
    }

    /** Files of this audit that are another process's or another run's, each with what it is. */
    public List<String> foreign() {
        return Stream.concat(
                        processes.stream().flatMap(ProcessAudit::foreign),
                        Stream.of(share.foreign()).filter(words -> !words.isEmpty()))
                .toList();
    }

    /** How much a counter of the harness's process grew in the measured part; 0 when nobody counted. */
    public long hostGrown(String counter) {
        return processes.stream()
                .filter(process -> process.role().equals(Role.HARNESS))
                .flatMap(process -> process.grown(counter, measured).stream())
                .findFirst()
                .orElse(0L);
    }

    /** The longest stall of a process in the measured part, as far as anything tells of it; 0 when nothing does. */
    public long longestStallNs(String role) {
        return longest(role, process -> process.longestStallNs(measured));
    }

    /** The longest pause of a process's collector in the measured part, as far as its log tells; 0 when it does not. */
    public long longestPauseNs(String role) {
        return longest(role, process -> process.longestPauseNs(measured));
    }

    /** Stalls of a process of 1 ms or longer, as far as anything tells of them, on the run's clock. */
    public List<ProcessStall> stalls(String role) {
        return processes.stream()
                .filter(process -> process.role().equals(role))
                .flatMap(process -> process.stalls(measured).stream())
                .map(stall ->
                        new ProcessStall(stall.span().fromNs(), stall.span().toNs(), stall.cause()))
                .toList();
    }

    /** What the JVM beside the application found, of a run that had one. */
    public ControlAudit control() {
        return ControlAudit.of(
                ProcessAudit.read(directory, manifest.identity(), Role.CONTROL, manifest.translation(Role.APPLICATION)),
                measured);
    }

    /** What is missing of the audit of a process, for people; empty when it is whole. */
    public String damage(String role) {
        return processes.stream()
                .filter(process -> process.role().equals(role))
                .map(ProcessAudit::damage)
                .collect(Collectors.joining(", "));
    }

    /**
     * A stall of a process.
     *
     * @param cause {@code gc}, or {@code hiccup} where no collection explains it
     */
    public record ProcessStall(long fromNs, long toNs, String cause) {}

    private long longest(String role, ToLongFunction<ProcessAudit> length) {
        return processes.stream()
                .filter(process -> process.role().equals(role))
                .mapToLong(length)
                .reduce(0, Math::max);
    }

    Optional<Long> grown(String role, String counter, Span span) {
        return processes.stream()
                .filter(process -> process.role().equals(role))
                .flatMap(process -> process.grown(counter, span).stream())
                .findFirst();
    }

    /** The whole measured part. */
    public Stretch measured() {
        return new Stretch(this, measured, measured.fromNs());
    }

    /** Stretches of a length, one from each moment of the measured part at which the harness's process counted. */
    public List<Stretch> stretches(long lengthNs) {
        return processes.stream()
                .filter(process -> process.role().equals(Role.HARNESS))
                .flatMap(process ->
                        process.clocks().stream().map(clock -> process.clock().toRun(clock.monotonicNs())))
                .filter(fromNs -> fromNs >= measured.fromNs() && fromNs + lengthNs <= measured.toNs())
                .map(fromNs -> new Stretch(this, new Span(fromNs, fromNs + lengthNs), measured.fromNs()))
                .toList();
    }

    /** What lies between two counts of a process, about a second each, as far as that touches the measured part. */
    public List<Stretch> steps(String role) {
        return processes.stream()
                .filter(process -> process.role().equals(role))
                .flatMap(process -> process.steps().filter(step -> step.overlaps(measured)))
                .map(step -> new Stretch(this, step, measured.fromNs()))
                .toList();
    }

    /** Length of the measured part. */
    public long measuredNs() {
        return measured.lengthNs();
    }

    /** Delays of a process in the measured part, for files. */
    public Histogram delays(ProcessAudit process) {
        return process.delays(measured);
    }

    /**
     * What every session's journal is to be asked for while it is read, in the manifest's order.
     *
     * @param ticks all that were sent
     */
    public List<SessionReads> reads(TickResults ticks) {
        boolean mayEndBefore = manifest.replay().drainDeadlineNs() != 0 && ticks.ticks() > 0;
        long surelyToNs = mayEndBefore ? Math.min(measured.toNs(), ticks.sentNs(ticks.ticks())) : measured.toNs();
        Span sure = new Span(measured.fromNs(), surelyToNs);
        List<AuditSample> samples = clientSamples();
        ClockTranslation clock = manifest.translation(Role.CLIENTS);
        return manifest.sessions().stream()
                .map(session -> new SessionReads(sure, UnreadWaits.of(session.index(), samples, clock, measured)))
                .toList();
    }

    List<AuditSample> clientSamples() {
        return processes.stream()
                .filter(process -> process.role().equals(Role.CLIENTS))
                .flatMap(process -> process.audit().samples().stream())
                .toList();
    }

    /**
     * All figures, held against the response of the run's ticks.
     *
     * @param reads of each session, in the manifest's order, of the same audit with an end that is no earlier
     */
    public SelfAuditFigures figures(TickResults results, LatencyFigures response, List<SessionReads> reads) {
        return new AuditFigures(this, measured, reads).of(results, response);
    }

    /** Time between two moments in which the clients stood still; none where that is unknown. */
    public LongBinaryOperator clientStalls() {
        return new AuditFigures(this, measured, List.of()).clientStalls()::coveredNs;
    }

    Workers workers() {
        return workers;
    }

    RunShare share() {
        return share;
    }

    RunManifest manifest() {
        return manifest;
    }
}
