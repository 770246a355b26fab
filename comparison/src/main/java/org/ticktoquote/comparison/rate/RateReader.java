package org.ticktoquote.comparison.rate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.analysis.files.RunFigures;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.matrix.Attempt;
import org.ticktoquote.comparison.matrix.AttemptState;
import org.ticktoquote.comparison.matrix.CaseRecord;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.comparison.matrix.RunLog;
import org.ticktoquote.core.run.RunDirectory;

/** Reads the runs in the directory of a search. Completed runs are read once. Used by one thread. */
public final class RateReader {
    private static final String LAST_CLIENT = "lastClientNs";

    private final Path folder;
    private final int retries;
    private final Map<String, RateRun> known = new HashMap<>();

    /**
     * @param folder directory with a plan and a record
     * @param retries number of repetitions of a VOID run
     */
    public RateReader(Path folder, int retries) {
        this.folder = folder;
        this.retries = retries;
    }

    /** Returns the result so far; rejects unreadable files. */
    public RateResult read() {
        RatePlan plan = RatePlan.read(folder);
        MatrixRecord record = MatrixRecord.read(folder.resolve(MatrixRecord.FILE));
        List<RateFigure> rates = new ArrayList<>();
        List<RateRun> runs = new ArrayList<>();
        for (CaseRecord one : record.cases()) {
            double speed = speed(one);
            List<RateRun> own = one.attempts().stream()
                    .filter(attempt -> attempt.state() != AttemptState.RUNNING)
                    .map(attempt -> known.computeIfAbsent(attempt.directory(), any -> run(speed, attempt)))
                    .toList();
            runs.addAll(own);
            if (!own.isEmpty()) {
                rates.add(RateFigure.of(speed, outcome(plan, one, own).orElse(null), own));
            }
        }
        return RateResult.of(record.product(), record.startedUtc(), plan, rates, runs);
    }

    private static double speed(CaseRecord one) {
        return Double.parseDouble(Objects.requireNonNull(one.coordinates().get(RateResult.SPEED), one.name()));
    }

    /** Evaluates the repeats in order, up to the first that is not settled. */
    private Optional<RateOutcome> outcome(RatePlan plan, CaseRecord one, List<RateRun> runs) {
        List<RateOutcome> places = new ArrayList<>();
        for (int repeat : IntStream.rangeClosed(1, plan.mostRuns()).toArray()) {
            if (!RunLog.settledAt(one, repeat, retries)) {
                break;
            }
            places.add(runs.stream()
                    .filter(run -> run.repeat() == repeat && run.outcome() != RateOutcome.VOID)
                    .map(RateRun::outcome)
                    .findFirst()
                    .orElse(RateOutcome.VOID));
        }
        return plan.outcome(places);
    }

    private RateRun run(double speed, Attempt attempt) {
        RunDirectory directory = new RunDirectory(folder.resolve(attempt.directory()));
        @Nullable RunFigures figures = RunFigures.read(directory);
        if (figures != null) {
            attempt.requireOwn(figures.manifest());
        }
        return new RateRun(
                attempt.directory(),
                speed,
                attempt.repeat(),
                attempt.attempt(),
                outcome(attempt, figures),
                attempt.validity(),
                attempt.objections().isEmpty() ? attempt.reason() : String.join("; ", attempt.objections()),
                figures == null ? null : OfferedRate.of(directory, figures.manifest()),
                figures == null ? null : response(figures.latencies().get(LAST_CLIENT)),
                figures == null ? List.of() : figures.serviceLevels());
    }

    private static RateOutcome outcome(Attempt attempt, @Nullable RunFigures figures) {
        Verdict validity = attempt.validity();
        return RunLog.counts(attempt) && validity != null
                ? RateRun.outcome(validity, figures == null ? List.of() : figures.serviceLevels())
                : RateOutcome.VOID;
    }

    private static RateRun.@Nullable Response response(@Nullable LatencyFigures figures) {
        return figures == null || figures.count() == 0
                ? null
                : new RateRun.Response(ns(figures.p50()), ns(figures.p99()), ns(figures.p999()), figures.max());
    }

    /** Returns the upper bound; null if it falls among lost ticks. */
    private static @Nullable Long ns(PercentileFigure percentile) {
        return percentile.high();
    }
}
