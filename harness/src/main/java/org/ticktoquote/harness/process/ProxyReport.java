package org.ticktoquote.harness.process;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.control.StatusLine;

/** What the proxy of a process on another host has said of it so far. Written by the thread that reads its lines, read by any. */
final class ProxyReport {
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
