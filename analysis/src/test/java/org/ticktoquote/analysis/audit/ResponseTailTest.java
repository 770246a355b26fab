package org.ticktoquote.analysis.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.SupportedDistribution;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.statistics.Support;

/** Two thousand ticks answered after 1,000 ns, and some that were held up. */
class ResponseTailTest {
    private static final long MS = 1_000_000;
    private static final long GAP = 100 * MS;
    private static final int TICKS = 2_000;

    @TempDir
    private Path directory;

    private final Distribution response = new Distribution("responseNs", "response", 0);

    private void add(TickResults results, long lagNs, long responseNs) {
        long intended = (results.ticks() + 1) * GAP;
        long id = results.append(intended, intended + lagNs, 0, 0, 1);
        results.setCell(id, 0, ResultCell.of(ResultCell.PUBLISHED, responseNs));
        response.record(responseNs);
    }

    private ResponseTail tail(TickResults results, List<TimeInterval> stalls) {
        LatencyFigures figures =
                SupportedDistribution.of(response, Support.NONE).figures();
        return ResponseTail.of(results, figures, new StallTimes(stalls), new Workers(2));
    }

    private void quickTicks(TickResults results) {
        for (int i = 0; i < TICKS; i++) {
            add(results, 0, 1_000);
        }
    }

    @Test
    void subtractsLagAndStallsOnce() {
        try (TickResults results = TickResults.create(directory.resolve("results"), 1)) {
            add(results, 50, 80);
            // sent at GAP + 50, received at GAP + 80: overlaps 10 ns of the first stall, nothing of the second
            ResponseTail tail =
                    tail(results, List.of(new TimeInterval(GAP + 40, GAP + 60), new TimeInterval(GAP + 80, GAP + 90)));
            assertThat(tail.restFigures().max()).isEqualTo(80 - 50 - 10);
            assertThat(tail.figures().maximumTouched()).isTrue();
        }
    }

    @Test
    void countsTailBeyondP999AndItsPartTouchedByLagOrStall() {
        try (TickResults results = TickResults.create(directory.resolve("results"), 1)) {
            quickTicks(results);
            add(results, MS, 9 * MS); // a lag of 1 ms counts
            add(results, MS - 1, 8 * MS); // a shorter one does not
            assertThat(tail(results, List.of()).figures().beyondP999()).isEqualTo(2);
            assertThat(tail(results, List.of()).figures().touched()).isEqualTo(1);
            assertThat(tail(results, List.of()).figures().maximumTouched()).isTrue();
            long second = (TICKS + 2) * GAP;
            TimeInterval stall = new TimeInterval(second + MS, second + 2 * MS);
            assertThat(tail(results, List.of(stall)).figures().touched()).isEqualTo(2);
        }
    }

    @Test
    void usesTheFirstOfEqualMaxima() {
        try (TickResults results = TickResults.create(directory.resolve("results"), 1)) {
            add(results, 0, 9 * MS);
            add(results, MS, 9 * MS);
            assertThat(tail(results, List.of()).figures().maximumTouched()).isFalse();
        }
    }

    @Test
    void lostTicksRankAboveAllValues() {
        try (TickResults results = TickResults.create(directory.resolve("results"), 1)) {
            add(results, 0, 1_000);
            long id = results.append(GAP, GAP, 0, 0, 1);
            results.setCell(id, 0, ResultCell.of(ResultCell.LOST));
            assertThat(tail(results, List.of()).restFigures().max())
                    .as("refused")
                    .isNull();
        }
    }
}
