package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.summary.DrainFigures;
import org.ticktoquote.analysis.summary.DriftFigures;
import org.ticktoquote.analysis.summary.DriftFigures.Tenth;
import org.ticktoquote.analysis.summary.HeldFigures;
import org.ticktoquote.analysis.summary.MeasuredPart;
import org.ticktoquote.analysis.summary.PriceCheckFigures;
import org.ticktoquote.analysis.validity.ExcusedCharge;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;

/** Lines that appear in the table only when they apply. */
final class RunReportRemarksTest extends RunReportScene {
    @Test
    void reportsSnapshotsWithOnlyLevelsOfSizeZero() {
        assertThat(valid()).doesNotContain("size 0");
        onlyZeroSizes = 1_234;
        assertThat(valid())
                .contains("1,234 snapshots had only levels of size 0, treated as no price")
                .contains("zeroSize: price");
    }

    @Test
    void reportsPricesNotCheckedForAModelMismatch() {
        assertThat(valid()).doesNotContain("against their ids");
        priceCheck = new PriceCheckFigures(20, 0, 0, 4_980);
        assertThat(valid()).contains("prices of 4,980 of 5,000 snapshots were not checked against their ids");
    }

    @Test
    void reportsUnchangedTicksThatCanHaveWaited() {
        backToLastSent = 171;
        assertThat(valid()).doesNotContain("can have been conflated");
        perhapsConflated = 126;
        assertThat(valid())
                .contains(
                        "126 ticks x sessions, unchanged by at least one attribution, can have been conflated: their wait is not"
                                + " in the figures")
                .contains("\nNo percentile of the response at the last client can be quoted.\nNot p50: 126 ticks")
                .contains("\nnext: t2q run --conflation none  # ");
    }

    private static DriftFigures drift(long firstThirdNs, long lastThirdNs) {
        Tenth first = new Tenth(0, 50, 232, 50, 0, firstThirdNs, firstThirdNs);
        Tenth last = new Tenth(1_000 * MS, 50, 411.6, 50, 0, lastThirdNs, lastThirdNs);
        return new DriftFigures(
                List.of(first, last), firstThirdNs, lastThirdNs, (double) lastThirdNs / (double) firstThirdNs);
    }

    @Test
    void reportsLargeDriftOnly() {
        measuredPart = new MeasuredPart(DrainFigures.NONE, drift(2 * MS, 5 * MS), HeldFigures.NONE);
        assertThat(valid())
                .contains("\ndrift: p50 of the last client was 2.00 ms in the first third of the ticks and 5.00 ms");
        measuredPart = new MeasuredPart(DrainFigures.NONE, drift(2 * MS, 3 * MS), HeldFigures.NONE);
        assertThat(valid()).doesNotContain("drift");
    }

    @Test
    void excusedOutcomesAreUnknownAndUpperBounds() {
        excused = List.of(new ExcusedCharge("lost", 10, "10 had no answer.", List.of("drain-too-short")));
        atMost = List.of("lost");
        Reason drain = new Reason("drain-too-short", 2, 0, "2 came late.", Verdict.VOID);
        assertThat(table(summary(Verdict.VOID, 10, List.of(drain))))
                .contains("lost at most 10, excluded 1", "skipped 3,")
                .containsPattern("response +1,000 +<= 10 ")
                .contains("\nUNKNOWN  lost: 10 had no answer. The cause may not be the application:");
    }

    @Test
    void upperBoundOfZeroIsPrintedAsZero() {
        atMost = List.of("lost", "skipped");
        assertThat(table(summary(Verdict.VOID, 0, List.of())))
                .contains("lost 0, excluded 1", "skipped at most 3,")
                .doesNotContain("<= 0");
    }
}
