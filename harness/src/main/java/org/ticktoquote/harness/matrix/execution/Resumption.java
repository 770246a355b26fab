package org.ticktoquote.harness.matrix.execution;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ticktoquote.comparison.matrix.CaseRecord;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.comparison.matrix.RunLog;
import org.ticktoquote.harness.matrix.resolution.MatrixResolver;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;

/**
 * Resumed matrix on the current state of its hosts, for example with another kernel. Cases that could not run are resolved
 * again. Resolved cases keep their host, and wait while it does not meet their requirements.
 *
 * @param resolved current resolution
 * @param begun record with the reason for each case that cannot run
 */
public record Resumption(ResolvedMatrix resolved, MatrixRecord begun) {
    /** Queries the hosts of all cases with runs left. */
    public static Resumption of(ResolvedMatrix before, MatrixRecord begun, MatrixResolver resolution) {
        ResolvedMatrix now = resolution.again(before);
        Map<String, ResolvedCase> cells = now.cells().stream()
                .collect(Collectors.toMap(cell -> cell.testCase().name(), Function.identity()));
        int retries = before.matrix().retries();
        return new Resumption(
                now,
                begun.withCases(begun.cases().stream()
                        .map(one -> one.withNotRun(
                                RunLog.settled(one, begun.repeats(), retries)
                                        ? ""
                                        : reason(Objects.requireNonNull(cells.get(one.name())), resolution)))
                        .toList()));
    }

    private static String reason(ResolvedCase cell, MatrixResolver resolution) {
        return cell instanceof ResolvedCase.NotRun notRun
                ? notRun.reason()
                : resolution.unfit((ResolvedCase.Ready) cell).orElse("");
    }

    /** Cases of the record that cannot run. */
    public static List<CaseRecord> waiting(MatrixRecord record) {
        return record.cases().stream().filter(one -> !one.notRun().isEmpty()).toList();
    }
}
