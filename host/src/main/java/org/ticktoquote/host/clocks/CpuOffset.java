package org.ticktoquote.host.clocks;

/**
 * How far the clock of one CPU may be ahead of another's: bounds that hold for certain, from messages to and fro.
 *
 * @param from CPU that asked
 * @param to CPU that answered
 * @param rounds of question and answer
 * @param lowNs the answering CPU is ahead by at least this (negative: may be behind)
 * @param highNs and by at most this
 */
record CpuOffset(int from, int to, int rounds, double lowNs, double highNs) {
    /** Whether the two may agree. */
    boolean containsZero() {
        return lowNs <= 0 && highNs >= 0;
    }

    /** By how much the two differ at most, either way. */
    double atMostNs() {
        return Math.max(Math.abs(lowNs), Math.abs(highNs));
    }
}
