package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.comparison.matrix.CaseLevelTest.LEVEL;
import static org.ticktoquote.comparison.matrix.CaseLevelTest.outcome;
import static org.ticktoquote.comparison.matrix.MatrixFixture.valid;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.matrix.MatrixFixture.Run;
import org.ticktoquote.comparison.report.MatrixReport;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** {@code slo.xml} of a matrix states for build servers, case by case, what its exit status states. */
final class MatrixSuitesTest {
    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("slo.xml");
    }

    /** Returns each test case with its case, name and result. */
    private List<String> testCases(MatrixFixture fixture) throws Exception {
        MatrixComparison comparison = fixture.compare();
        MatrixReport.write(comparison, directory);
        NodeList cases = DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(file().toFile())
                .getElementsByTagName("testcase");
        List<String> testCases = new ArrayList<>();
        for (int i = 0; i < cases.getLength(); i++) {
            Element one = (Element) cases.item(i);
            assertThat(one.getAttribute("classname")).startsWith(comparison.name() + ".");
            String testCase =
                    one.getAttribute("classname").substring(comparison.name().length() + 1);
            testCases.add(testCase + " " + one.getAttribute("name") + result(one));
        }
        return testCases;
    }

    private static String result(Element testCase) {
        for (Node each = testCase.getFirstChild(); each != null; each = each.getNextSibling()) {
            if (each instanceof Element found) {
                return ": " + found.getTagName() + " " + found.getAttribute("type") + ": "
                        + found.getAttribute("message");
            }
        }
        return "";
    }

    private MatrixFixture threeRuns(String name, LevelState state) {
        MatrixFixture judged = new MatrixFixture(directory).judged(outcome(state));
        return judged.with(name, 1_000, 1_000, 1_000).heldTo(LEVEL);
    }

    @Test
    void hasASuitePerCaseWithRunsLimitsAndLevels() throws Exception {
        CaseLimit kept = CaseLimit.of(Latency.RESPONSE, ComparedFigure.P50, 2_000);
        CaseLimit exceeded = CaseLimit.of(Latency.RESPONSE, ComparedFigure.MAX, 2_000);
        MatrixFixture fixture = threeRuns("A", LevelState.MET)
                .held(kept, exceeded)
                .judged(outcome(LevelState.BROKEN))
                .with("B", "k", "t", valid(1_000), valid(1_000), valid(1_000))
                .heldTo(LEVEL);
        assertThat(testCases(fixture))
                .containsExactly(
                        "A runs",
                        "A p50 of response, at most 2.00 us",
                        "A max of response, at most 2.00 us: failure EXCEEDED: 10.0 us: a run has a later answer",
                        "A " + LEVEL,
                        "B runs",
                        "B " + LEVEL + ": failure BROKEN: broken in 3 of 3 runs: B/run-1");
    }

    @Test
    void failedApplicationIsAFailureEvenIfItMetItsLevels() throws Exception {
        MatrixFixture fixture = new MatrixFixture(directory)
                .judged(outcome(LevelState.MET))
                .with("A", "j", "t", valid(1_000), new Run(Verdict.FAILED, 1_000, 0), valid(1_000))
                .heldTo(LEVEL);
        assertThat(testCases(fixture))
                .containsExactly(
                        "A runs: failure FAILED: 3 of 3: 2 VALID, 1 FAILED: caused by the application", "A " + LEVEL);
    }

    @Test
    void undecidedIsAnErrorAndACaseThatCannotRunIsSkipped() throws Exception {
        MatrixFixture fixture = new MatrixFixture(directory)
                .judged(outcome(LevelState.MET))
                .with("A", "j", "t", valid(1_000), new Run(Verdict.VOID, 1_000, 0))
                .heldTo(LEVEL)
                .notRun("B", "k", "t", "no Zing JVM");
        assertThat(testCases(fixture))
                .containsExactly(
                        "A runs: error VOID: runs are missing: 1 of 3 count",
                        "A " + LEVEL + ": error UNDECIDED: runs are missing: 1 of 3 count",
                        "B runs: skipped : not run: no Zing JVM");
    }

    @Test
    void removesTheSuiteFileIfNothingIsJudged() throws Exception {
        testCases(threeRuns("A", LevelState.MET));
        assertThat(file()).exists();
        MatrixReport.write(new MatrixFixture(directory).with("A", 1_000).compare(), directory);
        assertThat(Files.exists(file())).isFalse();
    }
}
