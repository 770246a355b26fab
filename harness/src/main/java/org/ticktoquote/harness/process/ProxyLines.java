package org.ticktoquote.harness.process;

import org.ticktoquote.core.clock.ClockIdentity;

/** What a proxy says of the process that it holds, before and after the process's own lines. */
public final class ProxyLines {
    /** The first line. */
    static final String HELD = "held";
    /** The last line; without it nobody knows how the process ended. */
    static final String EXITED = "exited";

    private ProxyLines() {}

    /**
     * The process runs.
     *
     * @param pid on its host
     * @param clock that the proxy reads, and the process with it
     */
    public record Held(long pid, ClockIdentity clock) {}

    /**
     * The process ended.
     *
     * @param code its exit status, 128 and more when a signal ended it
     * @param killed whether it did not end when asked
     */
    record Exited(int code, boolean killed) {}
}
