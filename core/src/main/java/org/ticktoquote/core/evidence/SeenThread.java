package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Objects;

/**
 * A thread of the application, when it is met; one with another name is another one.
 *
 * @param index by which later lines name it: 0, 1, 2 ...
 * @param name as the kernel has it, 15 bytes at most
 * @param kind what it is to its JVM: {@code gc}, {@code compiler}, {@code vm}, or {@link #OTHER}, which all others are
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"index", "pid", "tid", "name", "kind"})
public record SeenThread(int index, long pid, long tid, String name, String kind) {
    /** The program's own. */
    public static final String OTHER = "other";

    public SeenThread {
        Objects.requireNonNull(name, "a thread without a name");
        Objects.requireNonNull(kind, "a thread without a kind");
    }
}
