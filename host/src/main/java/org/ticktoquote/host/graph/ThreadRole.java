package org.ticktoquote.host.graph;

import com.fasterxml.jackson.annotation.JsonValue;

/** Role of a thread in a {@link ThreadGraph}. */
public enum ThreadRole {
    /** The application's own thread. */
    COMPONENT("component"),
    /** Garbage collector. */
    COLLECTOR("collector"),
    COMPILER("compiler"),
    /** Another thread of the JVM itself. */
    JVM("jvm"),
    /** A thread of t2q. */
    T2Q("t2q"),
    KERNEL("kernel");

    private final String word;

    ThreadRole(String word) {
        this.word = word;
    }

    /** Word in files. */
    @JsonValue
    public String word() {
        return word;
    }

    /** Returns whether the thread works for others: its hand-offs are never a tick's. */
    public boolean isHousekeeping() {
        return this != COMPONENT;
    }
}
