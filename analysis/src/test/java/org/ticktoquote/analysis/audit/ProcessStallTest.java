package org.ticktoquote.analysis.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessStallTest {
    /** Intervals such as {@code 5..7, 40..42}, in nanoseconds. */
    private static List<TimeInterval> intervals(String text) {
        return Stream.of(text.split(", ", -1))
                .map(each -> each.split("\\.\\.", -1))
                .map(ends -> new TimeInterval(Long.parseLong(ends[0]), Long.parseLong(ends[1])))
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            merges a pause with its hiccup | 11000000..30000000 | 10000000..30000000 | gc 10000000..30000000
            does not blame the collector for a hiccup longer than its pause \
            | 11000000..50000000 | 10000000..14000000 | hiccup 10000000..50000000
            disjoint stalls stay separate and in order | 5000000..7000000, 40000000..42000000 | 20000000..22000000 \
            | hiccup 5000000..7000000, gc 20000000..22000000, hiccup 40000000..42000000
            omits stalls below 1 ms | 1000000..2000000 | 5000000..5999999 | hiccup 1000000..2000000
            """)
    void combinesHiccupsAndPauses(String name, String hiccups, String pauses, String stalls) {
        assertThat(ProcessStall.of(intervals(hiccups), intervals(pauses), 1_000_000).stream()
                        .map(stall -> stall.cause() + " " + stall.fromNs() + ".." + stall.toNs())
                        .collect(Collectors.joining(", ")))
                .as(name)
                .isEqualTo(stalls);
    }
}
