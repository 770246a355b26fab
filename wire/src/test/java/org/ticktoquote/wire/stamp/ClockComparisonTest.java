package org.ticktoquote.wire.stamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.ticktoquote.wire.stamp.StampedCapture.BEGIN_NS;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClockComparisonTest {
    private static final long SECOND_NS = 1_000_000_000;

    private final StampReport report = new StampReport();

    /** Frames every 2 ms. The capture adds 5 to 300 us, and 20 ms more during 60 ms of every second. */
    private ClockComparison compare(int seconds, double driftPpm, long stepAtFrame, long stepNs) {
        Random random = new Random(seconds);
        ClockComparison comparison = new ClockComparison(report);
        for (int i = 0; i < seconds * 500; i++) {
            long timeNs = i * 2_000_000L;
            long delayNs = 5_000 + random.nextInt(295_000) + (i % 500 < 30 ? 20_000_000 : 0);
            long stampNs = BEGIN_NS + timeNs + Math.round(timeNs * driftPpm / 1e6) + (i >= stepAtFrame ? stepNs : 0);
            comparison.add(i + 1, BEGIN_NS + timeNs - 70 * SECOND_NS + delayNs, stampNs);
        }
        return comparison;
    }

    @ParameterizedTest
    @CsvSource({"3, 0", "60, 12.5", "600, -40", "4000, 3"})
    void measuresOffsetAndDriftByTheFramesWithTheLeastDelay(int seconds, double driftPpm) {
        ClockComparison comparison = compare(seconds, driftPpm, Long.MAX_VALUE, 0);
        StampReport.Clocks clocks = comparison.result().orElseThrow();

        double middleNs = 70e9 + driftPpm * seconds * 1e3 / 2;
        assertThat((double) clocks.offsetNs())
                .isCloseTo(middleNs, within(20_000.0 + Math.abs(driftPpm) * seconds * 10));
        assertThat(clocks.driftPpm().orElseThrow()).isCloseTo(driftPpm, within(seconds < 10 ? 20.0 : 0.5));
        assertThat(report.steps).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"60, 15007, 5000000", "60, 14000, -5000000", "900, 300001, 1200000000", "900, 300700, -37000000000"})
    void findsAStepWithItsPositionAndSize(int seconds, long atFrame, long stepNs) {
        ClockComparison comparison = compare(seconds, 5, atFrame, stepNs);

        assertThat(report.stepCount).isEqualTo(1);
        StampReport.Step step = report.steps.get(0);
        assertThat(step.kind()).isEqualTo(StampReport.Kind.AGAINST_CAPTURE);
        assertThat(step.sizeNs()).isCloseTo(stepNs, within(50_000L));
        assertThat(step.number()).isEqualTo(Math.abs(stepNs) < 20_000_000 ? step.number() : atFrame + 1);
        assertThat(comparison.result().orElseThrow().driftPpm().orElseThrow()).isCloseTo(5, within(1.0));
    }

    @Test
    void twoFramesAtOnceHaveNoDrift() {
        ClockComparison comparison = new ClockComparison(report);
        comparison.add(1, BEGIN_NS, BEGIN_NS + 5);
        comparison.add(2, BEGIN_NS + 10, BEGIN_NS + 13);

        assertThat(comparison.result().orElseThrow())
                .isEqualTo(new StampReport.Clocks(5, java.util.OptionalDouble.empty(), 0));
    }
}
