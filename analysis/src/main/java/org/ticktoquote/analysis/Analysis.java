package org.ticktoquote.analysis;

import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.audit.ProcessAudit;
import org.ticktoquote.analysis.audit.RunAudit;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.SupportedDistribution;
import org.ticktoquote.analysis.files.Attribution;
import org.ticktoquote.analysis.files.CurvesFile;
import org.ticktoquote.analysis.files.HistogramFiles;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.slo.RequestedLevels;
import org.ticktoquote.analysis.slo.ServiceLevel;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/**
 * Derives the figures, the verdict and the result files of a run from the manifest and journals in its directory.
 *
 * <p>Accepts incomplete runs: a missing, truncated or damaged journal makes the run VOID and causes no exception. Rejects
 * an unreadable or contradictory manifest, damaged service levels, and damaged figures of the null responder. The same
 * input yields the same bytes. Heap is bounded by the number of pending ticks, not by the length of the run.
 */
public final class Analysis {
    private final RunDirectory directory;
    private final RunAnalysis result;
    private final Map<Latency, SupportedDistribution> latencies;
    private final Map<Latency, SupportedDistribution> soonest;
    private final RunAudit audit;
    private final RunStatistics statistics;

    private Analysis(RunDirectory directory, RunAnalysis result, MatchedRun matched, RunAudit audit) {
        this.directory = directory;
        this.result = result;
        this.latencies = shown(matched.latest(), result.manifest());
        this.soonest = matched.exact() ? Map.of() : shown(matched.soonest(), result.manifest());
        this.audit = audit;
        this.statistics = matched.statistics(result.manifest().identity());
    }

    /**
     * Analyses the run with {@link Workers#ofProcessors()}. Writes the tick results and an {@code .hlog} per latency to its
     * directory, for each attribution.
     */
    public static Analysis of(Path runDirectory) {
        return of(runDirectory, Workers.ofProcessors());
    }

    /** Analyses the run on several threads. Their number does not affect the result. */
    public static Analysis of(Path runDirectory, Workers workers) {
        RunDirectory directory = new RunDirectory(runDirectory);
        RunManifest manifest = RunManifest.read(directory.manifest());
        List<ServiceLevel> levels = RequestedLevels.read(directory, manifest.identity());
        RunAudit whole = RunAudit.of(directory, manifest, workers);
        try (MatchedRun matched = MatchedRun.of(directory, manifest, whole, workers)) {
            RunAudit audit = whole.until(matched.lastAnswerNs());
            SummaryBuilder builder = new SummaryBuilder(manifest, matched, audit, levels, workers);
            List<Runnable> logs = logs(directory, manifest, matched);
            AtomicReference<@Nullable RunAnalysis> analysis = new AtomicReference<>();
            workers.each(1 + logs.size(), part -> {
                if (part == 0) {
                    analysis.set(builder.analysis());
                } else {
                    logs.get(part - 1).run();
                }
            });
            return new Analysis(directory, Objects.requireNonNull(analysis.get()), matched, audit);
        }
    }

    /** Returns one task per log. The values of each second are read from the tick results, not kept in memory. */
    private static List<Runnable> logs(RunDirectory directory, RunManifest manifest, MatchedRun matched) {
        HistogramFiles files = new HistogramFiles(directory.path(), start(manifest));
        List<Runnable> all = new ArrayList<>(files.logs(
                shown(matched.latest(), manifest),
                matched.exact() ? Attribution.ONLY : Attribution.LATEST,
                matched.latestSeconds()));
        if (!matched.exact()) {
            all.addAll(files.logs(shown(matched.soonest(), manifest), Attribution.SOONEST, matched.soonestSeconds()));
        }
        return all;
    }

    /** Returns the latencies, without those that need a schedule if the run has none. */
    private static Map<Latency, SupportedDistribution> shown(MeasuredBound bound, RunManifest manifest) {
        Map<Latency, SupportedDistribution> all = new EnumMap<>(bound.measures().latencies());
        all.keySet().removeIf(latency -> latency.needsSchedule() && !manifest.scheduled());
        return all;
    }

    /** Returns the statistics for bounds, comparisons and gates. */
    public RunStatistics statistics() {
        return statistics;
    }

    public RunAnalysis result() {
        return result;
    }

    /**
     * Writes {@code summary.json}, {@code statistics.json}, {@code curves.json}, an {@code .hgrm} per latency and
     * attribution, and both hiccup files of each process.
     */
    public void writeFiles() {
        RunManifest manifest = result.manifest();
        HistogramFiles files = new HistogramFiles(directory.path(), start(manifest));
        Summary summary = result.summary();
        try {
            write(files, latencies, latest());
            write(files, soonest, Attribution.SOONEST);
            for (ProcessAudit process : audit.processes()) {
                files.writeHiccups(process.audit(), audit.delays(process));
            }
            CurvesFile.write(directory.curves(), manifest.identity(), result.curves(), result.soonestCurves());
            statistics.write(directory.statistics());
            summary.write(directory.summary());
        } catch (IOException e) {
            throw Problem.of(directory.path())
                    .fault("results cannot be written", e)
                    .failure(e);
        }
    }

    private Attribution latest() {
        return soonest.isEmpty() ? Attribution.ONLY : Attribution.LATEST;
    }

    private static void write(
            HistogramFiles files, Map<Latency, SupportedDistribution> latencies, Attribution attribution)
            throws IOException {
        for (Map.Entry<Latency, SupportedDistribution> latency : latencies.entrySet()) {
            SupportedDistribution values = latency.getValue();
            files.write(latency.getKey(), attribution, values.distribution(), values.figures());
        }
    }

    /**
     * Returns the start of the run, which the logs use as the time of the first intended tick; the epoch if it cannot be
     * parsed.
     */
    private static Instant start(RunManifest manifest) {
        try {
            return Instant.parse(manifest.about().startedAt());
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }
}
