package org.ticktoquote.replayer.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class RandomStreamTest {
    private static final int DRAWS = 200_000;
    private static final long SEED = 1_234_567;

    private final RandomStream random = new RandomStream(SEED);

    @Test
    void isSplitMix64() {
        assertThat(random.nextLong()).isEqualTo(6_457_827_717_110_365_317L);
        assertThat(random.nextLong()).isEqualTo(3_203_168_211_198_807_973L);
        assertThat(random.nextLong()).isEqualTo(Long.parseUnsignedLong("9817491932198370423"));
    }

    @Test
    void branchDependsOnNameAndSeedOnly() {
        RandomStream used = new RandomStream(SEED);
        used.nextLong();
        assertThat(used.branch("a").nextLong()).isEqualTo(random.branch("a").nextLong());
        assertThat(random.branch("b").nextLong())
                .isNotEqualTo(random.branch("a").nextLong());
        assertThat(new RandomStream(2).branch("a").nextLong())
                .isNotEqualTo(random.branch("a").nextLong());
    }

    @Test
    void drawsFromTheNamedDistributions() {
        assertMoments("uniform", random::nextDouble, 0.5, 1 / 12.0);
        assertMoments("exponential", random::nextExponential, 1, 1);
        assertMoments("gaussian", random::nextGaussian, 0, 1);
        assertMoments("poisson", () -> random.nextPoisson(0.7), 0.7, 0.7);
        assertMoments("boolean", () -> random.nextBoolean(0.3) ? 1 : 0, 0.3, 0.21);
        assertMoments("of three", () -> random.nextInt(3), 1, 2 / 3.0);
    }

    private static void assertMoments(String name, DoubleSupplier draw, double mean, double variance) {
        double[] values = DoubleStream.generate(draw).limit(DRAWS).toArray();
        double found = DoubleStream.of(values).average().orElseThrow();
        double square = DoubleStream.of(values)
                .map(v -> (v - found) * (v - found))
                .average()
                .orElseThrow();
        assertThat(found).as("mean of %s, seed %d", name, SEED).isCloseTo(mean, within(0.02));
        assertThat(square).as("variance of %s, seed %d", name, SEED).isCloseTo(variance, within(0.03));
    }
}
