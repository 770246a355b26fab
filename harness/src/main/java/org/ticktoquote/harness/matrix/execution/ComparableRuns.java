package org.ticktoquote.harness.matrix.execution;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.ticktoquote.analysis.validity.Limits;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.matrix.Attempt;
import org.ticktoquote.comparison.matrix.AttemptEnd;
import org.ticktoquote.comparison.matrix.AttemptState;
import org.ticktoquote.comparison.matrix.CaseRecord;
import org.ticktoquote.comparison.matrix.RunLog;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;

/**
 * Finds the comparable runs of a matrix, and objections to a new run: another input, application, host or thread plan, or a
 * late replay. Ignores the application's answers. Used by one thread.
 */
final class ComparableRuns {
    private static final int MAX_FILES = 3;

    private final Path matrix;
    private final RunLog runLog;
    private final Map<String, ResolvedCase.Ready> ready;
    private final Map<String, RunIdentity> identities = new HashMap<>();

    ComparableRuns(Path matrix, RunLog runLog, Map<String, ResolvedCase.Ready> ready) {
        this.matrix = matrix;
        this.runLog = runLog;
        this.ready = ready;
    }

    /** Returns objections to a run after comparing it with earlier runs; empty if it is VOID or incomplete anyway. */
    List<String> problems(String caseName, Attempt begun, AttemptEnd end) {
        boolean figures = end.state() == AttemptState.COMPLETE && end.validity() != Verdict.VOID;
        return figures ? problems(identity(caseName, begun), all()) : List.of();
    }

    /** Comparable runs so far. */
    List<RunIdentity> all() {
        List<RunIdentity> comparable = new ArrayList<>();
        for (CaseRecord one : runLog.matrix().cases()) {
            for (Attempt attempt : one.attempts()) {
                if (attempt.state() == AttemptState.COMPLETE && RunLog.counts(attempt)) {
                    comparable.add(identity(one.name(), attempt));
                }
            }
        }
        return comparable;
    }

    private RunIdentity identity(String caseName, Attempt attempt) {
        return identities.computeIfAbsent(attempt.directory(), any -> {
            ResolvedCase.Ready cell = ready.get(caseName);
            Map<String, String> options =
                    cell == null ? Map.of() : cell.testCase().run().givenOptions();
            String host = cell == null
                    ? ""
                    : cell.host().name() + " with " + cell.testCase().host().description();
            return RunIdentity.read(matrix, attempt, options, host);
        });
    }

    /**
     * Returns the objections to a run that has just ended; empty if it is comparable.
     *
     * @param before comparable runs that ended before it
     */
    static List<String> problems(RunIdentity run, List<RunIdentity> before) {
        List<String> found = new ArrayList<>();
        same(run, before, "input", RunIdentity::input, found);
        same(run, before, "application", RunIdentity::application, found)
                .ifPresent(first -> found.addAll(differing(run, first)));
        same(run, before, "host", RunIdentity::host, found);
        same(run, before, "plan of threads", RunIdentity::threads, found);
        boolean lab = run.profile().equals(Limits.LAB);
        late("median", run.p50LagNs(), TimeUnit.MICROSECONDS.toNanos(lab ? 100 : 2_000), found);
        late("p99", run.p99LagNs(), TimeUnit.MICROSECONDS.toNanos(lab ? 500 : 50_000), found);
        return List.copyOf(found);
    }

    private static List<String> differing(RunIdentity run, RunIdentity first) {
        List<String> files = run.applicationFiles().differencesFrom(first.applicationFiles());
        if (files.isEmpty()) {
            return List.of();
        }
        String some = String.join(", ", files.subList(0, Math.min(MAX_FILES, files.size())));
        return List.of("differing files of the application: " + some
                + (files.size() > MAX_FILES ? " and " + (files.size() - MAX_FILES) + " more" : ""));
    }

    /**
     * Compares a part of a run with the first earlier part of the same name. Returns the earlier run if the checksums differ.
     */
    private static Optional<RunIdentity> same(
            RunIdentity run,
            List<RunIdentity> before,
            String what,
            Function<RunIdentity, RunIdentity.IdentityPart> part,
            List<String> found) {
        RunIdentity.IdentityPart own = part.apply(run);
        RunIdentity first = before.stream()
                .filter(each -> part.apply(each).name().equals(own.name()))
                .findFirst()
                .orElse(run);
        if (part.apply(first).sha256().equals(own.sha256())) {
            return Optional.empty();
        }
        found.add("different " + what + " than in " + first.directory() + ": " + shortened(own.sha256())
                + " instead of " + shortened(part.apply(first).sha256()));
        return Optional.of(first);
    }

    private static String shortened(String checksum) {
        return checksum.isEmpty() ? "nothing" : checksum.substring(0, Math.min(16, checksum.length()));
    }

    /**
     * Objects to a replay lag above a limit. Limits are fixed, so that an objection at the end of a run is final. A run is never
     * rejected for being more punctual than others.
     */
    private static void late(String which, long lagNs, long mostNs, List<String> found) {
        if (lagNs > mostNs) {
            found.add("late replay: send lag " + which + " " + DurationText.format(lagNs) + ", limit "
                    + DurationText.format(mostNs));
        }
    }
}
