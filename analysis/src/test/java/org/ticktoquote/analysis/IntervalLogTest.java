package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.core.run.Matching;

/** Intervals of a run's logs as read by HdrHistogram. */
final class IntervalLogTest {
    private static final int TICKS_PER_HALF_DISTANCE = 5;
    private static final String EVENTS = """
                        tick 1 EUR/USD at 10 answered at 11, 12
                        tick 2 EUR/USD at 995 answered at 2100
                        tick 3 USD/JPY at 1500 answered at 2101
                        tick 4 EUR/USD at 5003 answered at 5009, 5004
                        tick 5 EUR/USD at 6001
                        """;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void addUpToTheDistributionOfEveryLatency(boolean byId) throws IOException {
        RunFixture run = new RunFixture(directory, 2);
        if (!byId) {
            run.matching = Matching.byPrice(Matching.DECLARED);
        }
        run.play(EVENTS).analysis();
        Analysis.of(directory, new Workers(3)).writeFiles();
        int logs = 0;
        for (Latency latency : Latency.values()) {
            for (String suffix : byId ? List.of("") : List.of("", "-soonest")) {
                Path log = directory.resolve(latency.file() + suffix + ".hlog");
                if (Files.exists(log)) {
                    Histogram sum = new Histogram(3);
                    intervals(log).forEach(each -> sum.add((Histogram) each));
                    assertThat(Files.readString(directory.resolve(latency.file() + suffix + ".hgrm")))
                            .as(log.toString())
                            .startsWith(table(sum));
                    logs++;
                }
            }
        }
        assertThat(logs).isEqualTo(byId ? 8 : 16);
    }

    private static String table(Histogram histogram) {
        ByteArrayOutputStream table = new ByteArrayOutputStream();
        histogram.outputPercentileDistribution(new PrintStream(table), TICKS_PER_HALF_DISTANCE, 1.0);
        return table.toString(StandardCharsets.UTF_8);
    }

    private static List<EncodableHistogram> intervals(Path log) throws IOException {
        List<EncodableHistogram> intervals = new ArrayList<>();
        try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
            for (EncodableHistogram each = reader.nextIntervalHistogram();
                    each != null;
                    each = reader.nextIntervalHistogram()) {
                intervals.add(each);
            }
        }
        return intervals;
    }

    @Test
    void belongToTheSecondInWhichTheTickWasDue() throws IOException {
        new RunFixture(directory, 2).play(EVENTS).analysis();
        long start = intervals(directory.resolve("replay-lag.hlog")).get(0).getStartTimeStamp();
        assertThat(intervals(directory.resolve("replay-lag.hlog")))
                .extracting(each -> each.getStartTimeStamp() - start)
                .containsExactly(0L, 1_000L, 4_000L, 5_000L);
        for (String name : List.of("response.hlog", "quote-age.hlog")) {
            assertThat(intervals(directory.resolve(name)))
                    .as("no answer to the last tick")
                    .extracting(each -> each.getStartTimeStamp() - start)
                    .containsExactly(0L, 1_000L, 4_000L);
        }
        assertThat(((Histogram) intervals(directory.resolve("response.hlog")).get(0)).getMaxValue())
                .as("sent at 995 ms, answered at 2,100 ms")
                .isGreaterThan(1_100_000_000);
        assertThat(directory.toFile().list()).noneMatch(name -> name.endsWith(".part"));
    }
}
