package org.ticktoquote.replayer.generate;

/**
 * Seeded stream of random numbers that is the same on every Java version: SplitMix64 (Steele, Lea, Flood: Fast Splittable
 * Pseudorandom Number Generators, OOPSLA 2014) with distributions based on {@link StrictMath}.
 *
 * <p>{@link #branch} returns independent streams by name, so that a new consumer does not shift the numbers of the others.
 * Not thread-safe.
 */
final class RandomStream {
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;
    private static final double UNIT = 0x1.0p-53;

    private final long seed;
    private long state;

    RandomStream(long seed) {
        this.seed = seed;
        this.state = seed;
    }

    /** Returns an independent stream, determined by this stream's seed and the name. */
    RandomStream branch(String name) {
        long hash = seed;
        for (int i = 0; i < name.length(); i++) {
            hash = mix((hash ^ name.charAt(i)) + GOLDEN_GAMMA);
        }
        return new RandomStream(hash);
    }

    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    long nextLong() {
        state += GOLDEN_GAMMA;
        return mix(state);
    }

    /** Uniform in [0, 1). */
    double nextDouble() {
        return (nextLong() >>> 11) * UNIT;
    }

    boolean nextBoolean(double probability) {
        return nextDouble() < probability;
    }

    /** Uniform in 0 .. bound - 1, for small bounds. */
    int nextInt(int bound) {
        return (int) (nextDouble() * bound);
    }

    /** Exponential with mean 1. */
    double nextExponential() {
        return -StrictMath.log(1 - nextDouble());
    }

    /** Standard normal, by the polar method. The second value is discarded. */
    double nextGaussian() {
        while (true) {
            double x = 2 * nextDouble() - 1;
            double y = 2 * nextDouble() - 1;
            double square = x * x + y * y;
            if (square < 1 && square > 0) {
                return x * StrictMath.sqrt(-2 * StrictMath.log(square) / square);
            }
        }
    }

    /** Poisson with a small mean, by multiplication (Knuth). */
    int nextPoisson(double mean) {
        double limit = StrictMath.exp(-mean);
        double product = nextDouble();
        int count = 0;
        while (product > limit) {
            product *= nextDouble();
            count++;
        }
        return count;
    }
}
