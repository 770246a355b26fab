package org.ticktoquote.host.clocks;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import org.ticktoquote.host.nativeclock.ClockFacts;

/**
 * Everything that {@code t2q clocks} found, in the shape of its JSON; field names are stable, fields may be added.
 *
 * @param formatVersion of this shape
 * @param about when and where it was measured
 * @param found what was measured
 * @param published figures of others
 * @param interpretation in plain words
 */
record ClocksReport(
        int formatVersion,
        @JsonUnwrapped About about,
        @JsonUnwrapped Found found,
        Published published,
        Interpretation interpretation) {
    /**
     * When, where and how was measured.
     *
     * @param product name and version
     * @param takenAt ISO-8601 UTC
     * @param host facts of the machine, by name
     * @param clockFacts what the machine says about its time
     * @param nativeJava which Java read the native clocks and where it was found, or why none could
     * @param plan what was measured and for how long
     */
    record About(
            String product,
            String takenAt,
            Map<String, String> host,
            ClockFacts clockFacts,
            String nativeJava,
            ClocksPlan plan) {}

    /**
     * What was measured.
     *
     * @param clocks cost, resolution and order of every clock
     * @param offsets of {@code System.nanoTime} between CPUs
     * @param processes whether another process reads the same clock
     * @param counter the processor's counter as a clock
     * @param idle readings on a CPU under several conditions
     */
    record Found(
            ClockTables clocks,
            Measured<List<CpuOffset>> offsets,
            Measured<ProcessOrdering> processes,
            Measured<CounterFigures> counter,
            List<IdleRow> idle) {}

    static final int FORMAT_VERSION = 1;
}
