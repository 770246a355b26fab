package org.ticktoquote.host.clocks;

import java.util.List;
import org.ticktoquote.core.clock.ForeignReading;

/**
 * Whether another process reads the same clock: its readings must lie between two of ours.
 *
 * @param otherJava feature release of the other process's Java
 * @param rounds of question and answer
 * @param violations readings that lay elsewhere
 * @param tightestNs distance of our two readings in the tightest round
 * @param lowNs the other clock is ahead by at least this (negative: may be behind)
 * @param highNs and by at most this
 */
record ProcessOrdering(int otherJava, int rounds, int violations, long tightestNs, long lowNs, long highNs) {
    /** Of at least one reading. */
    static ProcessOrdering of(int otherJava, List<ForeignReading> readings) {
        return new ProcessOrdering(
                otherJava,
                readings.size(),
                (int) readings.stream().filter(each -> !each.ordered()).count(),
                readings.stream().mapToLong(ForeignReading::widthNs).min().orElseThrow(),
                readings.stream()
                        .mapToLong(ForeignReading::aheadAtLeastNs)
                        .max()
                        .orElseThrow(),
                readings.stream().mapToLong(ForeignReading::aheadAtMostNs).min().orElseThrow());
    }
}
