package org.ticktoquote.host.graph;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Role of a thread in a {@link ThreadGraph}. */
public enum ThreadRole {
    /** The application's own thread. */
    COMPONENT,
    /** Garbage collector. */
    COLLECTOR,
    COMPILER,
    /** Another thread of the JVM itself. */
    JVM,
    /** A thread of t2q. */
    T2Q,
    KERNEL;

    /** Word in files. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether the thread works for others: its hand-offs are never a tick's. */
    public boolean isHousekeeping() {
        return this != COMPONENT;
    }
}
