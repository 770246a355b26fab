package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Cost of the observation.
 *
 * @param looks at the application
 * @param longestGapNs between two looks
 * @param longestStopGapNs between two looks for stopped processes. A shorter stop can be missed
 * @param cpuNs CPU time of the observing threads
 * @param cpuNsBy CPU time by what they observed
 * @param elapsedNs from its beginning to its end
 * @param problem why it ended early, empty if it did not
 */
public record EvidenceCost(
        long looks,
        long longestGapNs,
        long longestStopGapNs,
        long cpuNs,
        Map<String, Long> cpuNsBy,
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

    @JsonCreator
    static EvidenceCost of(
            @JsonProperty("looks") long looks,
            @JsonProperty("longestGapNs") long longestGapNs,
            @JsonProperty("longestStopGapNs") long longestStopGapNs,
            @JsonProperty("cpuNs") long cpuNs,
            @JsonProperty("cpuNsBy") @Nullable Map<String, Long> cpuNsBy,
            @JsonProperty("elapsedNs") long elapsedNs,
            @JsonProperty("problem") String problem) {
        return new EvidenceCost(
                looks, longestGapNs, longestStopGapNs, cpuNs, cpuNsBy == null ? Map.of() : cpuNsBy, elapsedNs, problem);
    }

    /** Returns the CPU time of the thread that observed something, or of all threads if it was not divided among them. */
    public OptionalLong cpuNs(String what) {
        @Nullable Long own = cpuNsBy.get(what);
        return own != null ? OptionalLong.of(own) : cpuNsBy.isEmpty() ? OptionalLong.of(cpuNs) : OptionalLong.empty();
    }
}
