package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Cost of collecting evidence.
 *
 * @param looks number of samples of the application
 * @param longestGapNs longest time between two samples
 * @param longestStopGapNs longest time between two checks for stopped processes. Shorter stops can be missed
 * @param cpuNs CPU time of the collecting threads
 * @param cpuNsBy CPU time by kind of evidence
 * @param elapsedNs duration of the collection
 * @param problem reason of an early end, empty if there was none
 */
public record EvidenceCost(
        long looks,
        long longestGapNs,
        long longestStopGapNs,
        long cpuNs,
        @JsonProperty(required = true) Map<String, Long> cpuNsBy,
        long elapsedNs,
        String problem) {
    public static final String THREADS = "threads";
    public static final String STOPS = "stops";
    public static final String SOCKETS = "sockets";
    public static final String HOST = "host";
    public static final String KERNEL = "kernel";

    public EvidenceCost {
        cpuNsBy = Map.copyOf(cpuNsBy);
        Objects.requireNonNull(problem, "a problem, empty for none");
    }

    /** Returns the CPU time of one kind of evidence. */
    public OptionalLong cpuNs(String what) {
        @Nullable Long own = cpuNsBy.get(what);
        return own == null ? OptionalLong.empty() : OptionalLong.of(own);
    }
}
