package org.ticktoquote.harness.process;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.control.StatusLine;

/** Lines of a proxy about its process, before and after the process's own lines. */
public final class ProxyProtocol {
    /** First line, with detail {@link ProcessStarted}. */
    static final String STARTED = "held";
    /** Last line, with detail {@link Exited}. Without it the end of the process is unknown. */
    static final String EXITED = "exited";

    private ProxyProtocol() {}

    /**
     * Report that the process was started.
     *
     * @param pid process id on its host
     * @param clock clock that the proxy and the process read
     */
    public record ProcessStarted(long pid, ClockIdentity clock) {}

    /**
     * Report that the process ended.
     *
     * @param code exit status, 128 and more after a signal
     * @param killed true if it did not end when asked
     */
    record Exited(int code, boolean killed) {}

    /** Lines received from a proxy so far. Written by the thread that reads its lines, read by any thread. */
    static final class Report {
        private volatile ProxyProtocol.@Nullable ProcessStarted held;
        private volatile ProxyProtocol.@Nullable Exited exited;

        /** Records a line of the proxy; returns false for a line of the process itself. */
        boolean accepts(StatusLine line) {
            switch (line.status()) {
                case ProxyProtocol.STARTED -> held = line.detailAs(ProxyProtocol.ProcessStarted.class);
                case ProxyProtocol.EXITED -> exited = line.detailAs(ProxyProtocol.Exited.class);
                default -> {
                    return false;
                }
            }
            return true;
        }

        /** Report of the start; empty until received. */
        Optional<ProxyProtocol.ProcessStarted> started() {
            return Optional.ofNullable(held);
        }

        /** Exit of the process; empty while it runs, and forever if the connection ended first. */
        Optional<ProxyProtocol.Exited> exited() {
            return Optional.ofNullable(exited);
        }
    }
}
