package org.ticktoquote.analysis.evidence;

import java.util.Locale;

/**
 * Possible causes of a slow tick, the most specific first. If two causes with exact times overlap, the overlap is
 * attributed to the first.
 */
public enum Cause {
    /** A signal or a debugger stopped the application. */
    STOPPED("stopped by a signal or a debugger"),
    /** The JVM paused all threads of the application, or a thread waited for the collector. */
    JVM_STOP("the JVM was paused (collector or other safepoint)"),
    /** A thread waited for a lock held by another thread, for a disk or for a socket. */
    BLOCKED("blocked by another thread, a disk or a socket"),
    /** A thread was runnable without a CPU. */
    RUN_QUEUE("ready, but without a CPU"),
    /** The kernel handled a device interrupt on the thread's CPU. */
    INTERRUPT("interrupted by the kernel's work for a device"),
    /** The hypervisor gave a CPU to another virtual machine. */
    STEAL("CPU taken by the hypervisor"),
    /** An idle control JVM on the same CPUs was late, too. */
    MACHINE("the machine: a control JVM on the same CPUs was late, too"),
    /** Segments were retransmitted or datagrams dropped. */
    NETWORK("the network"),
    /** Ticks arrived faster than the application processes them. */
    BURST("queued behind a burst of ticks"),
    /** The replayer or the clients were late. */
    HARNESS("the harness itself");

    private final String label;

    Cause(String label) {
        this.label = label;
    }

    /** Returns the text for users. */
    public String label() {
        return label;
    }

    /** Returns whether samples give only the cause's total time per period. Its share of a latency is then an upper bound. */
    public boolean atMost() {
        return this == RUN_QUEUE || this == STEAL || this == NETWORK;
    }

    /** Returns the name in files. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
