package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MergeTest {
    private int open;
    private int mostOpen;

    @Test
    void mergesLikeAStableSortByTime() throws IOException {
        for (long seed = 1; seed <= 200; seed++) {
            RandomGenerator random = new SplittableRandom(seed);
            List<List<Long>> files = new ArrayList<>();
            for (int file = 0; file < 5; file++) {
                files.add(
                        random.longs(random.nextInt(30), 0, 20).sorted().boxed().toList());
            }
            List<String> expected = IntStream.range(0, 20)
                    .boxed()
                    .flatMap(time -> IntStream.range(0, 5)
                            .boxed()
                            .flatMap(file -> files.get(file).stream()
                                    .filter(each -> each == (long) time)
                                    .map(each -> time + "@" + file)))
                    .toList();

            assertThat(merged(files)).as("seed %d", seed).isEqualTo(expected);
            assertThat(open).as("files left open, seed %d", seed).isZero();
        }
    }

    @Test
    void opensEachFileOnlyWhileItIsNeeded() throws IOException {
        List<List<Long>> hours = IntStream.range(0, 100)
                .mapToObj(hour -> List.of(hour * 10L, hour * 10L + 9))
                .toList();

        assertThat(merged(hours)).hasSize(200);
        assertThat(mostOpen).isEqualTo(1);
    }

    private List<String> merged(List<List<Long>> files) throws IOException {
        List<ImportCheck.SourceCounts> findings = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            List<Long> times = files.get(i);
            TickSource source = new TickSource(
                    i, Path.of("f" + i), Format.CSV, Optional.of("EUR/USD"), "V", 0, Optional.empty(), () -> {
                        throw new AssertionError("it was read already");
                    });
            Map<String, Long> quotes = times.isEmpty() ? Map.of() : Map.of("EUR/USD", (long) times.size());
            findings.add(new ImportCheck.SourceCounts(
                    source,
                    () -> new Times(times),
                    times.size(),
                    quotes,
                    times.isEmpty() ? Long.MAX_VALUE : times.get(0),
                    0,
                    0,
                    0,
                    0,
                    0,
                    0));
        }
        List<String> merged = new ArrayList<>();
        try (Merge merge = new Merge(findings)) {
            for (Row next = merge.next(); next != null; next = merge.next()) {
                merged.add(next.venueTimeNs() + "@" + merge.source().index());
            }
        }
        return merged;
    }

    /** Reader of rows with the given times. */
    private final class Times implements Row.Reader {
        private final List<Long> times;
        private int next;

        Times(List<Long> times) {
            this.times = times;
            mostOpen = Math.max(mostOpen, ++open);
        }

        @Override
        public Row next() {
            return next == times.size() ? null : new Row(next + 1, "EUR/USD", times.get(next++), 1, 2, 0, 0);
        }

        @Override
        public long number() {
            return next;
        }

        @Override
        public void close() {
            open--;
        }
    }
}
