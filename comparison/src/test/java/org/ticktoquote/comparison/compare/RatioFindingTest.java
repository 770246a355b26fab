package org.ticktoquote.comparison.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class RatioFindingTest {
    private static final RatioFinding FASTER = new RatioFinding("p99.9", "0.18", 0.05, 0.73, "");
    private static final RatioFinding SLOWER = new RatioFinding("p50", "1.30", 1.2, 1.41, "");
    private static final RatioFinding ALIKE = new RatioFinding("max", "0.90", 0.5, 1.6, "");

    private static String sentence(RatioFinding... findings) {
        return RatioFinding.sentence("THREADS", "SERIAL", List.of(findings));
    }

    @Test
    void listsGainsThenCostsThenIndistinguishableFigures() {
        assertThat(sentence(SLOWER, FASTER, ALIKE))
                .isEqualTo("THREADS: p99.9 0.18 of SERIAL (0.05 to 0.73); at the cost of p50 1.30 (1.20 to 1.41);"
                        + " not told apart from SERIAL at max.");
        assertThat(sentence(SLOWER)).isEqualTo("THREADS: p50 1.30 of SERIAL (1.20 to 1.41).");
        assertThat(sentence(ALIKE)).isEqualTo("THREADS: not told apart from SERIAL at max.");
    }

    @Test
    void claimsNothingWithoutAnInterval() {
        assertThat(sentence(
                        new RatioFinding("p50", "0.85", null, null, "fewer than 3 runs a side"),
                        new RatioFinding("max", "12.5", null, null, "fewer than 3 runs a side")))
                .isEqualTo("THREADS: p50 0.85 of SERIAL, max 12.5, not established: fewer than 3 runs a side.");
    }

    @Test
    void intervalThatTouchesOneIsNotADifference() {
        assertThat(sentence(new RatioFinding("p50", "0.80", 0.6, 1.0, "")))
                .isEqualTo(sentence(new RatioFinding("p50", "1.20", 1.0, 1.6, "")))
                .contains("not told apart");
    }
}
