package org.ticktoquote.host.graph;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Role of a thread in a {@link ThreadGraph}. */
public enum ThreadRole {
    /** Application thread. */
    COMPONENT,
    COLLECTOR,
    COMPILER,
    /** Other thread of the JVM itself. */
    JVM,
    T2Q,
    KERNEL;

    /** Returns the word used in files. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether this is not an application thread. Hand-offs of housekeeping threads never carry a tick. */
    public boolean isHousekeeping() {
        return this != COMPONENT;
    }
}
