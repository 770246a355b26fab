package org.ticktoquote.analysis.outliers;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.audit.RunAudit;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.FlightRecording;
import org.ticktoquote.analysis.evidence.RunEvidence;
import org.ticktoquote.analysis.export.ExportedRun;
import org.ticktoquote.analysis.matrix.RunFigures;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.Level;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/**
 * The late ticks of one run, and what made them late.
 *
 * @param testCase of its matrix; {@code single} of a run of no matrix
 * @param run its name
 * @param validity as its analysis says
 * @param laterThanNs what is called late: response of the last client; null where it falls among lost ticks
 * @param usualNs median of the last client, which every tick takes
 * @param p99Ns of the last client; null where it falls among lost ticks
 * @param p999Ns likewise
 * @param perTickNs that the application takes for a tick when many wait; 0 where it does not show
 * @param ticks due ones
 * @param late of them
 * @param lost of these, ticks that a client never got
 * @param causes in one order for every run
 * @param byValue causes of the late ones by response
 * @param sources of evidence
 * @param worst episodes, the worst first
 * @param views of the first of these, where a page shows them
 * @param tallies what was counted of each cause
 * @param statistics of the run
 * @param withoutHarness ticks later than fixed values from {@code laterThanNs} on, had the harness taken no time; empty where
 *     that cannot be told
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
        @JsonIgnore List<Level> withoutHarness) {
    private static final double P999 = 0.001;
    private static final int ON_A_PAGE = 100;
    private static final int VIEWED_ON_A_PAGE = 10;

    public RunOutliers {
        causes = List.copyOf(causes);
        byValue = List.copyOf(byValue);
        sources = List.copyOf(sources);
        worst = List.copyOf(worst);
        views = List.copyOf(views);
        withoutHarness = List.copyOf(withoutHarness);
    }

    /**
     * Of a run that was analysed.
     *
     * @param kept so many of its worst episodes
     * @throws org.ticktoquote.core.command.Refusal where a file of it is missing, damaged or another run's
     */
    static RunOutliers of(String testCase, String run, RunDirectory directory, LaterThan laterThan, int kept) {
        @Nullable RunFigures figures = RunFigures.read(directory);
        if (figures == null) {
            throw missing(directory, directory.summary());
        }
        if (!Files.exists(directory.tickResults())) {
            throw missing(directory, directory.tickResults());
        }
        RunManifest manifest = figures.manifest();
        RunOf one = new RunOf(testCase, run, figures.validity(), figures.statistics());
        RunAudit audit = RunAudit.of(directory, manifest, Workers.ALONE);
        try (TickResults ticks = TickResults.open(directory.tickResults(), manifest.identity())) {
            EpisodeSurroundings around = EpisodeSurroundings.of(directory, manifest);
            return of(one, evidence(directory, manifest, audit, around.flight()), around, ticks, laterThan, kept, 0);
        }
    }

    /** Of the run that is being analysed: later than its p99. Writes what was recorded of its worst episodes. */
    public static RunOutliers of(
            RunDirectory directory,
            RunManifest manifest,
            Verdict validity,
            RunStatistics statistics,
            TickResults ticks) {
        RunOf one = new RunOf(ExportedRun.SINGLE, manifest.about().runId(), validity, statistics);
        RunAudit audit = RunAudit.of(directory, manifest, Workers.ALONE);
        EpisodeSurroundings around = EpisodeSurroundings.of(directory, manifest);
        List<CauseEvidence> evidence = evidence(directory, manifest, audit, around.flight());
        return of(one, evidence, around, ticks, LaterThan.P99, ON_A_PAGE, VIEWED_ON_A_PAGE);
    }

    private static List<CauseEvidence> evidence(
            RunDirectory directory, RunManifest manifest, RunAudit audit, FlightRecording flight) {
        List<CauseEvidence> evidence = new ArrayList<>(RunEvidence.of(directory, manifest, flight));
        evidence.add(MachineEvidence.of(manifest, audit));
        evidence.add(HarnessEvidence.of(audit));
        return evidence;
    }

    private record RunOf(String testCase, String run, Verdict validity, RunStatistics statistics) {}

    private static RunOutliers of(
            RunOf one,
            List<CauseEvidence> evidence,
            EpisodeSurroundings around,
            TickResults ticks,
            LaterThan laterThan,
            int kept,
            int viewed) {
        ClientStatistics last = one.statistics.latest().lastClient();
        @Nullable Long threshold = laterThan.ns(last);
        @Nullable Long p999 = last.percentileNs(P999);
        long usual = last.p50Ns() == null ? 0 : last.p50Ns();
        OutlierSearch.Found found = threshold == null
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
                        ticks, new OutlierSearch.Thresholds(threshold, usual, last.p99Ns(), p999), evidence, kept);
        List<OutlierEpisode> worst =
                viewed == 0 ? around.beside(found.worst(), ticks) : around.recorded(found.worst(), ticks, viewed);
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
                CauseTable.of(found.tallies()),
                found.byValue(),
                around.sources(found.evidence()),
                worst,
                around.views(worst.stream().limit(viewed).toList(), ticks, found.evidence()),
                found.tallies(),
                one.statistics,
                one.statistics.attributions().size() == 1 ? found.withoutHarness() : List.of());
    }

    /** Whether it can be told how many ticks would be later than a value, had the harness taken no time. */
    boolean tellsWithoutHarness(long valueNs) {
        return withoutHarness.stream().anyMatch(level -> level.valueNs() == valueNs);
    }

    /** The statistics without the harness's part of late responses. */
    RunStatistics statisticsWithoutHarness() {
        return statistics.withLastClient(withoutHarness);
    }

    private static Refusal missing(RunDirectory directory, Path file) {
        return Problem.of(file)
                .fault("is missing")
                .expected("a run that was analysed: t2q analyze " + directory.path() + " writes it")
                .refusal(ExitStatus.BAD_INPUT);
    }
}
