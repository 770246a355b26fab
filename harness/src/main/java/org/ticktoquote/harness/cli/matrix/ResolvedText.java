package org.ticktoquote.harness.cli.matrix;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;
import org.ticktoquote.host.jvm.Jvm;

/** A resolved matrix as a table: a row for each case. */
final class ResolvedText {
    private ResolvedText() {}

    /** Lines for people. */
    static List<String> of(ResolvedMatrix resolved) {
        Matrix matrix = resolved.matrix();
        int runs = resolved.ready().size() * matrix.repeats();
        List<String> lines = new ArrayList<>();
        lines.add(matrix.name() + ": " + Counted.of(matrix.cases().size(), "case") + ", of which "
                + resolved.ready().size() + " run here, "
                + (matrix.repeats() == 1 ? "once" : matrix.repeats() + " times") + " each: "
                + Counted.of(runs, "run") + "; baseline " + matrix.baseline());
        int name = width(
                resolved.cells().stream().map(cell -> cell.testCase().name()).toList());
        int words = width(
                resolved.cells().stream().map(cell -> cell.testCase().words()).toList());
        for (ResolvedCase cell : resolved.cells()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%-" + name + "s  %-" + words + "s  %s",
                    cell.testCase().name(),
                    cell.testCase().words(),
                    outcome(cell)));
        }
        return lines;
    }

    private static int width(List<String> texts) {
        return texts.stream().mapToInt(String::length).max().orElse(1);
    }

    private static String outcome(ResolvedCase cell) {
        if (cell instanceof ResolvedCase.NotRun notRun) {
            return "not run: " + notRun.reason();
        }
        ResolvedCase.Ready ready = (ResolvedCase.Ready) cell;
        String passedOver =
                ready.passedOver().isEmpty() ? "" : " (passed over: " + String.join("; ", ready.passedOver()) + ")";
        return "runs on " + ready.host().name() + ": " + words(ready.jvm()) + passedOver;
    }

    private static String words(@Nullable Jvm jvm) {
        return jvm == null ? "the application's own JVM" : jvm.words();
    }
}
