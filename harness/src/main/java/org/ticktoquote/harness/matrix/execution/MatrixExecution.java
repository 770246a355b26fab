package org.ticktoquote.harness.matrix.execution;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.matrix.Attempt;
import org.ticktoquote.analysis.matrix.AttemptEnd;
import org.ticktoquote.analysis.matrix.MatrixRecord;
import org.ticktoquote.analysis.matrix.RunLog;
import org.ticktoquote.analysis.matrix.RunOrder;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.control.ReplayerLines;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;
import org.ticktoquote.harness.run.RunSequence;

/**
 * Runs what is left of a matrix, one run after the other, and keeps {@code matrix.json} up to date at every step, so that
 * an execution that ends anywhere can be continued.
 *
 * <p>Used by one thread; {@link RunSequence#interrupt()} ends it.
 */
public final class MatrixExecution {
    private final MatrixFolder folder;
    private final ResolvedMatrix resolved;
    private final RunLog runLog;
    private final RunSequence runs;
    private final Progress progress;
    private final NanoClock clock;
    private final Map<String, ResolvedCase.Ready> ready;
    private final ComparableRuns comparable;
    private final List<Round> order;

    /** Of a new or an old folder; {@code begun} is written as {@code matrix.json}. */
    public MatrixExecution(
            MatrixFolder folder,
            ResolvedMatrix resolved,
            MatrixRecord begun,
            RunSequence runs,
            Progress progress,
            NanoClock clock) {
        this.folder = folder;
        this.resolved = resolved;
        this.runLog = new RunLog(folder.record(), begun);
        this.runs = runs;
        this.progress = progress;
        this.clock = clock;
        this.ready = resolved.ready().stream()
                .collect(Collectors.toMap(
                        cell -> cell.testCase().name(), cell -> cell, (one, other) -> one, LinkedHashMap::new));
        this.comparable = new ComparableRuns(folder.path(), runLog, ready);
        Matrix matrix = resolved.matrix();
        this.order = RunOrder.of(List.copyOf(ready.keySet()), matrix.repeats(), matrix.seed()).stream()
                .map(Round::of)
                .toList();
    }

    private MatrixExecution(MatrixExecution other, List<Round> order) {
        this.folder = other.folder;
        this.resolved = other.resolved;
        this.runLog = other.runLog;
        this.runs = other.runs;
        this.progress = other.progress;
        this.clock = other.clock;
        this.ready = other.ready;
        this.comparable = new ComparableRuns(folder.path(), runLog, ready);
        this.order = List.copyOf(order);
    }

    /**
     * The same in an order of its own: names of cases, each as often as it is to run.
     *
     * @param done repeats of each case that are not among them
     */
    public MatrixExecution inOrder(List<String> cases, int done) {
        Map<String, Integer> repeats = new LinkedHashMap<>();
        return new MatrixExecution(
                this,
                cases.stream()
                        .map(name -> Round.of(new RunOrder.Slot(name, done + repeats.merge(name, 1, Integer::sum))))
                        .toList());
    }

    /** The same in pairs whose two runs are made at once. Where one of the two does not count, both are repeated. */
    public MatrixExecution inPairs(List<CasePair> pairs) {
        List<Round> rounds = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i++) {
            rounds.add(Round.of(pairs.get(i), i + 1));
        }
        return new MatrixExecution(this, rounds);
    }

    /** Refuses the input of any case that cannot be had, before a folder is made. */
    public static void require(ResolvedMatrix resolved, Path folder) {
        resolved.ready().forEach(cell -> CaseAttempt.requireInput(cell, folder));
    }

    /** Refuses the application of any case that cannot be started, before a folder is made. */
    public static void requireApplications(ResolvedMatrix resolved, Path folder) {
        resolved.ready().forEach(cell -> CaseAttempt.requireApplication(cell, folder));
    }

    /** How much of its recording a case replays, in nanoseconds; refused as by {@link #require}. */
    public static long windowNs(ResolvedCase.Ready cell, Path folder) {
        ReplayerLines.Checked input = CaseAttempt.requireInput(cell, folder);
        return input.toNs() - input.fromNs();
    }

    /** How many runs there are to be, without those that have to be repeated. */
    public int planned() {
        return order.size();
    }

    /** Runs until nothing is left to run or somebody interrupts. */
    public void run() {
        run(() -> false);
    }

    /**
     * The same, until somebody has enough.
     *
     * @param enough asked before every run
     */
    public void run(BooleanSupplier enough) {
        runLog.closeOpenAttempts();
        comparable.all();
        TimeLeft left = new TimeLeft();
        for (Optional<Round> round = next();
                round.isPresent() && !runs.interrupted() && !enough.getAsBoolean();
                round = next()) {
            long begunNs = clock.nanoTime();
            int open = (int) order.stream().filter(this::open).count();
            progress.heading(
                    round.get().words() + " (" + (planned() - open + 1) + " of " + planned() + left.text(open) + "): ");
            attempt(round.get());
            left.took(clock.nanoTime() - begunNs);
        }
        progress.heading("");
    }

    /** Whether a run is to be made that is not there. */
    public boolean somethingIsLeft() {
        return next().isPresent();
    }

    /** Whether somebody interrupted. */
    public boolean interrupted() {
        return runs.interrupted();
    }

    private Optional<Round> next() {
        return order.stream().filter(this::open).findFirst();
    }

    private boolean open(Round round) {
        return round.slots().stream().allMatch(slot -> runLog.canRun(slot.caseName()))
                && !runLog.settledTogether(round.slots(), resolved.matrix().retries());
    }

    private void attempt(Round round) {
        List<ResolvedCase.Ready> cells = new ArrayList<>();
        for (RunOrder.Slot slot : round.slots()) {
            ResolvedCase.Ready cell = ready.get(slot.caseName());
            if (cell == null) {
                throw new IllegalStateException(slot + " cannot run");
            }
            Optional<String> unfit = HostBefore.objection(cell);
            if (unfit.isPresent()) {
                runLog.notRun(slot.caseName(), unfit.get());
                progress.stage("not run: " + unfit.get());
                return;
            }
            cells.add(cell);
        }
        List<Attempt> begun = round.slots().stream().map(runLog::begin).toList();
        List<AttemptEnd> ends = execute(
                cells,
                begun.stream()
                        .map(attempt -> folder.path().resolve(attempt.directory()))
                        .toList(),
                round.cpus());
        List<String> words = new ArrayList<>();
        for (int i = 0; i < ends.size(); i++) {
            @Nullable UUID run = run(begun.get(i));
            List<String> objections = comparable.objections(round.slots().get(i).caseName(), begun.get(i), ends.get(i));
            runLog.end(begun.get(i), run, ends.get(i), objections);
            words.add(ends.get(i).words()
                    + (objections.isEmpty() ? "" : ", does not count: " + String.join("; ", objections)));
        }
        progress.stage(String.join("; ", words));
    }

    private List<AttemptEnd> execute(List<ResolvedCase.Ready> cells, List<Path> directories, List<String> cpus) {
        CaseAttempt attempt = new CaseAttempt(folder.path(), resolved.matrix().annualise(), runs, progress);
        return cells.size() == 1
                ? List.of(attempt.execute(cells.get(0), directories.get(0)))
                : attempt.execute(cells, directories, cpus);
    }

    /** The identity of what was written there; null where no run came about. */
    private @Nullable UUID run(Attempt attempt) {
        Path manifest = new RunDirectory(folder.path().resolve(attempt.directory())).manifest();
        return Files.exists(manifest) ? RunManifest.read(manifest).identity() : null;
    }

    /** Cases that cannot run as things are, with the reason. */
    public Map<String, String> notRun() {
        Map<String, String> reasons = new LinkedHashMap<>();
        runLog.matrix().cases().stream()
                .filter(one -> !one.notRun().isEmpty())
                .forEach(one -> reasons.put(one.name(), one.notRun()));
        return reasons;
    }

    /** Whether every case that can run has a result at every repeat. */
    public boolean whole() {
        return order.stream()
                .flatMap(round -> round.slots().stream())
                .filter(slot -> runLog.canRun(slot.caseName()))
                .allMatch(slot -> runLog.attempts(slot.caseName())
                        .anyMatch(attempt -> attempt.repeat() == slot.repeat() && RunLog.counts(attempt)));
    }

    /** Notes the latency that is 100 normalised units. */
    public void reference(long referenceNs) {
        runLog.reference(referenceNs);
    }

    /** What its cases should not hold, for people. */
    public List<String> warnings() {
        return ready.values().stream()
                .flatMap(cell -> CaseAttempt.warnings(cell, folder.path()).stream())
                .distinct()
                .toList();
    }

    /** What is going to happen, for people: how many runs, and how long they take. */
    public String outlook() {
        long left = order.stream().filter(this::open).count();
        if (left == 0) {
            return "nothing is left to run";
        }
        long ns = 0;
        Set<String> cases = new HashSet<>();
        Map<String, Long> lasting = new HashMap<>();
        for (Round round : order.stream().filter(this::open).toList()) {
            long longest = 0;
            for (RunOrder.Slot slot : round.slots()) {
                cases.add(slot.caseName());
                longest = Math.max(longest, lasting.computeIfAbsent(slot.caseName(), this::estimatedNs));
            }
            ns += longest;
        }
        String what = order.stream().anyMatch(round -> round.slots().size() > 1) ? "pair" : "run";
        return left + " " + what + (left == 1 ? "" : "s") + " of " + cases.size()
                + (cases.size() == 1 ? " case" : " cases") + ", about " + TimeLeft.words((double) ns);
    }

    private long estimatedNs(String caseName) {
        return CaseAttempt.estimatedNs(Objects.requireNonNull(ready.get(caseName)), folder.path());
    }
}
