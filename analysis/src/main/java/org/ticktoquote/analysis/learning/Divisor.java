package org.ticktoquote.analysis.learning;

/** Greatest common divisor, by Euclid's algorithm. */
final class Divisor {
    private Divisor() {}

    /** Returns the divisor of two numbers that are not negative; of 0 and a number, the number. */
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
