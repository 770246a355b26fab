package org.ticktoquote.host.clocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ClocksSectionsTest {
    private static String line(List<String> lines, String start) {
        return lines.stream().filter(line -> line.startsWith(start)).findFirst().orElseThrow();
    }

    private final List<String> lines = ClocksSections.of(SampleReport.report()).lines();

    @Test
    void showsCostsReasonsForMissingFiguresAndTheAccuracyOfTheCounter() {
        assertThat(line(lines, "System.nanoTime ").split(" +"))
                .containsExactly("System.nanoTime 17 20.00 26.00 23.50 2.52 24.00 26.00 26.00 900 2.35 s".split(" "));
        assertThat(line(lines, "  gettimeofday, Intel Nehalem"))
                .contains("29.06", "296.02", "67.27", "7.33", "85.30", "278.58", "6.73 s");
        assertThat(line(lines, "  gettimeofday, POWER7")).contains("46.29", "81.58", "56.95", "1.36", "58.74", "73.99");
        assertThat(line(lines, "  TSC, compiled")).contains("7.60", "0.76 s");
        assertThat(lines).anyMatch(line -> line.contains("idle machine") && line.contains("113"));

        assertThat(line(lines, "rdtsc ")).matches("rdtsc +needs <Java> 22");
        assertThat(line(lines, "asleep for 1 ms, spinning")).endsWith("only one CPU");
        assertThat(lines).contains("- counter between CPUs: only one CPU");

        assertThat(line(lines, "- calibration by regression")).contains("2500.000000 MHz +- 0.125 ppm");
        assertThat(line(lines, "- without recalibration for 2.00 s")).contains("-0.500 ppm (-30000 ns a minute)");
        assertThat(line(lines, "- across processes"))
                .contains("1,000 readings, 0 outside the two readings around them");

        assertThat(ClocksSections.histograms(SampleReport.report(), false))
                .contains("System.nanoTime, ns per call, blocks")
                .anyMatch(line -> line.startsWith("     20.00 ..      20.60          1  #"));
    }

    @Test
    void pageHasTablesAndPlots() {
        assertThat(ClocksSections.of(SampleReport.report()).html())
                .contains("A &lt;b&gt;CPU&lt;/b&gt; &amp; more")
                .contains("needs &lt;Java&gt; 22")
                .contains("Intel Nehalem", "296.02", "idle machine", "only one CPU")
                .contains("2500.000000 MHz")
                .contains("differ by more than 160 ns")
                .contains("System.nanoTime, Java 17: ns per call, blocks", "20.00 .. 20.60", "class=\"curve\"");
    }
}
