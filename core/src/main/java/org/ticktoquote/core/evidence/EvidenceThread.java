package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Objects;

/**
 * A newly seen thread of the application. A renamed thread counts as a new one.
 *
 * @param index number used by later lines: 0, 1, 2 ...
 * @param name kernel's name for the thread, at most 15 bytes
 * @param kind role in its JVM: {@code gc}, {@code compiler}, {@code vm}, or {@link #OTHER} for all others
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"index", "pid", "tid", "name", "kind"})
public record EvidenceThread(int index, long pid, long tid, String name, String kind) {
    /** A thread of the program itself. */
    public static final String OTHER = "other";

    public EvidenceThread {
        Objects.requireNonNull(name, "a thread without a name");
        Objects.requireNonNull(kind, "a thread without a kind");
    }
}
