package org.ticktoquote.comparison.gate.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.comparison.gate.GateVerdict;
import org.ticktoquote.comparison.gate.StatisticResult;
import org.ticktoquote.comparison.gate.StatisticResult.Label;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.report.JUnitSuite;
import org.ticktoquote.report.JUnitSuite.Case;
import org.ticktoquote.report.JUnitSuite.Outcome;

/**
 * Formats a verdict as JUnit XML for build servers, {@code gate.xml}: a test case per statistic and service level, and one
 * for the verdict. Statistics that are not gated are skipped. FAIL is a failure, and REFUSED is an error. INCONCLUSIVE is an
 * error, unless it counts as a pass (skipped) or as a fail (failure). After a PASS, nothing is a failure or an error.
 */
public final class GateJUnit {
    private final GateReport report;

    private GateJUnit(GateReport report) {
        this.report = report;
    }

    /** Returns the complete file. */
    public static String of(GateReport report) {
        return new GateJUnit(report).text();
    }

    private String text() {
        List<Case> cases = new ArrayList<>();
        cases.add(verdict());
        report.statistics().forEach(result -> cases.add(statistic(result)));
        report.policy().serviceLevels().forEach(level -> cases.add(serviceLevel(level)));
        String name = "t2q gate" + (report.duet() == null ? "" : " duet");
        return new JUnitSuite(name, "gate." + report.policy().name(), cases).text();
    }

    private Case verdict() {
        String why = String.join("\n", report.decision().reasons());
        return new Case("verdict", outcome(report.verdict()), report.verdict().name(), why);
    }

    private Outcome outcome(GateVerdict verdict) {
        return switch (verdict) {
            case PASS -> Outcome.PASSED;
            case FAIL -> Outcome.FAILURE;
            case REFUSED -> Outcome.ERROR;
            case INCONCLUSIVE -> undecided();
        };
    }

    /** Returns the outcome of an undecided case. An earlier PASS stays final, whatever later statistics are. */
    private Outcome undecided() {
        if (report.verdict() == GateVerdict.PASS) {
            return Outcome.SKIPPED;
        }
        return switch (report.decision().inconclusiveAs()) {
            case "pass" -> Outcome.SKIPPED;
            case "fail" -> Outcome.FAILURE;
            default -> Outcome.ERROR;
        };
    }

    private Case statistic(StatisticResult result) {
        VerdictText words = new VerdictText(report);
        String name = words.name(result.statistic());
        String few = result.late() == null
                ? ""
                : CountText.of(result.late().baseline() + result.late().candidate(), "late episode") + " on both sides";
        String message = result.late() != null && result.ratio() == null
                ? few
                : result.ratio() == null
                        ? "undefined in at least one run"
                        : (few.isEmpty() ? "" : few + ", ") + "ratio " + VerdictText.number(result.ratio())
                                + (result.low() == null ? "" : ", at least " + VerdictText.number(result.low()))
                                + (result.high() == null ? "" : ", at most " + VerdictText.number(result.high()))
                                + (result.margin() == null ? "" : ", margin " + VerdictText.number(result.margin()));
        if (result.label() == Label.TOO_FEW) {
            return new Case(name, Outcome.SKIPPED, "", message + ", too few to compare");
        }
        if (!result.gated()) {
            return new Case(name, Outcome.SKIPPED, "", "not gated: " + message);
        }
        boolean failed = result.label() == Label.FAIL && report.verdict() != GateVerdict.PASS;
        Outcome outcome = result.label() == Label.PASS ? Outcome.PASSED : failed ? Outcome.FAILURE : undecided();
        return new Case(name, outcome, result.label().name(), message);
    }

    /**
     * Creates the test case of a service level from all runs of the candidate. Runs after the deciding look are included,
     * because a single run that breaks the level is a FAIL.
     */
    private Case serviceLevel(String level) {
        List<GateSide.Run> runs = report.candidate().runs();
        String broken = names(runs, run -> broken(run, level));
        if (!broken.isEmpty()) {
            return new Case(level, Outcome.FAILURE, GateVerdict.FAIL.name(), "broken by " + broken);
        }
        String undecided = names(runs, run -> run.serviceLevels().get(level) != LevelState.MET);
        return undecided.isEmpty() && !runs.isEmpty()
                ? Case.passed(level)
                : new Case(
                        level,
                        undecided(),
                        GateVerdict.INCONCLUSIVE.name(),
                        runs.isEmpty() ? "no run of the candidate" : "undecided in " + undecided);
    }

    private static boolean broken(GateSide.Run run, String level) {
        return run.lost() == null || run.serviceLevels().get(level) == LevelState.BROKEN;
    }

    private static String names(List<GateSide.Run> runs, Predicate<GateSide.Run> which) {
        return runs.stream().filter(which).map(GateSide.Run::name).collect(Collectors.joining(", "));
    }
}
