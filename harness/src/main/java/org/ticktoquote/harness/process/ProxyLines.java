package org.ticktoquote.harness.process;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.control.StatusLine;

/** Lines of a proxy about its process, before and after the process's own lines. */
public final class ProxyLines {
    /** First line. */
    static final String HELD = "held";
    /** Last line. Without it the end of the process is unknown. */
    static final String EXITED = "exited";

    private ProxyLines() {}

    /**
     * The process runs.
     *
     * @param pid process id on its host
     * @param clock of the proxy and the process
     */
    public record Held(long pid, ClockIdentity clock) {}

    /**
     * The process ended.
     *
     * @param code exit status, 128 and more after a signal
     * @param killed true if it did not end when asked
     */
    record Exited(int code, boolean killed) {}

    /** Lines received from a proxy so far. Written by the thread that reads its lines, read by any thread. */
    static final class Report {
        private volatile ProxyLines.@Nullable Held held;
        private volatile ProxyLines.@Nullable Exited exited;

        /** Records a line of the proxy; returns false for a line of the process itself. */
        boolean takes(StatusLine line) {
            switch (line.status()) {
                case ProxyLines.HELD -> held = line.detailAs(ProxyLines.Held.class);
                case ProxyLines.EXITED -> exited = line.detailAs(ProxyLines.Exited.class);
                default -> {
                    return false;
                }
            }
            return true;
        }

        /** The process as started; empty until the proxy reports it. */
        Optional<ProxyLines.Held> held() {
            return Optional.ofNullable(held);
        }

        /** Exit of the process; empty while it runs, and forever if the connection ended first. */
        Optional<ProxyLines.Exited> exited() {
            return Optional.ofNullable(exited);
        }
    }
}
