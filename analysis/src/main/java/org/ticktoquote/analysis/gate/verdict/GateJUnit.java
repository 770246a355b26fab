package org.ticktoquote.analysis.gate.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.gate.GateVerdict;
import org.ticktoquote.analysis.gate.StatisticResult;
import org.ticktoquote.analysis.gate.StatisticResult.Label;
import org.ticktoquote.analysis.summary.LevelState;

/**
 * {@code gate.xml}: a verdict in the form that build servers take from JUnit: a test case for each statistic and
 * service level, and one for the verdict as a whole. What is not gated is skipped. INCONCLUSIVE and REFUSED are errors, FAIL
 * is a failure; where INCONCLUSIVE counts as a pass it is skipped, and where as a failure it is one.
 */
final class GateJUnit {
    private static final String FAILURE = "failure";
    private static final String ERROR = "error";
    private static final String SKIPPED = "skipped";

    private final GateReport report;

    /** A test case; no outcome where it passed. */
    private record Case(String name, @Nullable String outcome, String type, String message) {}

    private GateJUnit(GateReport report) {
        this.report = report;
    }

    /** The whole file. */
    static String of(GateReport report) {
        return new GateJUnit(report).text();
    }

    private String text() {
        List<Case> cases = new ArrayList<>();
        cases.add(verdict());
        report.statistics().forEach(result -> cases.add(statistic(result)));
        report.policy().serviceLevels().forEach(level -> cases.add(serviceLevel(level)));
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.append(String.format(
                Locale.ROOT,
                "<testsuite name=\"t2q gate%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" time=\"0\">\n",
                report.duet() == null ? "" : " duet",
                cases.size(),
                count(cases, FAILURE),
                count(cases, ERROR),
                count(cases, SKIPPED)));
        cases.forEach(one -> append(xml, one));
        return xml.append("</testsuite>\n").toString();
    }

    private static long count(List<Case> cases, String outcome) {
        return cases.stream().filter(one -> outcome.equals(one.outcome())).count();
    }

    private Case verdict() {
        String why = String.join("\n", report.decision().reasons());
        return new Case("verdict", outcome(report.verdict()), report.verdict().name(), why);
    }

    private @Nullable String outcome(GateVerdict verdict) {
        return switch (verdict) {
            case PASS -> null;
            case FAIL -> FAILURE;
            case REFUSED -> ERROR;
            case INCONCLUSIVE -> inconclusive();
        };
    }

    private String inconclusive() {
        return switch (report.decision().inconclusiveAs()) {
            case "pass" -> SKIPPED;
            case "fail" -> FAILURE;
            default -> ERROR;
        };
    }

    private Case statistic(StatisticResult result) {
        GateWords words = new GateWords(report);
        String name = words.name(result.statistic());
        String message = result.ratio() == null
                ? "not defined in every run"
                : "ratio " + GateWords.number(result.ratio())
                        + (result.low() == null ? "" : ", at least " + GateWords.number(result.low()))
                        + (result.high() == null ? "" : ", at most " + GateWords.number(result.high()))
                        + (result.margin() == null ? "" : ", margin " + GateWords.number(result.margin()));
        if (!result.gated()) {
            return new Case(name, SKIPPED, "", "not gated: " + message);
        }
        @Nullable
        String outcome = result.label() == Label.PASS ? null : result.label() == Label.FAIL ? FAILURE : inconclusive();
        return new Case(name, outcome, result.label().name(), message);
    }

    /** By every run of the candidate, also those behind the look that decided: one that breaks it is a FAIL at once. */
    private Case serviceLevel(String level) {
        List<GateSide.Run> runs = report.candidate().runs();
        String broken = names(runs, run -> broken(run, level));
        if (!broken.isEmpty()) {
            return new Case(level, FAILURE, GateVerdict.FAIL.name(), "broken by " + broken);
        }
        String undecided = names(runs, run -> run.serviceLevels().get(level) != LevelState.MET);
        return undecided.isEmpty() && !runs.isEmpty()
                ? new Case(level, null, "", "")
                : new Case(
                        level,
                        inconclusive(),
                        GateVerdict.INCONCLUSIVE.name(),
                        runs.isEmpty() ? "no run of the candidate" : "undecided in " + undecided);
    }

    private static boolean broken(GateSide.Run run, String level) {
        return run.lost() == null || run.serviceLevels().get(level) == LevelState.BROKEN;
    }

    private static String names(List<GateSide.Run> runs, Predicate<GateSide.Run> which) {
        return runs.stream().filter(which).map(GateSide.Run::name).collect(Collectors.joining(", "));
    }

    private void append(StringBuilder xml, Case one) {
        xml.append("  <testcase classname=\"gate.")
                .append(escaped(report.policy().name()))
                .append("\" name=\"")
                .append(escaped(one.name()))
                .append("\" time=\"0\"");
        if (one.outcome() == null) {
            xml.append("/>\n");
            return;
        }
        xml.append(">\n    <").append(one.outcome());
        if (!one.outcome().equals(SKIPPED)) {
            xml.append(" type=\"").append(escaped(one.type())).append('"');
        }
        xml.append(" message=\"").append(escaped(one.message())).append("\"/>\n  </testcase>\n");
    }

    /** What XML 1.0 cannot hold becomes a question mark. */
    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(each -> {
            switch (each) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\n' -> escaped.append("&#10;");
                default -> escaped.appendCodePoint(allowed(each) ? each : '?');
            }
        });
        return escaped.toString();
    }

    private static boolean allowed(int each) {
        return each >= 0x20 && each < 0xD800 || each >= 0xE000 && each <= 0xFFFD || each >= 0x10000;
    }
}
