package org.ticktoquote.analysis.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values are returned by second, for any number of seconds and any order of arrival. */
final class SecondSpoolTest {
    private static final int VALUES = 20_000;
    private static final int SECONDS = 5 * SecondSpool.IN_MEMORY;

    @TempDir
    Path directory;

    @Test
    void returnsValuesBySecondInAnyOrderOfArrival() {
        Map<Long, Histogram> expected = new TreeMap<>();
        Random random = new Random(7);
        try (SecondSpool spool = new SecondSpool(directory.resolve("results.bin"))) {
            for (int i = 0; i < VALUES; i++) {
                long second = random.nextInt(SECONDS) - 3;
                long value = (long) Math.pow(10, 10 * random.nextDouble()) - 5;
                spool.record(second, value);
                expected.computeIfAbsent(second, none -> new Histogram(3)).recordValue(Math.max(0, value));
            }
            assertThat(directory).as("its file has no name").isEmptyDirectory();
            assertThat(spool.seconds()).containsExactlyElementsOf(expected.keySet());
            expected.forEach((second, values) -> {
                Histogram sum = new Histogram(3);
                spool.addTo(second, sum);
                assertThat(sum).isEqualTo(values);
            });
        }
    }

    @Test
    void writesTheSameBytesForAnySplitAmongSpools() {
        Random random = new Random(11);
        for (int run = 0; run < 50; run++) {
            Path file = directory.resolve("results.bin");
            try (SecondSpool all = new SecondSpool(file);
                    SecondSpool one = new SecondSpool(file);
                    SecondSpool other = new SecondSpool(file)) {
                for (int i = 0; i < 10; i++) {
                    long value = (long) Math.pow(10, 10 * random.nextDouble());
                    all.record(0, value);
                    (random.nextBoolean() ? one : other).record(0, value);
                }
                assertThat(bytes(one, other)).as("run %d", run).isEqualTo(bytes(all));
            }
        }
    }

    private static byte[] bytes(SecondSpool... spools) {
        Histogram sum = Distribution.emptyHistogram();
        for (SecondSpool spool : spools) {
            spool.addTo(0, sum);
        }
        return BucketCountsTest.bytes(sum);
    }

    @Test
    void needsNoFileForAShortRun() {
        try (SecondSpool spool = new SecondSpool(directory.resolve("missing").resolve("results.bin"))) {
            for (int second = 0; second < SecondSpool.IN_MEMORY; second++) {
                spool.record(second, second);
            }
            assertThat(spool.seconds()).hasSize(SecondSpool.IN_MEMORY);
        }
    }
}
