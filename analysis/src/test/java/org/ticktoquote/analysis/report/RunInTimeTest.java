package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;

/** Charts over time count each tick once. */
final class RunInTimeTest {
    private static final int SESSIONS = 3;
    private static final int TICKS = 5_000;
    private static final long EVERY_NS = 37_000_000;
    private static final long T0_NS = 1_000;

    @TempDir
    private Path folder;

    private TickResults results;
    private long lost;
    private long answered;
    private final long[] worst = new long[SESSIONS];

    @BeforeEach
    void play() {
        Random random = new Random(3);
        results = TickResults.create(folder.resolve("results"), SESSIONS);
        for (int i = 0; i < TICKS; i++) {
            long intended = T0_NS + i * EVERY_NS;
            long id = results.append(intended, intended, i % 2, 0, 1);
            long last = 0;
            int lostSessions = 0;
            for (int session = 0; session < SESSIONS; session++) {
                if (random.nextInt(500) == 0) {
                    results.setCell(id, session, ResultCell.of(ResultCell.LOST));
                    lostSessions++;
                } else {
                    long response = (long) Math.pow(10, 4 + 4 * random.nextDouble());
                    results.setCell(id, session, ResultCell.of(ResultCell.PUBLISHED, response));
                    worst[session] = Math.max(worst[session], response);
                    last = Math.max(last, response);
                }
            }
            results.setClients(id, last, last, lostSessions > 0 ? TickResults.LOST : last, lostSessions);
            lost += lostSessions > 0 ? 1 : 0;
            answered += lostSessions > 0 ? 0 : 1;
        }
    }

    @Test
    void heatMapContainsEveryTickOnce() {
        ResponseHeatMap values = ResponseHeatMap.of(results);
        assertThat(values.slices()).isBetween(150, 301);
        assertThat(sum(values.ticks())).isEqualTo(TICKS);
        assertThat(sum(values.lost())).isEqualTo(lost);
        List<Long> cells = values.cells();
        assertThat(IntStream.range(0, cells.size() / 3)
                        .mapToLong(i -> cells.get(3 * i + 2))
                        .sum())
                .isEqualTo(answered);
    }

    @Test
    void sessionTimeLineShowsItsOwnWorst() {
        BreakdownTimeLines parts = BreakdownTimeLines.of(results);
        for (int session = 0; session < SESSIONS; session++) {
            List<TimeBucket> buckets = parts.session(session);
            assertThat(buckets).hasSizeLessThanOrEqualTo(121);
            assertThat(buckets.stream().mapToLong(TimeBucket::ticks).sum()).isEqualTo(TICKS);
            assertThat(worst(buckets)).isEqualTo(worst[session]);
        }
        assertThat(Math.max(worst(parts.pair(0)), worst(parts.pair(1))))
                .isEqualTo(LongStream.of(worst).max().orElseThrow());
        assertThat(parts.pair(0).stream().mapToLong(TimeBucket::ticks).sum()).isEqualTo(TICKS / 2 * SESSIONS);
        assertThat(parts.pair(9)).isEmpty();
        assertThat(parts.session(SESSIONS)).isEmpty();
    }

    @Test
    void isEmptyWithoutTicks() {
        TickResults none = TickResults.create(folder.resolve("none"), 1);
        assertThat(ResponseHeatMap.of(none).slices()).isZero();
        assertThat(BreakdownTimeLines.of(none).session(0)).isEmpty();
    }

    private static long worst(List<TimeBucket> buckets) {
        return buckets.stream()
                .mapToLong(bucket -> bucket.worstResponseNs() == null ? 0 : bucket.worstResponseNs())
                .max()
                .orElse(0);
    }

    private static long sum(List<Long> counts) {
        return counts.stream().mapToLong(Long::longValue).sum();
    }
}
