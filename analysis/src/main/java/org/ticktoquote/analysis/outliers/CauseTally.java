package org.ticktoquote.analysis.outliers;

import org.ticktoquote.analysis.statistics.Exceedance;

/** Counts of one cause. Not thread-safe. */
final class CauseTally {
    private long episodes;
    private long ticks;
    private long squares;
    private long largest;
    private long longestNs;
    private double beyondP99Ns;
    private double beyondP999Ns;

    /** Adds an episode in which this cause has the largest part. */
    void episode(long late, long worstNs) {
        episodes++;
        ticks += late;
        squares += late * late;
        largest = Math.max(largest, late);
        longestNs = Math.max(longestNs, worstNs);
    }

    /** Adds this cause's part of a tick's time beyond the percentiles. */
    void beyond(double p99Ns, double p999Ns) {
        beyondP99Ns += p99Ns;
        beyondP999Ns += p999Ns;
    }

    void add(CauseTally other) {
        episodes += other.episodes;
        ticks += other.ticks;
        squares += other.squares;
        largest = Math.max(largest, other.largest);
        longestNs = Math.max(longestNs, other.longestNs);
        beyond(other.beyondP99Ns, other.beyondP999Ns);
    }

    long episodes() {
        return episodes;
    }

    long ticks() {
        return ticks;
    }

    long longestNs() {
        return longestNs;
    }

    double beyondP99Ns() {
        return beyondP99Ns;
    }

    double beyondP999Ns() {
        return beyondP999Ns;
    }

    /** Returns the late ticks as the {@link Exceedance} of a value. */
    Exceedance level(long valueNs) {
        return new Exceedance(valueNs, ticks, episodes, squares, largest, 0, 0);
    }
}
