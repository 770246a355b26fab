package org.ticktoquote.analysis.wire;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.ticktoquote.core.run.JsonFile;

/**
 * {@code wire.json}: latencies of a run on the wire beside those by its own time stamps, over the same ticks.
 *
 * @param formatVersion of the file
 * @param identity of the run
 * @param captures files that the times on the wire are of
 * @param stamps whose clock stamped them
 * @param placement how their clock is placed on the run's
 * @param boundNs how wrong a difference of a time on the wire and one of the run may be
 * @param ticks which were found in both
 * @param quotes likewise
 * @param rows distributions
 * @param notes what must be known before they are trusted
 */
@JsonIgnoreProperties("sha256")
public record WireFigures(
        int formatVersion,
        UUID identity,
        String captures,
        String stamps,
        String placement,
        long boundNs,
        Joined ticks,
        Joined quotes,
        List<Row> rows,
        List<String> notes) {
    static final int FORMAT_VERSION = 1;
    private static final JsonFile<WireFigures> FILE = JsonFile.of(WireFigures.class, "latencies on the wire");

    public WireFigures {
        rows = List.copyOf(rows);
        notes = List.copyOf(notes);
    }

    /**
     * Ticks, or quotes, of the run and of the capture.
     *
     * @param both found in both
     * @param notCaptured only in the run
     * @param ambiguous of the run: the capture has several by that name
     */
    public record Joined(long both, long notCaptured, long ambiguous) {}

    /**
     * A distribution.
     *
     * @param name of what was measured
     * @param count of values, lost ones among them
     * @param lost ticks that some session never got: above every number
     * @param negative values below 0
     * @param beyondBound of them are below 0 by more than the bound of the clocks
     * @param minNs the least value, exact
     * @param percentilesNs by name, as far as they are no lost ticks
     * @param maxNs the largest number
     */
    public record Row(
            String name,
            long count,
            long lost,
            long negative,
            long beyondBound,
            long minNs,
            Map<String, Long> percentilesNs,
            long maxNs) {
        public Row {
            percentilesNs = Collections.unmodifiableMap(new LinkedHashMap<>(percentilesNs));
        }
    }

    void write(Path file) {
        FILE.writeSealed(file, this);
    }
}
