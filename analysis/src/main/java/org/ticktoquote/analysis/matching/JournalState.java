package org.ticktoquote.analysis.matching;

import java.nio.file.Path;
import org.ticktoquote.core.clock.ClockPair;

/**
 * State of a journal after reading.
 *
 * @param records number of readable records
 * @param damage description for users; empty if the journal is whole
 * @param foreign whether the file belongs to another run or has another role; {@code damage} names it
 * @param start clocks when its writer opened the journal; zeros if unknown
 * @param end clocks when its writer closed the journal; zeros if unknown
 */
public record JournalState(Path file, long records, String damage, boolean foreign, ClockPair start, ClockPair end) {
    public boolean isComplete() {
        return damage.isEmpty();
    }
}
