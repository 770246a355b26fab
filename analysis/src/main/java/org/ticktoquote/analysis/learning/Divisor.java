package org.ticktoquote.analysis.learning;

/** Greatest common divisor, by Euclid's algorithm. */
final class Divisor {
    private Divisor() {}

    /** Returns the greatest common divisor of two non-negative numbers. If one is 0, returns the other. */
    static long greatest(long left, long right) {
        long a = left;
        long b = right;
        while (b != 0) {
            long rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }
}
