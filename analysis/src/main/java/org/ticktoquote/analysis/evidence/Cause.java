package org.ticktoquote.analysis.evidence;

import java.util.Locale;

/** What may make a tick slow, the most specific first: where two explain the same time, it is the first one's. */
public enum Cause {
    /** A signal or a debugger had stopped the application. */
    STOPPED("stopped by a signal or a debugger"),
    /** Every thread of the application's JVM was paused, or waited for its collector. */
    JVM_STOP("the JVM was paused (collector or other safepoint)"),
    /** A thread waited for what another thread held, or for a disk or socket. */
    BLOCKED("blocked by another thread, a disk or a socket"),
    /** A thread was ready and had no CPU. */
    RUN_QUEUE("ready, but without a CPU"),
    /** The kernel worked for a device on the CPU of a thread. */
    INTERRUPT("interrupted by the kernel's work for a device"),
    /** The hypervisor gave a CPU to another virtual machine. */
    STEAL("CPU taken by the hypervisor"),
    /** A JVM that does nothing else was late as well, on the same CPUs. */
    MACHINE("the machine: a control JVM on the same CPUs was late, too"),
    /** Something was sent again, or was not taken. */
    NETWORK("the network"),
    /** More ticks at once than the application gets through. */
    BURST("queued behind a burst of ticks"),
    /** The replayer, the clients or t2q itself. */
    HARNESS("the harness itself");

    private final String label;

    Cause(String label) {
        this.label = label;
    }

    /** As people read it. */
    public String label() {
        return label;
    }

    /** Whether looks tell how much of a period it had, but not when: what it has of a tick is an upper bound then. */
    public boolean atMost() {
        return this == RUN_QUEUE || this == STEAL || this == NETWORK;
    }

    /** As files write it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
