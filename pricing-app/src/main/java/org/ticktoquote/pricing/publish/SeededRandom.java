package org.ticktoquote.pricing.publish;

/**
 * Random numbers that depend on a seed and on keys such as the tick id, not on the order of calls. A tick gets the same
 * number with every thread layout and Java version.
 */
final class SeededRandom {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private SeededRandom() {}

    /** Uniform in (0, 1). */
    static double uniform(long seed, long first, long second) {
        long bits = mix(mix(mix(seed + GOLDEN) + first * GOLDEN) + second * GOLDEN);
        return ((bits >>> 11) + 0.5) * 0x1.0p-53;
    }

    /** Standard normal, by the Box-Muller method. */
    static double normal(long seed, long first) {
        double radius = StrictMath.sqrt(-2 * StrictMath.log(uniform(seed, first, 1)));
        return radius * StrictMath.cos(2 * StrictMath.PI * uniform(seed, first, 2));
    }

    /** The finaliser of SplitMix64. */
    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
