package org.ticktoquote.comparison.gate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.SampleRun;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateVerdict;
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
        SampleRun.several(folder.resolve(name), 3, factor);
        return RunFinder.of(folder.resolve(name));
    }

    private GateReport report(double factor) {
        List<GatedRun> now = new ArrayList<>(runs("new", factor));
        now.addAll(RunFinder.of(
                SampleRun.at(folder.resolve("a|b<c>")).validity("VOID").write()));
        return GateJudge.judge(
                new GateRequest(GatePolicy.RELEASE, runs("old", 1), now, Set.of(), false, List.of(), List.of()));
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
        assertThat(suite.getAttribute("tests")).isEqualTo("9");
        assertThat(suite.getAttribute("errors")).isEqualTo("0");
        assertThat(suite.getAttribute("skipped")).isEqualTo("5");
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
        GatePolicy release = GatePolicy.RELEASE;
        GatePolicy policy = new GatePolicy(
                "own",
                release.margins(),
                release.thresholdNs(),
                release.looks(),
                release.failLevel(),
                release.passLevel(),
                null,
                null,
                List.of(LEVEL));
        List<GatedRun> now = new ArrayList<>();
        for (String state : states) {
            SampleRun run = SampleRun.at(folder.resolve("held/" + now.size()))
                    .factor(1 + 0.002 * (now.size() - 1))
                    .started("2026-11-20T15:0" + now.size() + ":00Z");
            now.addAll(RunFinder.of((state.isEmpty() ? run : run.level(LEVEL, state)).write()));
        }
        return GateJudge.judge(new GateRequest(policy, runs("old", 1), now, Set.of(), false, List.of(), List.of()));
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
        assertThat(met.verdict()).as("%s", met.decision().reasons()).isEqualTo(GateVerdict.PASS);
        assertThat(ofLevel(met).getChildNodes().getLength()).isZero();
        GateReport broken = held("met", "met", "broken");
        assertThat(broken.verdict()).isEqualTo(GateVerdict.FAIL);
        assertThat(broken.decision().reasons()).containsExactly("2: broken: " + LEVEL);
        assertThat(((Element) ofLevel(broken).getElementsByTagName("failure").item(0)).getAttribute("message"))
                .isEqualTo("broken by 2");
        GateReport open = held("met", "", "undecided");
        assertThat(open.verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
        assertThat(((Element) ofLevel(open).getElementsByTagName("error").item(0)).getAttribute("message"))
                .isEqualTo("undecided in 1, 2");
        assertThat(GateReport.read(write(open))).isEqualTo(open);
        assertThat(open.json()).contains("\"serviceLevels\" : [ \"" + LEVEL + "\" ]");
    }

    private static void write(GateReport report, Path folder) {
        GateSections.write(report, GateSections.of(report, List.of()), folder);
    }

    private Path write(GateReport report) {
        write(report, folder.resolve("out"));
        return folder.resolve("out/gate.json");
    }

    @Test
    void passHasNoFailureAndInconclusiveIsReportedAsConfigured() throws Exception {
        GateReport pass = report(1);
        assertThat(suite(pass).getAttribute("failures")).isEqualTo("0");
        GateReport open = GateJudge.judge(new GateRequest(
                GatePolicy.RELEASE,
                RunFinder.of(folder.resolve("old/run-1")),
                RunFinder.of(folder.resolve("new/run-1")),
                Set.of(),
                false,
                List.of(),
                List.of()));
        assertThat(suite(open).getAttribute("errors")).isEqualTo("1");
        assertThat(suite(open.inconclusiveAs("pass")).getAttribute("skipped")).isEqualTo("1");
        assertThat(suite(open.inconclusiveAs("fail")).getAttribute("failures")).isEqualTo("1");
    }

    @Test
    void ledgerTableCountsTheRunsOfEachSide() throws Exception {
        List<GateReport.Entry> entries = List.of(
                new GateReport.Entry("2026-11-20T14:00:00Z", 1, 2, 0, GateVerdict.INCONCLUSIVE),
                new GateReport.Entry("2026-11-20T15:00:00Z", 3, 4, 3, GateVerdict.PASS));
        write(report(1).with(new GateReport.Ledger("key", entries, 1, 0, null)), folder.resolve("out"));
        assertThat(Files.readAllLines(folder.resolve("out/gate.md")))
                .contains(
                        "| last run started | verdict | baseline, runs | candidate, runs | decided at, runs a side |",
                        "| 2026\\-11\\-20T14:00:00Z | INCONCLUSIVE | 1 | 2 | none |",
                        "| 2026\\-11\\-20T15:00:00Z | PASS | 3 | 4 | 3 |");
    }

    @Test
    void externalTextIsEscaped() throws Exception {
        write(report(1), folder.resolve("out"));
        String markdown = Files.readString(folder.resolve("out/gate.md"));
        assertThat(markdown)
                .contains("## Release gate: PASS")
                .contains("a\\|b\\<c\\> does not count")
                .doesNotContain("<b>");
        assertThat(folder.resolve("out")).isDirectoryContaining("glob:**gate.{json,xml}");
    }
}
