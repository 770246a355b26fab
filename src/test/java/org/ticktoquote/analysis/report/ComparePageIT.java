package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.comparison.compare.CompareArgument;
import org.ticktoquote.comparison.compare.Comparison;
import org.ticktoquote.comparison.report.CompareSections;

/** The page of a comparison in a browser. */
class ComparePageIT {
    @TempDir
    Path folder;

    private String file(String name, long unit) throws IOException {
        Histogram values = new Histogram(3);
        for (int i = 1; i <= 20_000; i++) {
            values.recordValue(unit * i);
        }
        Path file = folder.resolve(name);
        try (PrintStream out = new PrintStream(Files.newOutputStream(file))) {
            values.outputPercentileDistribution(out, 1.0);
        }
        return file.toString();
    }

    @Test
    void drawsACurveForEachInputAndEscapesNames() throws IOException {
        List<CompareArgument> given = List.of(
                CompareArgument.parse("<i>one=" + file("one.hgrm", 1) + ":us"),
                CompareArgument.parse(file("two.hgrm", 3) + ":us"));
        Path page = folder.resolve("compare.html");
        Files.writeString(
                page,
                CompareSections.of(Comparison.of(given, Latency.LAST_CLIENT, null, null, null, path -> {}))
                        .html());
        Browser.start();
        Browser.open(page, 1_400);
        assertThat(Browser.complaints()).isEmpty();
        assertThat(Browser.all("#curves .plot canvas")).isNotEmpty();
        assertThat(Browser.all("#curves-readout tbody tr")).hasSize(2);
        assertThat(Browser.all("main i")).isEmpty();
        assertThat(Browser.text("main")).contains("<i>one", "19.8 ms", "a file has no runs");
        assertThat(Browser.tooWide("main")).isEmpty();
    }
}
