package org.ticktoquote.comparison.matrix;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.validity.Verdict;

/** Log of all attempts so far; {@code matrix.json} is written on every change. Used by one thread. */
public final class RunLog {
    private final Path file;
    private MatrixRecord matrix;

    /** Continues a record and writes it. */
    public RunLog(Path file, MatrixRecord matrix) {
        this.file = file;
        this.matrix = matrix;
        matrix.write(file);
    }

    public MatrixRecord matrix() {
        return matrix;
    }

    /** Marks attempts as interrupted if they were running when the harness was killed. */
    public void closeOpenAttempts() {
        change(attempt -> attempt.state() == AttemptState.RUNNING
                ? with(
                        attempt,
                        null,
                        AttemptState.INTERRUPTED,
                        null,
                        "the harness was killed during this run",
                        List.of())
                : attempt);
    }

    /** Starts a new attempt at a slot, with the next number. */
    public Attempt begin(RunSlot slot) {
        int number = (int) attempts(slot).count() + 1;
        String directory = slot.caseName() + "/run-" + slot.repeat() + (number == 1 ? "" : "-attempt-" + number);
        Attempt begun = new Attempt(slot.repeat(), number, directory, null, AttemptState.RUNNING, null, "", List.of());
        matrix = matrix.withCases(matrix.cases().stream()
                .map(one -> one.name().equals(slot.caseName()) ? withAttempt(one, begun) : one)
                .toList());
        matrix.write(file);
        return begun;
    }

    /** Records the reason why a case cannot run at present; an empty reason if it can. Existing runs are kept. */
    public void notRun(String caseName, String reason) {
        matrix = matrix.withCases(matrix.cases().stream()
                .map(one -> one.name().equals(caseName) ? one.withNotRun(reason) : one)
                .toList());
        matrix.write(file);
    }

    public boolean canRun(String caseName) {
        return matrix.cases().stream()
                .anyMatch(one -> one.name().equals(caseName) && one.notRun().isEmpty());
    }

    /** Records the end of an attempt, its run, and objections to comparing it, in one write. */
    public void end(Attempt begun, @Nullable UUID run, AttemptEnd end, List<String> objections) {
        change(attempt -> attempt.directory().equals(begun.directory())
                ? with(attempt, run, end.state(), end.validity(), end.reason(), objections)
                : attempt);
    }

    /**
     * Returns whether a slot needs no further run: an attempt counts or must not be repeated, or the retries are used
     * up.
     *
     * <p>Only disturbances by harness, host or input lead to another attempt, never a result of the application. An attempt
     * that counts is final.
     */
    public boolean settled(RunSlot slot, int retries) {
        return settled(attempts(slot).toList(), retries);
    }

    /**
     * Returns whether concurrent slots need no further run. A joint attempt counts if all of its runs count. It also counts
     * if one FAILED, because a repetition would select the good runs of an application.
     */
    public boolean settledTogether(List<RunSlot> slots, int retries) {
        if (slots.size() == 1) {
            return settled(slots.get(0), retries);
        }
        Map<Integer, List<Attempt>> together =
                slots.stream().flatMap(this::attempts).collect(Collectors.groupingBy(Attempt::attempt));
        long tries = together.values().stream()
                .filter(each -> each.stream().anyMatch(RunLog::ended))
                .count();
        return tries > retries
                || together.values().stream()
                        .anyMatch(each -> each.stream().allMatch(RunLog::counts)
                                || each.stream().anyMatch(one -> notRepeated(one) || failed(one)));
    }

    private static boolean failed(Attempt attempt) {
        return attempt.validity() == Verdict.FAILED && counts(attempt);
    }

    private static boolean settled(List<Attempt> attempts, int retries) {
        List<Attempt> tries = attempts.stream().filter(RunLog::ended).toList();
        return tries.size() > retries || tries.stream().anyMatch(attempt -> counts(attempt) || notRepeated(attempt));
    }

    /** Returns whether a case needs no further run. */
    public static boolean settled(CaseRecord one, int repeats, int retries) {
        return IntStream.rangeClosed(1, repeats).allMatch(repeat -> settledAt(one, repeat, retries));
    }

    /** Returns whether a case needs no further run at one repeat. */
    public static boolean settledAt(CaseRecord one, int repeat, int retries) {
        return settled(
                one.attempts().stream()
                        .filter(attempt -> attempt.repeat() == repeat)
                        .toList(),
                retries);
    }

    private static boolean ended(Attempt attempt) {
        return attempt.state() == AttemptState.COMPLETE || attempt.state() == AttemptState.UNMEASURED;
    }

    private static boolean notRepeated(Attempt attempt) {
        return attempt.reason().startsWith(AttemptEnd.NOT_REPEATED);
    }

    /** Returns whether an attempt counts: it ended, is not VOID and has no objection. */
    public static boolean counts(Attempt attempt) {
        return ended(attempt)
                && attempt.validity() != null
                && attempt.validity() != Verdict.VOID
                && attempt.objections().isEmpty();
    }

    private Stream<Attempt> attempts(RunSlot slot) {
        return attempts(slot.caseName()).filter(attempt -> attempt.repeat() == slot.repeat());
    }

    /** Returns the attempts of a case in the order of their start. */
    public Stream<Attempt> attempts(String caseName) {
        return matrix.cases().stream()
                .filter(one -> one.name().equals(caseName))
                .flatMap(one -> one.attempts().stream());
    }

    private static CaseRecord withAttempt(CaseRecord one, Attempt attempt) {
        List<Attempt> attempts = new ArrayList<>(one.attempts());
        attempts.add(attempt);
        return one.withAttempts(attempts);
    }

    private static Attempt with(
            Attempt attempt,
            @Nullable UUID run,
            AttemptState state,
            @Nullable Verdict validity,
            String reason,
            List<String> objections) {
        return new Attempt(
                attempt.repeat(), attempt.attempt(), attempt.directory(), run, state, validity, reason, objections);
    }

    private void change(UnaryOperator<Attempt> change) {
        MatrixRecord changed = matrix.withCases(matrix.cases().stream()
                .map(one -> one.withAttempts(one.attempts().stream().map(change).toList()))
                .toList());
        if (!Objects.equals(changed, matrix)) {
            matrix = changed;
            matrix.write(file);
        }
    }

    /** Records the latency that normalised figures show as 100 units. */
    public void reference(long referenceNs) {
        if (!Objects.equals(matrix.referenceNs(), referenceNs)) {
            matrix = with(referenceNs, matrix.cases());
            matrix.write(file);
        }
    }

    private MatrixRecord with(@Nullable Long referenceNs, List<CaseRecord> cases) {
        return new MatrixRecord(
                matrix.formatVersion(),
                matrix.product(),
                matrix.name(),
                matrix.description(),
                matrix.startedUtc(),
                matrix.sourceSha256(),
                matrix.repeats(),
                matrix.seed(),
                matrix.baseline(),
                matrix.annual(),
                referenceNs,
                matrix.axes(),
                cases);
    }
}
