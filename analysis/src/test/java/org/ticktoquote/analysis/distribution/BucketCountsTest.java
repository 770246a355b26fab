package org.ticktoquote.analysis.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A histogram filled from counts is byte-identical to one that recorded every value. */
final class BucketCountsTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void giveTheHistogramOfAllValues(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        BucketCounts counts = new BucketCounts();
        Histogram moved = Distribution.emptyHistogram();
        Histogram recorded = Distribution.emptyHistogram();
        for (int i = 0; i < 200; i++) {
            for (int left = random.nextInt(20); left > 0; left--) {
                long value = random.nextLong() >>> random.nextInt(1, 64);
                counts.add(value);
                recorded.recordValue(value);
            }
            long edge = (1L << random.nextInt(63)) - random.nextInt(2);
            counts.add(edge);
            recorded.recordValue(edge);
            if (random.nextInt(5) == 0) {
                counts.moveTo(moved);
                assertThat(bytes(moved)).as("seed %d, step %d", seed, i).isEqualTo(bytes(recorded));
            }
        }
    }

    static byte[] bytes(Histogram histogram) {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        return Arrays.copyOf(bytes.array(), histogram.encodeIntoByteBuffer(bytes));
    }
}
