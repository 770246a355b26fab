package org.ticktoquote.analysis.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.audit.AuditFigures.ConnectionCounts;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.ConnectionCounters;
import org.ticktoquote.core.clock.ClockPair;

class ConnectionCountsTest {
    private static final TimeInterval MEASURED = new TimeInterval(100, 200);

    private static AuditSample at(long ns, ConnectionCounters... connections) {
        return new AuditSample(new ClockPair(ns, ns, 0), false, "tsc", Map.of(), List.of(connections), "");
    }

    /** Returns retransmits, spurious ones, limited time and closed windows. */
    private static List<Long> grown(AuditSample... samples) {
        ConnectionCounts counts = ConnectionCounts.of(3, List.of(samples), MEASURED);
        return List.of(counts.retransmits(), counts.spurious(), counts.limitedNs(), counts.closedWindows());
    }

    /** A sample such as {@code 50 1 5 10 9}: time, port, retransmits (half as many as spurious ones), limited time, window. */
    private static AuditSample sample(String text) {
        long[] of = Stream.of(text.strip().split(" ", -1))
                .mapToLong(Long::parseLong)
                .toArray();
        return at(of[0], new ConnectionCounters(3, (int) of[1], of[2], Math.max(-1, 2 * of[2]), of[3], of[4], 0));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            counts the measured part to the next sample \
            | 50 1 5 10 9; 90 1 7 20 9; 150 1 8 40 9; 210 1 9 50 9; 300 1 30 900 9  | 2  | 4 | 30 | 0
            uses samples exactly at the bounds \
            | 90 1 1 10 9; 100 1 5 20 0; 200 1 8 50 0; 210 1 30 900 0               | 3  | 6 | 30 | 1
            is zero when nothing happened             | 50 1 5 10 9; 300 1 5 10 9   | 0  | 0 | 0  | 0
            counts a new connection from its beginning \
            | 50 1 5 10 9; 120 1 6 10 9; 150 2 3 8 9                                | 4  | 8 | 8  | 0
            counts a closed window without counters   | 50 1 -1 -1 9; 150 1 -1 -1 0 | -1 | -1 | -1 | 1
            counts once what was unknown in between \
            | 50 1 5 10 9; 120 1 -1 -1 9; 150 1 7 30 9                              | 2  | 4 | 20 | 0
            is zero for a single sample before        | 90 1 0 0 9                  | 0  | 0 | 0  | 0
            is zero for a single sample with counts   | 90 1 7 7 9                  | 0  | 0 | 0  | 0
            is zero for a single sample within        | 150 1 0 0 9                 | 0  | 0 | 0  | 0
            """)
    void countsIncrements(
            String name, String samples, long retransmits, long spurious, long limitedNs, long closedWindows) {
        assertThat(grown(Stream.of(samples.split(";", -1))
                        .map(ConnectionCountsTest::sample)
                        .toArray(AuditSample[]::new)))
                .as(name)
                .containsExactly(retransmits, spurious, limitedNs, closedWindows);
    }

    @Test
    void isUnknownWithoutSamplesOrCounters() {
        List<Long> unknown = List.of(-1L, -1L, -1L, 0L);
        assertThat(grown(at(50), at(150))).isEqualTo(unknown);
        assertThat(grown(at(90, new ConnectionCounters(3, 1, -1, -1, -1, 9, 0))))
                .isEqualTo(unknown);
        assertThat(grown(at(150, new ConnectionCounters(4, 1, 9, 9, 9, 0, 0)))).isEqualTo(unknown);
    }
}
