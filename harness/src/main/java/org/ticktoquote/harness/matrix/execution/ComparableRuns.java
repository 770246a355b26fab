package org.ticktoquote.harness.matrix.execution;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.analysis.matrix.Attempt;
import org.ticktoquote.analysis.matrix.AttemptEnd;
import org.ticktoquote.analysis.matrix.AttemptState;
import org.ticktoquote.analysis.matrix.CaseRecord;
import org.ticktoquote.analysis.matrix.RunLog;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;

/** The runs of a matrix that may be compared with each other, and what stands against further ones. Used by one thread. */
final class ComparableRuns {
    private final Path matrix;
    private final RunLog runLog;
    private final Map<String, ResolvedCase.Ready> ready;
    private final Map<String, RunIdentity> identities = new HashMap<>();

    ComparableRuns(Path matrix, RunLog runLog, Map<String, ResolvedCase.Ready> ready) {
        this.matrix = matrix;
        this.runLog = runLog;
        this.ready = ready;
    }

    /** Held against the runs that ended before it; of one that is void anyway nothing is asked. */
    List<String> objections(String caseName, Attempt begun, AttemptEnd end) {
        boolean figures = end.state() == AttemptState.COMPLETE && end.validity() != Verdict.VOID;
        return figures ? Comparability.objections(identity(caseName, begun), all()) : List.of();
    }

    /** What is comparable so far. */
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
            Map<String, String> said =
                    cell == null ? Map.of() : cell.testCase().run().said();
            String host = cell == null
                    ? ""
                    : cell.host().name() + " with " + cell.testCase().host().words();
            return RunIdentity.read(matrix, attempt, said, host);
        });
    }
}
