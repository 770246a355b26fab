package org.ticktoquote.harness.matrix.execution;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.matrix.Attempt;
import org.ticktoquote.comparison.matrix.AttemptEnd;
import org.ticktoquote.comparison.matrix.AttemptState;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.comparison.matrix.RunLog;
import org.ticktoquote.comparison.matrix.RunSlot;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;
import org.ticktoquote.harness.run.RunSequence;
import org.ticktoquote.host.process.ProcessGroup;

/**
 * Runs the remaining runs of a matrix, one after another. Updates {@code matrix.json} at every step, so that an execution can
 * be resumed from any point.
 *
 * <p>Used by one thread; {@link RunSequence#interrupt()} ends it.
 */
public final class MatrixExecution {
    private final MatrixDirectory folder;
    private final ResolvedMatrix resolved;
    private final RunLog runLog;
    private final RunSequence runs;
    private final Progress progress;
    private final NanoClock clock;
    private final Map<String, ResolvedCase.Ready> ready;
    private final ComparableRuns comparable;
    private final List<Round> order;
    /** By case. */
    private final Map<String, Long> estimates = new HashMap<>();

    /** Number of refusals by a host in this execution. */
    private final Map<Round, Integer> refusals = new HashMap<>();

    private final TimeLeft timeLeft = new TimeLeft();

    /**
     * Two cases that run at once.
     *
     * @param cases the case whose application starts first, and the other one
     * @param cpus CPUs for each application; empty for any
     * @param turnSeed seed of their turns; null if both get each tick at once
     */
    public record CasePair(
            List<String> cases, List<String> cpus, @Nullable Long turnSeed) {
        public CasePair {
            cases = List.copyOf(cases);
            cpus = List.copyOf(cpus);
        }
    }

    /** Starts or resumes a matrix in a folder, and writes {@code begun} as {@code matrix.json}. */
    public MatrixExecution(
            MatrixDirectory folder,
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
        this.order = RunSlot.order(List.copyOf(ready.keySet()), matrix.repeats(), matrix.seed()).stream()
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
     * Returns this execution in another order of cases, each listed as often as it runs.
     *
     * @param done number of repeats of each case before this order
     */
    public MatrixExecution inOrder(List<String> cases, int done) {
        Map<String, Integer> repeats = new LinkedHashMap<>();
        return new MatrixExecution(
                this,
                cases.stream()
                        .map(name -> Round.of(new RunSlot(name, done + repeats.merge(name, 1, Integer::sum))))
                        .toList());
    }

    /**
     * Returns this execution in pairs of concurrent runs. If one of the two does not count, both are repeated.
     *
     * @param done number of repeats of each case before these
     */
    public MatrixExecution inPairs(List<CasePair> pairs, int done) {
        List<Round> rounds = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i++) {
            rounds.add(Round.of(pairs.get(i), done + i + 1));
        }
        return new MatrixExecution(this, rounds);
    }

    /** Refuses an unavailable input of any case before a folder is created. */
    public static void require(ResolvedMatrix resolved, Path folder) {
        resolved.ready().forEach(cell -> CaseAttempt.requireInput(cell, folder));
    }

    /** Refuses an application that cannot be started, for any case, before a folder is created. */
    public static void requireApplications(ResolvedMatrix resolved, Path folder) {
        resolved.ready().forEach(cell -> CaseAttempt.requireApplication(cell, folder));
    }

    /** Returns the length of the recording's window that a case replays, in nanoseconds. Fails like {@link #require}. */
    public static long windowNs(ResolvedCase.Ready cell, Path folder) {
        ReplayerProtocol.Checked input = CaseAttempt.requireInput(cell, folder);
        return input.toNs() - input.fromNs();
    }

    /** Returns the estimated duration of the longest run of a case. Fails like {@link #require}. */
    public static long longestNs(ResolvedMatrix resolved, Path folder, boolean byTurns) {
        return resolved.ready().stream()
                .mapToLong(cell -> CaseAttempt.estimatedNs(cell, folder, byTurns))
                .max()
                .orElse(0);
    }

    /** Number of planned rounds, without repeats of VOID runs. */
    public int planned() {
        return order.size();
    }

    /** Number of rounds with a case that need no further run. */
    public int settled(String caseName) {
        return (int) order.stream()
                .filter(round ->
                        round.slots().stream().anyMatch(slot -> slot.caseName().equals(caseName)))
                .filter(round -> !unsettled(round))
                .count();
    }

    /** Runs until no run is left or it is interrupted. */
    public void run() {
        run(() -> false);
    }

    /**
     * Runs until no run is left, it is interrupted, or enough runs were made.
     *
     * @param enough called before every run; true to stop
     */
    public void run(BooleanSupplier enough) {
        ProcessGroup.requireSignals(); // a resumed matrix has its folder
        runLog.closeOpenAttempts();
        comparable.all();
        for (Optional<Round> round = next();
                round.isPresent() && !runs.interrupted() && !enough.getAsBoolean();
                round = next()) {
            long begunNs = clock.nanoTime();
            int open = (int) order.stream().filter(this::open).count();
            progress.heading(round.get().description() + " (" + (planned() - open + 1) + " of " + planned()
                    + timeLeft.text(open) + "): ");
            boolean measured = attempt(round.get());
            timeLeft.took(clock.nanoTime() - begunNs, measured);
        }
        progress.heading("");
    }

    /** Returns whether planned runs are left. */
    public boolean hasRunsLeft() {
        return next().isPresent();
    }

    /** Returns whether it was interrupted. */
    public boolean interrupted() {
        return runs.interrupted();
    }

    private Optional<Round> next() {
        return order.stream().filter(this::open).findFirst();
    }

    /** Returns whether runs that a host refused are left. Only another execution repeats them. */
    public boolean hasRefusedRuns() {
        return order.stream().anyMatch(round -> unsettled(round) && !open(round));
    }

    private boolean open(Round round) {
        return unsettled(round)
                && refusals.getOrDefault(round, 0) <= resolved.matrix().retries();
    }

    private boolean unsettled(Round round) {
        return round.slots().stream().allMatch(slot -> runLog.canRun(slot.caseName()))
                && !runLog.settledTogether(round.slots(), resolved.matrix().retries());
    }

    /** Returns whether the round measured anything. */
    private boolean attempt(Round round) {
        List<ResolvedCase.Ready> cells = new ArrayList<>();
        for (RunSlot slot : round.slots()) {
            ResolvedCase.Ready cell = ready.get(slot.caseName());
            if (cell == null) {
                throw new IllegalStateException(slot + " cannot run");
            }
            Optional<String> unfit = PreRunAudit.problem(cell);
            if (unfit.isPresent()) {
                runLog.notRun(slot.caseName(), unfit.get());
                progress.stage("not run: " + unfit.get());
                return false;
            }
            cells.add(cell);
        }
        List<Attempt> begun = round.slots().stream().map(runLog::begin).toList();
        List<AttemptEnd> ends = execute(
                cells,
                begun.stream()
                        .map(attempt -> folder.path().resolve(attempt.directory()))
                        .toList(),
                round.pair());
        List<String> words = new ArrayList<>();
        for (int i = 0; i < ends.size(); i++) {
            @Nullable UUID run = run(begun.get(i));
            List<String> objections = comparable.problems(round.slots().get(i).caseName(), begun.get(i), ends.get(i));
            runLog.end(begun.get(i), run, ends.get(i), objections);
            words.add(ends.get(i).description()
                    + (objections.isEmpty() ? "" : ", does not count: " + String.join("; ", objections)));
        }
        progress.stage(String.join("; ", words));
        if (!runs.interrupted() && ends.stream().allMatch(end -> end.state() == AttemptState.INTERRUPTED)) {
            refusals.merge(round, 1, Integer::sum);
        }
        return ends.stream().anyMatch(end -> end.state() == AttemptState.COMPLETE);
    }

    private List<AttemptEnd> execute(List<ResolvedCase.Ready> cells, List<Path> directories, @Nullable CasePair pair) {
        CaseAttempt attempt = new CaseAttempt(folder.path(), resolved.matrix().annualise(), runs, progress);
        return pair == null
                ? List.of(attempt.execute(cells.get(0), directories.get(0)))
                : attempt.execute(cells, directories, pair);
    }

    /** Identity of the run in the directory; null if no run was made. */
    private @Nullable UUID run(Attempt attempt) {
        Path manifest = new RunDirectory(folder.path().resolve(attempt.directory())).manifest();
        return Files.exists(manifest) ? RunManifest.read(manifest).identity() : null;
    }

    /** Cases that cannot run at present, with the reason. */
    public Map<String, String> notRun() {
        Map<String, String> reasons = new LinkedHashMap<>();
        runLog.matrix().cases().stream()
                .filter(one -> !one.notRun().isEmpty())
                .forEach(one -> reasons.put(one.name(), one.notRun()));
        return reasons;
    }

    /** Returns whether every case that can run has a result for every repeat. */
    public boolean isComplete() {
        return order.stream()
                .flatMap(round -> round.slots().stream())
                .filter(slot -> runLog.canRun(slot.caseName()))
                .allMatch(slot -> runLog.attempts(slot.caseName())
                        .anyMatch(attempt -> attempt.repeat() == slot.repeat() && RunLog.counts(attempt)));
    }

    /** Sets the latency that equals 100 normalised units. */
    public void reference(long referenceNs) {
        runLog.reference(referenceNs);
    }

    /** Warnings about the cases, for users. */
    public List<String> warnings() {
        return ready.values().stream()
                .flatMap(cell -> CaseAttempt.warnings(cell, folder.path()).stream())
                .distinct()
                .toList();
    }

    /** Describes the number and estimated duration of the remaining runs, for users. */
    public String estimate() {
        List<Round> left = order.stream().filter(this::open).toList();
        if (left.isEmpty()) {
            return "no runs are left";
        }
        long cases = left.stream()
                .flatMap(round -> round.slots().stream())
                .map(RunSlot::caseName)
                .distinct()
                .count();
        String what = order.stream().anyMatch(round -> round.slots().size() > 1) ? "pair" : "run";
        return CountText.of(left.size(), what) + " of " + CountText.of(cases, "case") + ", about "
                + TimeLeft.describe(
                        (double) left.stream().mapToLong(this::estimatedNs).sum());
    }

    /** Returns the expected duration of the next round; the estimate, until a round has measured, is 0 if none is left. */
    public long expectedNs() {
        return timeLeft.expectedNs(() -> next().map(this::estimatedNs).orElse(0L));
    }

    private long estimatedNs(Round round) {
        return (round.pair() == null ? runs.pulseNs() : 0)
                + round.slots().stream()
                        .mapToLong(slot -> estimatedNs(slot.caseName(), round.byTurns()))
                        .max()
                        .orElse(0);
    }

    private long estimatedNs(String caseName, boolean byTurns) {
        return estimates.computeIfAbsent(
                caseName,
                name -> CaseAttempt.estimatedNs(Objects.requireNonNull(ready.get(name)), folder.path(), byTurns));
    }

    /**
     * One run or two concurrent runs.
     *
     * @param pair CPUs and turns of two runs; null for one
     */
    private record Round(List<RunSlot> slots, @Nullable CasePair pair) {
        static Round of(RunSlot slot) {
            return new Round(List.of(slot), null);
        }

        String description() {
            return slots.stream().map(RunSlot::toString).collect(Collectors.joining(" with "));
        }

        /** Returns whether the runs take turns. */
        boolean byTurns() {
            return pair != null && pair.turnSeed() != null;
        }

        /** Creates the round for one repeat of a pair. */
        static Round of(CasePair pair, int repeat) {
            return new Round(
                    pair.cases().stream().map(name -> new RunSlot(name, repeat)).toList(), pair);
        }
    }
}
