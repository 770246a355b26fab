package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.report.RunReport;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Verdict;

/** Reports about applications that behave differently than declared. */
final class WrongDeclarationTest {
    @TempDir
    Path directory;

    /** Tick 2 was quoted although not due by the model, so tick 3 can need no quote. */
    @Test
    void missingTicksAreAnUpperBoundIfTheDeclaredModelIsWrong() {
        RunFixture run = new RunFixture(directory, 1);
        run.play("""
                        tick 1 EUR/USD at 10 answered at 11
                        tick 2 EUR/USD same at 20 answered at 21
                        tick 3 EUR/USD at 30
                        """);
        Summary summary = run.summary();

        assertThat(summary.findings().validity()).isEqualTo(Verdict.FAILED);
        assertThat(Reasons.rules(summary)).startsWith("model-mismatch", "lost");
        assertThat(summary.findings().reasons().get(1).text())
                .startsWith("At most 1 due tick x session had no answer")
                .contains("the declared model does not hold (model-mismatch)");
        assertThat(summary.counts().tickOutcomesAtMost()).containsExactly("skipped", "lost");
        assertThat(String.join(" ", RunReport.lines(summary, Map.of(), "RUN")).replaceAll("\\s+", " "))
                .contains("lost at most 1", "its declaration is wrong")
                .contains("1 of 2 published ticks x sessions call for no quote")
                .contains("No percentile of the response at the last client can be quoted");
    }

    /** The same run without the undeclared quote. */
    @Test
    void missingTicksAreExactIfTheDeclaredModelHolds() {
        RunFixture run = new RunFixture(directory, 1);
        run.play("""
                        tick 1 EUR/USD at 10 answered at 11
                        tick 2 EUR/USD same at 20
                        tick 3 EUR/USD at 30
                        """);
        Summary summary = run.summary();

        assertThat(Reasons.rules(summary)).isEqualTo(List.of("lost"));
        assertThat(summary.findings().reasons().get(0).text()).startsWith("1 due tick x session had no answer");
        assertThat(summary.counts().tickOutcomesAtMost()).isEmpty();
        assertThat(String.join(" ", RunReport.lines(summary, Map.of(), "RUN")))
                .contains("The application failed (its figures still count): 1 due tick");
    }
}
