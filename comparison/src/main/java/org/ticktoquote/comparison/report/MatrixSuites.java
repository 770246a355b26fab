package org.ticktoquote.comparison.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.matrix.CaseComparison;
import org.ticktoquote.comparison.matrix.CaseLevel;
import org.ticktoquote.comparison.matrix.LimitOutcome;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.report.JUnitSuite;
import org.ticktoquote.report.JUnitSuite.Case;
import org.ticktoquote.report.JUnitSuite.Outcome;

/**
 * Writes {@code slo.xml} of a matrix for build servers: a suite for each case, with a test case for its runs and for
 * each limit and service level. Results that end the matrix with exit status 4 are failures; results that end it with 3
 * or 7 are errors.
 */
final class MatrixSuites {
    /** File name in the directory of the matrix. */
    static final String FILE = "slo.xml";

    private final MatrixComparison comparison;

    private MatrixSuites(MatrixComparison comparison) {
        this.comparison = comparison;
    }

    /** Writes the file, or deletes it if the matrix has no limits or service levels. */
    static void write(MatrixComparison comparison, Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        if (comparison.cases().stream()
                .allMatch(one -> one.limits().isEmpty() && one.serviceLevels().isEmpty())) {
            Files.deleteIfExists(file);
        } else {
            AtomicFile.write(file, new MatrixSuites(comparison).text());
        }
    }

    private String text() {
        return JUnitSuite.text(comparison.cases().stream().map(this::suite).toList());
    }

    private JUnitSuite suite(CaseComparison one) {
        List<Case> cases = new ArrayList<>(List.of(runs(one)));
        one.limits().forEach(limit -> cases.add(limit(limit)));
        one.serviceLevels().forEach(level -> cases.add(serviceLevel(level)));
        return new JUnitSuite(one.name(), comparison.name() + "." + one.name(), cases);
    }

    private Case runs(CaseComparison one) {
        String name = "runs";
        int counted = one.attempts().runs().size();
        if (one.attempts().validity().getOrDefault(Verdict.FAILED, 0) > 0) {
            return new Case(
                    name,
                    Outcome.FAILURE,
                    Verdict.FAILED.name(),
                    ComparisonText.runs(one, comparison.repeats()) + ": caused by the application");
        }
        if (counted >= comparison.repeats()) {
            return Case.passed(name);
        }
        String missing = "runs are missing: " + counted + " of " + comparison.repeats() + " count";
        String why = ComparisonText.whyNotRun(one);
        return one.notRun().isEmpty()
                ? new Case(name, Outcome.ERROR, Verdict.VOID.name(), why.isEmpty() ? missing : why)
                : new Case(name, Outcome.SKIPPED, "", why);
    }

    private static Case limit(LimitOutcome limit) {
        String name = ComparisonText.limitName(limit);
        return switch (limit.state()) {
            case KEPT -> Case.passed(name);
            case EXCEEDED -> judged(name, Outcome.FAILURE, limit.state().word(), ComparisonText.limitValue(limit));
            case UNDECIDED -> judged(name, Outcome.ERROR, limit.state().word(), ComparisonText.limitValue(limit));
        };
    }

    private static Case serviceLevel(CaseLevel level) {
        return switch (level.state()) {
            case MET -> Case.passed(level.level());
            case BROKEN -> judged(level.level(), Outcome.FAILURE, level.state().word(), level.why());
            case UNDECIDED -> judged(level.level(), Outcome.ERROR, level.state().word(), level.why());
        };
    }

    private static Case judged(String name, Outcome outcome, String state, String why) {
        return new Case(name, outcome, state.toUpperCase(Locale.ROOT), why);
    }
}
