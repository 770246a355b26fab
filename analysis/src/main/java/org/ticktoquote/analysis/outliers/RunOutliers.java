package org.ticktoquote.analysis.outliers;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.audit.ControlAudit;
import org.ticktoquote.analysis.audit.RunAudit;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.EvidenceInterval;
import org.ticktoquote.analysis.evidence.EvidenceSource;
import org.ticktoquote.analysis.evidence.FlightRecording;
import org.ticktoquote.analysis.evidence.RunEvidence;
import org.ticktoquote.analysis.export.ExportedRun;
import org.ticktoquote.analysis.files.RunFigures;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.Exceedance;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.stored.Retention;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/**
 * Late ticks of one run with their causes.
 *
 * @param testCase case of its matrix; {@code single} for a run outside a matrix
 * @param run its name
 * @param validity verdict of its analysis
 * @param laterThanNs threshold of the last client's response; null if it falls among lost ticks
 * @param usualNs median of the last client
 * @param p99Ns last client's p99; null if it falls among lost ticks
 * @param p999Ns last client's p99.9; null if it falls among lost ticks
 * @param perTickNs time that the application takes per tick when many are waiting; 0 if unknown
 * @param ticks due ticks
 * @param late late ticks
 * @param lost late ticks that a client never received
 * @param causes cause figures, in the same order for every run
 * @param byValue causes of the late ticks by response
 * @param sources evidence sources
 * @param worst episodes, the worst first
 * @param views detailed views of the worst of these episodes, for a report
 * @param tallies one tally per cause
 * @param statistics the run's statistics
 * @param withoutHarness ticks that would be later than fixed values if the harness had taken no time; the values begin
 * at {@code laterThanNs}; empty if unknown
 */
public record RunOutliers(
        String testCase,
        String run,
        Verdict validity,
        @Nullable Long laterThanNs,
        long usualNs,
        @Nullable Long p99Ns,
        @Nullable Long p999Ns,
        long perTickNs,
        long ticks,
        long late,
        long lost,
        List<CauseFigures> causes,
        List<CauseByValue> byValue,
        List<EvidenceSource> sources,
        List<OutlierEpisode> worst,
        @JsonIgnore List<EpisodeView> views,
        @JsonIgnore Map<String, CauseTally> tallies,
        @JsonIgnore RunStatistics statistics,
        @JsonIgnore List<Exceedance> withoutHarness) {
    private static final double P999 = 0.001;
    /** Threshold that only lost ticks exceed. */
    private static final long ONLY_LOST_NS = TickResults.LOST - 1;

    private static final int ON_A_PAGE = 100;
    private static final int VIEWED_ON_A_PAGE = 10;
    private static final String CONTROL = "control JVM";

    public RunOutliers {
        causes = List.copyOf(causes);
        byValue = List.copyOf(byValue);
        sources = List.copyOf(sources);
        worst = List.copyOf(worst);
        views = List.copyOf(views);
        withoutHarness = List.copyOf(withoutHarness);
    }

    /**
     * Analyses the late ticks of an analysed run.
     *
     * @param kept number of worst episodes to keep
     * @throws org.ticktoquote.core.command.ProblemException if a file of the run is missing, damaged or from another run, or
     * its journals of hiccups are compressed
     */
    public static RunOutliers of(String testCase, String run, RunDirectory directory, LaterThan laterThan, int kept) {
        @Nullable RunFigures figures = RunFigures.read(directory);
        if (figures == null) {
            throw missing(directory, directory.summary());
        }
        if (!Files.exists(directory.tickResults())) {
            throw missing(directory, directory.tickResults());
        }
        Retention.requireHiccups(directory);
        RunManifest manifest = figures.manifest();
        RunOf one = new RunOf(testCase, run, figures.validity(), figures.statistics());
        RunAudit audit = RunAudit.of(directory, manifest, Workers.ALONE);
        try (TickResults ticks = TickResults.open(directory.tickResults(), manifest.identity())) {
            EpisodeContext around = EpisodeContext.of(directory, manifest);
            return of(one, evidence(directory, manifest, audit, around.flight()), around, ticks, laterThan, kept, 0);
        }
    }

    /** Analyses the late ticks of the run under analysis, beyond p99, and extracts the recordings of its worst episodes. */
    public static RunOutliers of(
            RunDirectory directory,
            RunManifest manifest,
            Verdict validity,
            RunStatistics statistics,
            TickResults ticks) {
        RunOf one = new RunOf(ExportedRun.SINGLE, manifest.about().runId(), validity, statistics);
        RunAudit audit = RunAudit.of(directory, manifest, Workers.ALONE);
        EpisodeContext around = EpisodeContext.of(directory, manifest);
        List<CauseEvidence> evidence = evidence(directory, manifest, audit, around.flight());
        return of(one, evidence, around, ticks, LaterThan.P99, ON_A_PAGE, VIEWED_ON_A_PAGE);
    }

    private static List<CauseEvidence> evidence(
            RunDirectory directory, RunManifest manifest, RunAudit audit, FlightRecording flight) {
        List<CauseEvidence> evidence = new ArrayList<>(RunEvidence.of(directory, manifest, flight));
        evidence.add(ofMachine(manifest, audit));
        evidence.add(ofClients(audit));
        return evidence;
    }

    private record RunOf(String testCase, String run, Verdict validity, RunStatistics statistics) {}

    private static RunOutliers of(
            RunOf one,
            List<CauseEvidence> evidence,
            EpisodeContext around,
            TickResults ticks,
            LaterThan laterThan,
            int kept,
            int viewed) {
        ClientStatistics last = one.statistics.latest().lastClient();
        @Nullable Long threshold = laterThan.ns(last);
        @Nullable Long p999 = last.percentileNs(P999);
        long usual = last.p50Ns() == null ? 0 : last.p50Ns();
        @Nullable Long searched = threshold == null && last.p99Ns() != null ? (Long) ONLY_LOST_NS : threshold;
        OutlierSearch.Found found = searched == null
                ? new OutlierSearch.Found(
                        last.ticks(),
                        last.lost(),
                        last.lost(),
                        0,
                        LateCause.tallies(),
                        List.of(),
                        List.of(),
                        evidence,
                        List.of())
                : OutlierSearch.of(
                        ticks, new OutlierSearch.Thresholds(searched, usual, last.p99Ns(), p999), evidence, kept);
        List<OutlierEpisode> worst =
                viewed == 0 ? around.withContext(found.worst(), ticks) : around.recorded(found.worst(), ticks, viewed);
        return new RunOutliers(
                one.testCase,
                one.run,
                one.validity,
                threshold,
                usual,
                last.p99Ns(),
                p999,
                found.perTickNs(),
                found.ticks(),
                found.late(),
                found.lost(),
                CauseFigures.of(found.tallies()),
                found.byValue(),
                around.sources(found.evidence()),
                worst,
                around.views(worst.stream().limit(viewed).toList(), ticks, found.evidence()),
                found.tallies(),
                one.statistics,
                threshold != null && one.statistics.attributions().size() == 1 ? found.withoutHarness() : List.of());
    }

    /** Returns whether the number of ticks that would be later than a value without the harness is known. */
    boolean hasCountWithoutHarness(long valueNs) {
        return withoutHarness.stream().anyMatch(level -> level.valueNs() == valueNs);
    }

    /** Returns the statistics without the harness's part of late responses. */
    RunStatistics statisticsWithoutHarness() {
        return statistics.withLastClient(withoutHarness);
    }

    private static ProblemException missing(RunDirectory directory, Path file) {
        return Problem.of(file)
                .fault("is missing")
                .expected("an analysed run; create it with t2q analyze " + directory.path())
                .exception(ExitStatus.BAD_INPUT);
    }

    /** Returns stalls of the clients. Stalls of the replayer are part of the replay lag. */
    private static CauseEvidence ofClients(RunAudit audit) {
        List<EvidenceInterval> stalls = audit.stalls(Role.CLIENTS).stream()
                .map(stall -> new EvidenceInterval(
                        stall.fromNs(),
                        stall.toNs(),
                        stall.toNs() - stall.fromNs(),
                        "clients",
                        "stalled for " + DurationText.format(stall.toNs() - stall.fromNs())
                                + (stall.cause().equals("gc") ? ", by garbage collection" : "")))
                .toList();
        return ofStalls(
                Cause.HARNESS, "self-audit of the clients", stalls, audit.damage(Role.CLIENTS), OptionalLong.empty());
    }

    /** Returns late wake-ups of the control JVM, each from the intended to the actual time. */
    private static CauseEvidence ofMachine(RunManifest manifest, RunAudit audit) {
        String fact = manifest.observed()
                .host()
                .getOrDefault(RunManifest.CONTROL_FACT, RunManifest.NO_EVIDENCE + "not requested (--control-jvm)");
        if (fact.startsWith(RunManifest.NO_EVIDENCE)) {
            String reason = fact.substring(RunManifest.NO_EVIDENCE.length());
            return ofStalls(Cause.MACHINE, CONTROL, List.of(), reason, OptionalLong.empty());
        }
        ControlAudit control = audit.control();
        List<EvidenceInterval> late = control.late().stream()
                .map(stall -> new EvidenceInterval(
                        stall.fromNs(),
                        stall.toNs(),
                        stall.toNs() - stall.fromNs(),
                        CONTROL,
                        "woke " + DurationText.format(stall.toNs() - stall.fromNs()) + " late"))
                .toList();
        return ofStalls(Cause.MACHINE, CONTROL, late, control.damage(), control.costNs());
    }

    /** Returns evidence whose gaps are its reason for absence if there are no intervals, otherwise a reservation. */
    private static CauseEvidence ofStalls(
            Cause cause, String source, List<EvidenceInterval> stalls, String missing, OptionalLong costNs) {
        return new CauseEvidence(
                cause, source, stalls, stalls.isEmpty() ? missing : "", stalls.isEmpty() ? "" : missing, 0, costNs);
    }
}
