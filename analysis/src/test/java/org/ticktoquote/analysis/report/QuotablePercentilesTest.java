package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;

/** A run with a last client refused from p99 on, and harness delays in 93 of the 95 slowest responses. */
class QuotablePercentilesTest {
    private static QuotablePercentiles percentiles(Verdict verdict, Reason... reasons) {
        return QuotablePercentiles.of(new TinyRun(verdict, List.of(reasons), "CLIENT-00")
                .data()
                .analysis()
                .summary());
    }

    @Test
    void voidRunHasNoQuotablePercentiles() {
        QuotablePercentiles percentiles = percentiles(
                Verdict.VOID,
                new Reason("steal", 6, 5, "CPU steal was 6 %.", Verdict.VOID),
                new Reason("lost", 1, 0, "1 is lost.", Verdict.FAILED));
        assertThat(percentiles.quotable()).isEqualTo("All figures are diagnostic only: CPU steal was 6 %.");
        assertThat(percentiles.limit()).isEmpty();
    }

    @Test
    void figuresOfAFailedApplicationCount() {
        assertThat(percentiles(Verdict.FAILED, new Reason("lost", 1, 0, "1 is lost.", Verdict.FAILED))
                        .quotable())
                .startsWith(
                        "The application failed (its figures still count): 1 is lost. The response at the last client"
                                + " can be quoted: p50 ");
    }

    @Test
    void mentionsReservationsBeforeTheFigures() {
        assertThat(percentiles(Verdict.DEGRADED, new Reason("gc-pause", 2e7, 1e7, "Long.", Verdict.DEGRADED))
                        .quotable())
                .startsWith("With the reservations listed below, the response at the last client can be quoted: p50 ");
    }
}
