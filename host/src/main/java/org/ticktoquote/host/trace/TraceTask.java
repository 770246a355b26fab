package org.ticktoquote.host.trace;

import java.util.Locale;

/** A task as the kernel's trace names it; 0 is a CPU's idle one. */
record TraceTask(String name, long tid) {
    private static final TraceTask IDLE = new TraceTask("idle", 0);

    static TraceTask of(String name, long tid) {
        return tid == 0 ? IDLE : new TraceTask(name, tid);
    }

    /** For people. */
    String words() {
        return tid == 0 ? name : String.format(Locale.ROOT, "%s (%d)", name, tid);
    }
}
