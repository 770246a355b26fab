package org.ticktoquote.comparison.gate.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.comparison.gate.GateVerdict.FAIL;
import static org.ticktoquote.comparison.gate.GateVerdict.INCONCLUSIVE;
import static org.ticktoquote.comparison.gate.GateVerdict.PASS;
import static org.ticktoquote.comparison.gate.verdict.GateScene.and;
import static org.ticktoquote.comparison.gate.verdict.GateScene.assertVerdict;
import static org.ticktoquote.comparison.gate.verdict.GateScene.written;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.SampleRun;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.RunFinder;
import org.ticktoquote.comparison.report.GateSections;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

final class GateFilesTest {
    @TempDir
    private Path folder;

    private List<GatedRun> runs(String name, double factor) {
        return GateScene.runs(folder.resolve(name), 3, factor);
    }

    private GateReport report(double factor) {
        SampleRun more = GateScene.at(folder.resolve("a|b<c>")).validity("VOID");
        return GateScene.judge(runs("old", 1), and(runs("new", factor), more));
    }

    private static Element suite(GateReport report) throws Exception {
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(GateJUnit.of(report))));
        return document.getDocumentElement();
    }

    @Test
    void writesATestCasePerStatisticAndOneForTheVerdict() throws Exception {
        Element suite = suite(report(1.5));
        assertThat(List.of(suite.getAttribute("tests"), suite.getAttribute("errors"), suite.getAttribute("skipped")))
                .containsExactly("9", "0", "5");
        NodeList cases = suite.getElementsByTagName("testcase");
        assertThat(cases.getLength()).isEqualTo(9);
        assertThat(((Element) cases.item(0)).getAttribute("name")).isEqualTo("verdict");
        assertThat(suite.getElementsByTagName("failure").getLength())
                .isEqualTo(Integer.parseInt(suite.getAttribute("failures")))
                .isGreaterThan(1);
    }

    private static final String LEVEL = "p99 of response in any 60 s < 5 ms";

    /** Judges three equal runs per side; the candidate's runs have the given states of a service level. */
    private GateReport held(String... states) {
        Map<GateStatistic, Double> margins = GatePolicy.RELEASE.margins();
        GatePolicy policy =
                new GatePolicy("own", margins, 10_000_000, GatePolicy.LOOKS, 0.0075, 0.05, null, null, List.of(LEVEL));
        List<GatedRun> now = new ArrayList<>();
        for (String state : states) {
            SampleRun run = GateScene.at(folder.resolve("held/" + now.size()))
                    .factor(1 + 0.002 * (now.size() - 1))
                    .started("2026-11-20T15:0" + now.size() + ":00Z");
            now.add(written(state.isEmpty() ? run : run.level(LEVEL, state)));
        }
        return GateJudge.judge(
                new GateRequest(policy, runs("old", 1), now, false, Set.of(), false, List.of(), List.of(), null));
    }

    /** Returns the message of an element of the last test case, that of the level. */
    private static String ofLevel(GateReport report, String element) throws Exception {
        Element last = ofLevel(report);
        return ((Element) last.getElementsByTagName(element).item(0)).getAttribute("message");
    }

    private static Element ofLevel(GateReport report) throws Exception {
        NodeList cases = suite(report).getElementsByTagName("testcase");
        assertThat(cases.getLength()).isEqualTo(10);
        Element last = (Element) cases.item(9);
        assertThat(last.getAttribute("name")).isEqualTo(LEVEL);
        return last;
    }

    @Test
    void writesATestCasePerServiceLevel() throws Exception {
        GateReport met = held("met", "met", "met");
        assertVerdict(met, PASS);
        assertThat(ofLevel(met).getChildNodes().getLength()).isZero();
        GateReport broken = held("met", "met", "broken");
        assertVerdict(broken, FAIL, "2: broken: " + LEVEL);
        assertThat(ofLevel(broken, "failure")).isEqualTo("broken by 2");
        GateReport open = held("met", "", "undecided");
        assertVerdict(open, INCONCLUSIVE);
        assertThat(ofLevel(open, "error")).isEqualTo("undecided in 1, 2");
        assertThat(GateReport.read(write(open).resolve("gate.json"))).isEqualTo(open);
        assertThat(open.json()).contains("\"serviceLevels\" : [ \"" + LEVEL + "\" ]");
    }

    private Path write(GateReport report) {
        Path out = folder.resolve("out");
        GateSections.write(report, GateSections.of(report, List.of()), out);
        return out;
    }

    @Test
    void passHasNoFailureAndInconclusiveIsReportedAsConfigured() throws Exception {
        assertThat(suite(report(1)).getAttribute("failures")).isEqualTo("0");
        GateReport open =
                GateScene.judge(RunFinder.of(folder.resolve("old/run-1")), RunFinder.of(folder.resolve("new/run-1")));
        assertThat(suite(open).getAttribute("errors")).isEqualTo("1");
        assertThat(suite(open.inconclusiveAs("pass")).getAttribute("skipped")).isEqualTo("1");
        assertThat(suite(open.inconclusiveAs("fail")).getAttribute("failures")).isEqualTo("1");
    }

    @Test
    void ledgerTableCountsTheRunsOfEachSide() throws Exception {
        List<GateReport.Entry> entries = List.of(
                new GateReport.Entry("2026-11-20T14:00:00Z", 1, 2, 0, INCONCLUSIVE),
                new GateReport.Entry("2026-11-20T15:00:00Z", 3, 4, 3, PASS));
        Path out = write(report(1).with(new GateReport.Ledger("key", entries, 1, 0, null)));
        assertThat(Files.readAllLines(out.resolve("gate.md")))
                .contains(
                        "| last run started | verdict | baseline, runs | candidate, runs | decided at, runs a side |",
                        "| 2026\\-11\\-20T14:00:00Z | INCONCLUSIVE | 1 | 2 | none |",
                        "| 2026\\-11\\-20T15:00:00Z | PASS | 3 | 4 | 3 |");
    }

    @Test
    void externalTextIsEscaped() throws Exception {
        Path out = write(report(1));
        assertThat(Files.readString(out.resolve("gate.md")))
                .contains("## Release gate: PASS", "a\\|b\\<c\\> does not count")
                .doesNotContain("<b>");
        assertThat(out).isDirectoryContaining("glob:**gate.{json,xml}");
    }
}
