package org.ticktoquote.analysis.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Blocks equal the results, for more ticks than a chunk of the file holds and three sessions. */
final class TickBlockTest {
    private static final int TICKS = 70_000;
    private static final int SESSIONS = 3;

    @TempDir
    static Path directory;

    private static Path file;

    @BeforeAll
    static void write() {
        file = directory.resolve("tick-results.bin");
        SplittableRandom random = new SplittableRandom(7);
        try (TickResults results = TickResults.create(file, SESSIONS)) {
            for (int i = 1; i <= TICKS; i++) {
                results.append(
                        random.nextLong(), random.nextLong(), random.nextInt(1 << 16), 65_535, random.nextLong());
                results.setHeldNs(i, random.nextLong());
                results.setClients(i, random.nextLong(), random.nextLong(), random.nextLong(), random.nextInt());
                results.raiseQuoteAge(i, random.nextLong());
                results.putCells(i, random.longs(SESSIONS).toArray());
            }
            results.complete();
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 70001", "1, 1", "7, 8", "40000, 70001", "11999, 52000"})
    void containsEveryTickOnceInOrder(long from, long to) {
        try (TickResults results = TickResults.open(file)) {
            TickBlock block = TickBlock.whole(results, from, to);
            long expected = from;
            while (block.next()) {
                for (int place = 0; place < block.size(); place++) {
                    assertThat(block.tickId(place)).isEqualTo(expected++);
                    checkHead(results, block, place);
                    checkCells(results, block, place);
                }
            }
            assertThat(expected).isEqualTo(to);
            assertThat(block.next()).isFalse();
        }
    }

    @Test
    void returnsHeadsOfAllTicks() {
        try (TickResults results = TickResults.open(file)) {
            TickBlock block = TickBlock.heads(results);
            long ticks = 0;
            while (block.next()) {
                for (int place = 0; place < block.size(); place++) {
                    checkHead(results, block, place);
                    ticks++;
                }
            }
            assertThat(ticks).isEqualTo(TICKS);
            assertThat(block.sessions()).isZero();
        }
    }

    /** One record is longer than the usual block. */
    @Test
    void tickOfManySessionsIsABlockOfItsOwn() {
        try (TickResults results = TickResults.create(directory.resolve("wide"), 5_000)) {
            results.append(1, 2, 3, 4, 5);
            results.append(6, 7, 8, 9, 10);
            results.setCell(2, 4_999, 11);
            TickBlock block = TickBlock.whole(results);
            assertThat(block.next()).isTrue();
            assertThat(block.size()).isEqualTo(1).isEqualTo(block.most());
            assertThat(block.next()).isTrue();
            assertThat(block.intendedNs(0)).isEqualTo(6);
            assertThat(block.cell(0, 4_999)).isEqualTo(11);
            assertThat(block.next()).isFalse();
        }
    }

    private static void checkHead(TickResults results, TickBlock block, int place) {
        long id = block.tickId(place);
        assertThat(block.intendedNs(place)).isEqualTo(results.intendedNs(id));
        assertThat(block.sentNs(place)).isEqualTo(results.sentNs(id));
        assertThat(block.offeredNs(place)).isEqualTo(results.offeredNs(id));
        assertThat(block.lagNs(place)).isEqualTo(results.lagNs(id));
        assertThat(block.dueTiers(place)).isEqualTo(results.dueTiers(id));
        assertThat(block.instrumentId(place)).isEqualTo(results.instrumentId(id));
        assertThat(block.clientNs(TickBlock.ClientRank.FIRST, place)).isEqualTo(results.firstClientNs(id));
        assertThat(block.clientNs(TickBlock.ClientRank.MEDIAN, place)).isEqualTo(results.medianClientNs(id));
        assertThat(block.lastClientNs(place)).isEqualTo(results.lastClientNs(id));
        assertThat(block.quoteAgeNs(place)).isEqualTo(results.quoteAgeNs(id));
        assertThat(block.lostSessions(place)).isEqualTo(results.lostSessions(id));
    }

    private static void checkCells(TickResults results, TickBlock block, int place) {
        long[] cells = new long[SESSIONS];
        block.cells(place, cells);
        assertThat(block.sessions()).isEqualTo(SESSIONS);
        for (int session = 0; session < SESSIONS; session++) {
            assertThat(block.cell(place, session))
                    .isEqualTo(results.cell(block.tickId(place), session))
                    .isEqualTo(cells[session]);
        }
    }
}
