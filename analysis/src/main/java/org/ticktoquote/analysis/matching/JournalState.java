package org.ticktoquote.analysis.matching;

import java.nio.file.Path;
import org.ticktoquote.core.clock.ClockPair;

/**
 * How a journal was found once it was read.
 *
 * @param file its path
 * @param records that could be read
 * @param damage for people; empty when the journal is whole
 * @param foreign whether the file is not this run's journal of this name, but another's: the damage says whose
 * @param start clocks when it was opened; zeros when unknown
 * @param end clocks when it was closed; zeros when unknown
 */
public record JournalState(Path file, long records, String damage, boolean foreign, ClockPair start, ClockPair end) {
    public boolean whole() {
        return damage.isEmpty();
    }
}
