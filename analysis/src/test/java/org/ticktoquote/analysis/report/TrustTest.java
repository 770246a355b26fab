package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;

/** Of a run whose last client is refused from p99 on, and whose harness touched 93 of the 95 slowest responses. */
class TrustTest {
    private static Trust trust(Verdict verdict, Reason... reasons) {
        return Trust.of(new TinyRun(verdict, List.of(reasons), "CLIENT-00")
                .data()
                .analysis()
                .summary());
    }

    @Test
    void namesTheFiguresThatCanBeQuotedAndWhyTheNextCannot() {
        Trust trust = trust(Verdict.VALID);
        assertThat(trust.quotable())
                .isEqualTo("The response at the last client can be quoted: p50 1.23 ms, p90 2.50 ms.");
        assertThat(trust.limit()).isEqualTo("Not p99 and beyond: it ranks among the lost ticks.");
    }

    @Test
    void aVoidRunHasNothingToTrust() {
        Trust trust = trust(
                Verdict.VOID,
                new Reason("steal", 6, 5, "CPU steal was 6 %.", Verdict.VOID),
                new Reason("lost", 1, 0, "1 is lost.", Verdict.FAILED));
        assertThat(trust.quotable()).isEqualTo("All figures are diagnostic only: CPU steal was 6 %.");
        assertThat(trust.limit()).isEmpty();
    }

    @Test
    void aFailureIsTheApplicationsAndItsFiguresCount() {
        assertThat(trust(Verdict.FAILED, new Reason("lost", 1, 0, "1 is lost.", Verdict.FAILED))
                        .quotable())
                .startsWith("The application failed, and its figures count: 1 is lost. The response at the last client"
                        + " can be quoted: p50 ");
    }

    @Test
    void reservationsAreNamedBeforeTheFigures() {
        assertThat(trust(Verdict.DEGRADED, new Reason("gc-pause", 2e7, 1e7, "Long.", Verdict.DEGRADED))
                        .quotable())
                .startsWith("With the reservations listed below, the response at the last client can be quoted: p50 ");
    }
}
