package org.ticktoquote.harness.matrix.execution;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ticktoquote.analysis.matrix.CaseRecord;
import org.ticktoquote.analysis.matrix.MatrixRecord;
import org.ticktoquote.analysis.matrix.RunLog;
import org.ticktoquote.harness.matrix.resolution.MatrixResolver;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;

/**
 * A matrix that goes on, on its hosts as they are now: another kernel may have been booted. Cases that could not run are
 * resolved again; one that could stays what it was, and waits where its host is not what it needs.
 *
 * @param resolved what the matrix means now
 * @param begun its record, with the reason of each case that cannot run
 */
public record Resumption(ResolvedMatrix resolved, MatrixRecord begun) {
    /** Asks the hosts of all cases that want a run. */
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

    /** The cases of the record that cannot run. */
    public static List<CaseRecord> waiting(MatrixRecord record) {
        return record.cases().stream().filter(one -> !one.notRun().isEmpty()).toList();
    }
}
