package org.ticktoquote.host.clocks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InterpretationTest {
    @Test
    void trustsADifferenceBeyondTwiceTheErrorOfALatency() {
        Interpretation found = Interpretation.of(SampleReport.findings(0));
        assertThat(found.clock()).isEqualTo("System.nanoTime");
        assertThat(found.costNs()).isEqualTo(24);
        // twice: 26 ns of reading at the 99th percentile, a step of 10 ns, 40 ns between CPUs; rounded up
        assertThat(found.trustedNs()).isEqualTo(160);
        assertThat(found.text())
                .contains("One stamp costs 24 ns (median; 99 % of blocks: 26 ns a call or less)")
                .contains("It already reads the processor's counter")
                .contains("(TscClock) would save 3 ns a stamp and be wrong by up to 55 ns in each process")
                .contains("differ by more than 160 ns")
                .contains("No reading on any CPU or in another process was out of order");
    }

    @Test
    void highlightsReadingsOutOfOrder() {
        assertThat(Interpretation.of(SampleReport.findings(1_234)).text())
                .contains("1,234 readings were OUT OF ORDER")
                .doesNotContain("No reading");
    }

    @Test
    void concludesNothingFromWhatCouldNotBeMeasured() {
        Interpretation.Findings all = SampleReport.findings(0);
        Interpretation found = Interpretation.of(new Interpretation.Findings(
                all.reason(), all.nanoTime(), all.resolution(), null, 0, false, all.steered()));
        assertThat(found.trustedNs()).isEqualTo(72);
        assertThat(found.text())
                .contains("The order of readings across CPUs or processes could not be checked")
                .contains("With the cost of a stamp alone, because the offset between CPUs could not be measured, two")
                .doesNotContain("No reading");
    }

    @ParameterizedTest
    @CsvSource({"152, 160", "150, 150", "1501, 1600", "7.2, 8", "0, 0"})
    void roundsUpToTwoSignificantDigits(double ns, double rounded) {
        assertThat(Interpretation.roundedUp(ns)).isEqualTo(rounded);
    }
}
