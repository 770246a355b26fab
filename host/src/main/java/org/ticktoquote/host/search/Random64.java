package org.ticktoquote.host.search;

/** Random numbers of a seed: xorshift64* (Vigna, An experimental exploration of Marsaglia's xorshift generators, 2016). */
final class Random64 {
    private static final int LOGARITHMS = 1 << 14;
    private static final double[] MINUS_LOG = new double[LOGARITHMS];

    static {
        for (int i = 0; i < LOGARITHMS; i++) {
            MINUS_LOG[i] = -StrictMath.log((i + 0.5) / LOGARITHMS);
        }
    }

    private long state;

    Random64(long seed) {
        long mixed = (seed + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        this.state = mixed == 0 ? 1 : mixed;
        for (int i = 0; i < 8; i++) {
            next();
        }
    }

    private long next() {
        state ^= state >>> 12;
        state ^= state << 25;
        state ^= state >>> 27;
        return state * 0x2545F4914F6CDD1DL;
    }

    /** A number from 0 to below the bound. */
    int below(int bound) {
        return (int) ((next() >>> 33) * bound >>> 31);
    }

    /** A number of the exponential distribution of mean 1, from a table of {@value #LOGARITHMS}. */
    double exponential() {
        return MINUS_LOG[(int) (next() >>> 50)];
    }
}
