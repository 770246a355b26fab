package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Objects;

/**
 * Thread that occupied the CPU for which another thread waited.
 *
 * @param who name and tid, such as {@code stress (4711)}
 * @param ns its share of the wait
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"who", "ns"})
public record CpuOccupant(String who, long ns) {
    public CpuOccupant {
        Objects.requireNonNull(who, "an occupant without a name");
    }
}
