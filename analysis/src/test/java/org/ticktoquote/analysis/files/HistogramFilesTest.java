package org.ticktoquote.analysis.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.LatencyFigures.Extremes;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.analysis.distribution.SupportedDistribution;
import org.ticktoquote.analysis.statistics.Support;

/** Comment lines of the histogram files. */
final class HistogramFilesTest {
    @TempDir
    Path directory;

    private List<String> comments(Attribution attribution, LatencyFigures figures) throws IOException {
        Distribution values = new Distribution("serviceNs", "service", 0);
        values.record(100);
        HistogramFiles files = new HistogramFiles(directory, Instant.parse("2026-11-20T14:12:00.250Z"));
        files.write(Latency.SERVICE, attribution, values, figures);
        String name = "service" + attribution.suffix();
        files.writeLog(directory.resolve(name + ".hlog"), HistogramFiles.comments(attribution, figures), seconds -> {
            seconds.accept(values.histogram(), 0);
            seconds.accept(values.histogram(), 3);
        });
        List<String> table = Files.readAllLines(directory.resolve(name + ".hgrm"));
        List<String> printed = table.subList(table.size() - (attribution == Attribution.ONLY ? 5 : 6), table.size());
        assertThat(Files.readAllLines(directory.resolve(name + ".hlog")))
                .startsWith(printed.stream()
                        .map(line -> "#" + line.substring(2, line.length() - 1))
                        .toArray(String[]::new));
        return printed.stream()
                .map(line -> line.substring(2, line.length() - 1))
                .toList();
    }

    private static LatencyFigures figures(
            long censored, PercentileFigure p99, PercentileFigure p999, PercentileFigure p9999) {
        PercentileFigure p50 = new PercentileFigure(10L, 20L, true, 400);
        PercentileFigure p90 = new PercentileFigure(30L, 40L, true, 90);
        return new LatencyFigures(
                "service: of all",
                new Extremes(1_000 + censored, censored, 1_000, censored, 3, 1L, 99L, 5L),
                null,
                p50,
                p90,
                p99,
                p999,
                p9999,
                false);
    }

    private static LatencyFigures whole() {
        return figures(
                0,
                new PercentileFigure(50L, 50L, true, 10),
                new PercentileFigure(60L, 60L, false, 9),
                new PercentileFigure(70L, 70L, false, 1));
    }

    @Test
    void reportsUnsupportedPercentiles() throws IOException {
        assertThat(comments(Attribution.ONLY, whole()))
                .containsExactly(
                        "service: of all, nanoseconds",
                        "measured = 1000, lost = 0, negative recorded as 0 = 3",
                        "refused: none",
                        "unsupported: p99_9 p99_99",
                        "independent ticks beyond: p50 = 400, p90 = 90, p99 = 10, p99_9 = 9, p99_99 = 1");
    }

    @Test
    void refusesMaximumMeanAndPercentilesAmongLostValues() throws IOException {
        PercentileFigure refused = new PercentileFigure(90L, null, true, 11);
        assertThat(comments(Attribution.ONLY, figures(20, new PercentileFigure(50L, 50L, true, 10), refused, refused)))
                .containsExactly(
                        "service: of all, nanoseconds",
                        "measured = 1000, lost = 20, negative recorded as 0 = 3",
                        "refused: p99_9 p99_99 max mean (> drain: lost values rank above all)",
                        "unsupported: none",
                        "independent ticks beyond: p50 = 400, p90 = 90, p99 = 10, p99_9 = 11, p99_99 = 11");
        PercentileFigure exact = new PercentileFigure(50L, 50L, true, 10);
        assertThat(comments(Attribution.ONLY, figures(1, exact, exact, exact)))
                .contains("refused: max mean (> drain: lost values rank above all)");
    }

    @Test
    void emptyLatencyIsNeitherRefusedNorUnsupported() throws IOException {
        Distribution none = new Distribution("serviceNs", "service", 0);
        assertThat(comments(
                        Attribution.ONLY,
                        SupportedDistribution.of(none, Support.NONE).figures()))
                .contains("measured = 0, lost = 0, negative recorded as 0 = 0", "refused: none", "unsupported: none");
        assertThat(comments(
                        Attribution.ONLY,
                        SupportedDistribution.of(lost(), Support.NONE).figures()))
                .contains("refused: p50 p90 p99 p99_9 p99_99 max mean (> drain: lost values rank above all)");
    }

    private static Distribution lost() {
        Distribution lost = new Distribution("serviceNs", "service", 0);
        lost.censor();
        return lost;
    }

    @Test
    void namesItsAttribution() throws IOException {
        assertThat(comments(Attribution.LATEST, whole()))
                .contains("attribution: the latest possible answer; the soonest is in the file with" + " -soonest");
        assertThat(comments(Attribution.SOONEST, whole()))
                .contains("attribution: the soonest possible answer; the latest is in the file" + " without -soonest");
        assertThat(directory.resolve("service.hgrm")).exists();
        assertThat(directory.resolve("service-soonest.hlog")).exists();
    }

    @Test
    void logHasAnIntervalForEachNonEmptySecond() throws IOException {
        comments(Attribution.ONLY, whole());
        Path file = directory.resolve("service.hlog");
        assertThat(Files.readAllLines(file))
                .contains("#[StartTime: 1795183920.250 (seconds since epoch), 2026-11-20T14:12:00.250Z]")
                .contains("\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"")
                .anyMatch(line -> line.startsWith("#[Histogram log format version"))
                .anyMatch(line -> line.startsWith("#intervals: 1 s of the intended times of ticks"))
                .anyMatch(line -> line.startsWith("1795183920.250,1.000,"))
                .anyMatch(line -> line.startsWith("1795183923.250,1.000,"));
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            var interval = reader.nextIntervalHistogram();
            assertThat(interval.getStartTimeStamp()).isEqualTo(1_795_183_920_250L);
            assertThat(interval.getEndTimeStamp()).isEqualTo(1_795_183_921_250L);
            assertThat(reader.nextIntervalHistogram().getStartTimeStamp()).isEqualTo(1_795_183_923_250L);
            assertThat(reader.nextIntervalHistogram()).isNull();
        }
    }
}
