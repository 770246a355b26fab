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
 * Contents of {@code wire.json}: latencies of a run on the wire and by its own time stamps, over the same ticks.
 *
 * @param formatVersion version of the file's format
 * @param identity the run's identity
 * @param captures files with the times on the wire
 * @param stamps clock that stamped them
 * @param placement relation of that clock to the run's clock
 * @param boundNs error bound of a difference between a time on the wire and one of the run
 * @param ticks ticks of the run, counted by whether the capture has them
 * @param quotes quotes of the run, counted by whether the capture has them
 * @param rows distributions
 * @param notes reservations
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
     * Number of ticks, or quotes, in run and capture.
     *
     * @param both number found in both
     * @param notCaptured number found only in the run
     * @param ambiguous number in the run that have several matches in the capture
     */
    public record Joined(long both, long notCaptured, long ambiguous) {}

    /**
     * Distribution of one quantity.
     *
     * @param name name of the measured quantity
     * @param count number of values, including lost ones
     * @param lost ticks that a session never received; they rank above every number
     * @param negative number of negative values
     * @param beyondBound values that are negative by more than the clock bound
     * @param minNs smallest value, exact
     * @param percentilesNs values by percentile name, without percentiles that fall among lost ticks
     * @param maxNs largest number
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
