package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;

/** Of a run whose response is refused from p99 on, and whose harness touched 93 of the 95 slowest responses. */
class TrustTest {
    private static String sentence(Verdict verdict, Reason... reasons) {
        return Trust.sentence(new TinyRun(verdict, List.of(reasons), "CLIENT-00")
                .data()
                .analysis()
                .summary());
    }

    @Test
    void namesTheLastPercentileThatHoldsAndWhyTheNextDoesNot() {
        assertThat(sentence(Verdict.VALID))
                .isEqualTo(
                        "The response can be trusted up to p90 (2.50 ms), but not from p99 on: it ranks among the lost.");
    }

    @Test
    void aVoidRunHasNothingToTrust() {
        assertThat(sentence(
                        Verdict.VOID,
                        new Reason("steal", 6, 5, "CPU steal was 6 %.", Verdict.VOID),
                        new Reason("lost", 1, 0, "1 is lost.", Verdict.FAILED)))
                .isEqualTo("No figure can be trusted, all are diagnostics only: CPU steal was 6 %.");
    }

    @Test
    void aFailureIsTheApplicationsAndItsFiguresCount() {
        assertThat(sentence(Verdict.FAILED, new Reason("lost", 1, 0, "1 is lost.", Verdict.FAILED)))
                .startsWith(
                        "The application failed, and its figures count: 1 is lost. The response can be trusted up to");
    }

    @Test
    void aRunOfProfileDevWithoutAnyReasonSaysSo() {
        assertThat(sentence(Verdict.DEGRADED)).startsWith("No limit of profile dev was touched, but they are too wide");
        assertThat(sentence(Verdict.DEGRADED, new Reason("gc-pause", 2e7, 1e7, "Long.", Verdict.DEGRADED)))
                .startsWith("With the reservations listed below, the response can be trusted up to p90");
    }
}
