package org.ticktoquote.harness.process;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.control.StatusLine;

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

    /** What the proxy of a process on another host has said of it so far. Written by the thread that reads its lines, read by any. */
    static final class Report {
        private volatile ProxyLines.@Nullable Held held;
        private volatile ProxyLines.@Nullable Exited exited;

        /** Keeps a line of the proxy; false for one of the process itself. */
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

        /** The process as it began; empty until the proxy has said it. */
        Optional<ProxyLines.Held> held() {
            return Optional.ofNullable(held);
        }

        /** How the process ended; empty while it runs, and for ever where the connection ended first. */
        Optional<ProxyLines.Exited> exited() {
            return Optional.ofNullable(exited);
        }
    }
}
