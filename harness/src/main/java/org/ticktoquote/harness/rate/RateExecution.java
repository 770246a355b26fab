package org.ticktoquote.harness.rate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.comparison.matrix.CaseRecord;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.comparison.rate.RateFigure;
import org.ticktoquote.comparison.rate.RatePlan;
import org.ticktoquote.comparison.rate.RateReader;
import org.ticktoquote.comparison.rate.RateResult;
import org.ticktoquote.comparison.rate.RateRun;
import org.ticktoquote.comparison.rate.RateSearch;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.TestCase;
import org.ticktoquote.harness.matrix.execution.MatrixDirectory;
import org.ticktoquote.harness.matrix.execution.MatrixExecution;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;
import org.ticktoquote.harness.run.RunSequence;
import org.ticktoquote.harness.settings.RunOptions;

/**
 * Makes the runs of a rate search, rate by rate. The directory is a matrix to which a case is added per rate: VOID runs are
 * repeated, FAILED runs are not. Used by one thread; {@link RunSequence#interrupt()} ends it.
 */
public final class RateExecution {
    /** Retries of a VOID run, as in a matrix. */
    private static final int RETRIES = 2;

    private final MatrixDirectory folder;
    private final RatePlan plan;
    private final RunSequence runs;
    private final Progress progress;
    private final Consumer<RateRun> made;
    private ResolvedMatrix resolved;
    private MatrixRecord record;
    private final RateReader reader;
    private int reported;

    /**
     * Begins or resumes a search in a folder.
     *
     * @param record execution record, written as {@code matrix.json}
     * @param made called for each run that has ended
     */
    public RateExecution(
            MatrixDirectory folder,
            ResolvedMatrix resolved,
            MatrixRecord record,
            RatePlan plan,
            RunSequence runs,
            Progress progress,
            Consumer<RateRun> made) {
        this.folder = folder;
        this.resolved = resolved;
        this.record = record;
        this.plan = plan;
        this.runs = runs;
        this.progress = progress;
        this.made = made;
        this.reader = new RateReader(folder.path(), resolved.matrix().retries());
        record.write(folder.path().resolve(MatrixRecord.FILE));
    }

    /** Warnings about the options, for users. */
    public List<String> warnings() {
        return execution().warnings();
    }

    /**
     * Runs until the search is complete or interrupted, or a host refuses the runs of a rate. Writes {@code rate.json} at every
     * step.
     */
    public RateResult run() {
        RateResult result = result();
        reported = result.runs().size();
        Optional<Double> next = result.next();
        while (next.isPresent() && !runs.interrupted()) {
            measure(next.get());
            result = result();
            if (result.next().equals(next)) {
                break; // a host refused the runs
            }
            next = result.next();
        }
        return result;
    }

    private void measure(double speed) {
        String name = name(speed);
        if (record.cases().stream().noneMatch(one -> one.name().equals(name))) {
            add(speed);
        }
        for (int places : new int[] {plan.runs(), plan.mostRuns()}) {
            execution().inOrder(Collections.nCopies(places, name), 0).run(() -> decided(speed));
            record = folder.begun();
        }
        report(result());
    }

    private MatrixExecution execution() {
        return new MatrixExecution(folder, resolved, record, runs, progress, System::nanoTime);
    }

    private void add(double speed) {
        ResolvedCase.Ready first = resolved.ready().get(0);
        ResolvedCase.Ready further = new ResolvedCase.Ready(
                at(first.testCase(), speed), first.host(), first.jvm(), first.jvmFlags(), first.passedOver());
        String name = further.testCase().name();
        if (resolved.cells().stream().noneMatch(cell -> cell.testCase().name().equals(name))) {
            List<ResolvedCase> cells = new ArrayList<>(resolved.cells());
            cells.add(further);
            List<TestCase> testCases = new ArrayList<>(resolved.matrix().cases());
            testCases.add(further.testCase());
            resolved = new ResolvedMatrix(resolved.matrix().with(testCases), cells, resolved.jvms());
            folder.resolved(resolved);
        }
        List<CaseRecord> cases = new ArrayList<>(record.cases());
        cases.add(further.record());
        record = record.withCases(cases);
    }

    /** Returns whether the runs made at a rate decide it. */
    private boolean decided(double speed) {
        RateResult now = result();
        report(now);
        return now.rates().stream()
                .filter(rate -> rate.speed() == speed)
                .map(RateFigure::outcome)
                .anyMatch(outcome -> outcome != null);
    }

    private void report(RateResult result) {
        List<RateRun> all = result.runs();
        for (RateRun run : all.subList(Math.min(reported, all.size()), all.size())) {
            made.accept(run);
        }
        reported = all.size();
    }

    private RateResult result() {
        RateResult result = reader.read();
        result.write(folder.path());
        return result;
    }

    /**
     * Creates a matrix with the lowest speed only.
     *
     * @param said options of all runs, by name without dashes
     * @param threads placement of threads, as for {@code --threads}
     * @param levels service levels of each run
     * @param runs number of runs at each speed
     */
    public static Matrix matrix(
            double lowest,
            Map<String, String> said,
            String threads,
            List<String> levels,
            int runs,
            Annualisation annualise) {
        TestCase first =
                TestCase.ofOptions(name(lowest), at(lowest), threads, RunOptions.of(withSpeed(said, lowest)), levels);
        return Matrix.ofCases("rate", runs, 1, RETRIES, annualise, List.of(), List.of(first));
    }

    /** Copies a case to another speed. */
    private static TestCase at(TestCase other, double speed) {
        return new TestCase(
                name(speed),
                other.description(),
                at(speed),
                other.beside(),
                other.jvm(),
                other.jvmArgs(),
                other.host(),
                other.threads(),
                RunOptions.of(withSpeed(other.run().givenOptions(), speed)),
                other.limits(),
                other.serviceLevels());
    }

    private static String name(double speed) {
        return RateResult.SPEED + "-" + RateSearch.text(speed);
    }

    private static Map<String, String> at(double speed) {
        return Map.of(RateResult.SPEED, RateSearch.text(speed));
    }

    private static Map<String, String> withSpeed(Map<String, String> said, double speed) {
        Map<String, String> options = new LinkedHashMap<>(said);
        options.put(RateResult.SPEED, RateSearch.text(speed));
        return options;
    }
}
