package org.ticktoquote.host.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.host.source.LiveHost;
import org.ticktoquote.host.state.Cpus;

class HiccupsCommandTest {
    @TempDir
    private Path directory;

    private final T2qLine line = new T2qLine();

    @Test
    void measuresEveryCpuAndLogsEveryInterval() throws IOException {
        Path log = directory.resolve("x.hlog");
        assertThat(line.run("host", "hiccups", "--duration", "400ms", "--json", "--hlog", log.toString()))
                .as(line.err())
                .isZero();

        int cpus = Cpus.read(new LiveHost()).allowed().count();
        JsonNode found = JsonMapper.builder().build().readTree(line.out()).get("cpus");
        assertThat(found).hasSize(2 * cpus);
        Map<String, Long> counts = new HashMap<>();
        for (JsonNode one : found) {
            assertThat(one.get("trouble").asText()).isEmpty();
            assertThat(one.get("timelineNs")).hasSize(40);
            assertThat(one.get("p99Ns").asLong())
                    .isBetween(one.get("p50Ns").asLong(), one.get("maxNs").asLong());
            counts.put(
                    "cpu-" + one.get("cpu").asInt() + "-" + one.get("meter").asText(),
                    one.get("count").asLong());
        }
        // 400 wake-ups are scheduled on each CPU; late ones count, too
        assertThat(counts.entrySet())
                .filteredOn(entry -> entry.getKey().endsWith("wake-up"))
                .allSatisfy(entry -> assertThat(entry.getValue()).isGreaterThanOrEqualTo(400));
        assertThat(logged(log)).isEqualTo(counts);
    }

    private static Map<String, Long> logged(Path log) throws IOException {
        Map<String, Long> counts = new HashMap<>();
        try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
            for (EncodableHistogram next = reader.nextIntervalHistogram();
                    next != null;
                    next = reader.nextIntervalHistogram()) {
                counts.merge(next.getTag(), ((Histogram) next).getTotalCount(), Long::sum);
            }
        }
        return counts;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --cpus 5000|--cpus: '5000', expected some of 0
            --cpus x|expected some of 0
            --cpus 0,x|--cpus: '0,x', expected some of 0
            --cpus 0,7-2|--cpus: '0,7-2', expected some of 0
            --meters wake|--meters: 'wake', expected wake-up or spin-gap
            --duration 1ms|--duration: '1.00 ms', expected 100ms or more
            --interval 1us|--interval: '1.00 us', expected 50us or more
            """)
    void refusesInvalidOptions(String options, String expected) {
        assertThat(line.run(("host hiccups " + options).split(" "))).isEqualTo(2);
        assertThat(line.err()).contains(expected);
    }
}
