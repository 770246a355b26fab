package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.journal.TickRecord;

/** Buffered and evicted ticks are returned alike. */
final class RecentTicksTest {
    private static final int TICKS = 3 * RecentTicks.CAPACITY + 7;

    @TempDir
    private Path directory;

    @AutoClose
    private TickResults results;

    private RecentTicks recent;

    @BeforeEach
    void begin() {
        results = TickResults.create(directory.resolve("results"), 1);
        recent = new RecentTicks(results);
    }

    private void add(long id) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[TickRecord.LENGTH]);
        TickRecord.putTimes(buffer, 0, id, 1_000 * id, 1_000 * id + id % 3, 0);
        TickRecord.putSource(buffer, 0, 0, (int) (id % 15), 0, TickRecord.BID);
        results.append(1_000 * id, 1_000 * id + id % 3, (int) (id % 15), 0, 0);
        recent.add(new TickRecord(buffer, 0));
    }

    @Test
    void returnsRecentAndOlderTicks() {
        for (long newest = 1; newest <= TICKS; newest++) {
            add(newest);
            for (long back :
                    new long[] {0, 1, RecentTicks.CAPACITY - 1, RecentTicks.CAPACITY, 2 * RecentTicks.CAPACITY}) {
                long id = Math.max(1, newest - back);
                assertThat(recent.intendedNs(id)).isEqualTo(1_000 * id);
                assertThat(recent.sentNs(id)).isEqualTo(1_000 * id + id % 3);
                assertThat(recent.instrumentId(id)).isEqualTo((int) (id % 15));
            }
        }
    }

    @Test
    void writesTheWorstAgeOfEachTick() {
        SplittableRandom random = new SplittableRandom(11);
        Map<Long, Long> worst = new HashMap<>();
        for (long newest = 1; newest <= TICKS; newest++) {
            add(newest);
            for (int i = 0; i < 3; i++) {
                long id = 1 + random.nextLong(newest);
                long ageNs = random.nextLong(-500, 1_000_000);
                recent.age(id, ageNs);
                worst.merge(id, ageNs, Math::max);
            }
        }

        recent.finish();

        for (long id = 1; id <= TICKS; id++) {
            assertThat(results.quoteAgeNs(id)).isEqualTo(worst.getOrDefault(id, TickResults.NONE));
        }
    }
}
