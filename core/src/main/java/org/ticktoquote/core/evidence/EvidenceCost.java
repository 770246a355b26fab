package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What the looking came to.
 *
 * @param looks at the application
 * @param longestGapNs between two of them
 * @param longestStopGapNs between two looks whether it is stopped: what is shorter can be missed
 * @param cpuNs processor time of the threads that looked
 * @param cpuNsBy the same by what they looked at
 * @param elapsedNs from its begin to its end
 * @param problem why it ended early; empty when it did not
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
        Objects.requireNonNull(problem, "no problem is an empty text");
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

    /** Of the thread that looked at something; of all of them where they were not told apart. */
    public OptionalLong cpuNs(String what) {
        @Nullable Long own = cpuNsBy.get(what);
        return own != null ? OptionalLong.of(own) : cpuNsBy.isEmpty() ? OptionalLong.of(cpuNs) : OptionalLong.empty();
    }
}
