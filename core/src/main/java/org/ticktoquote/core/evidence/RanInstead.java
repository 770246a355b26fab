package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Objects;

/**
 * Who had the CPU that a thread waited for.
 *
 * @param who name and tid, as {@code stress (4711)}
 * @param ns of the wait
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"who", "ns"})
public record RanInstead(String who, long ns) {
    public RanInstead {
        Objects.requireNonNull(who, "somebody without a name");
    }
}
