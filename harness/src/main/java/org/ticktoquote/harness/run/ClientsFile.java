package org.ticktoquote.harness.run;

import java.util.List;
import org.ticktoquote.core.run.SessionPlan;

/** What the clients are told of their sessions. */
final class ClientsFile {
    private ClientsFile() {}

    static void write(RunPlan plan, ReplayerReady ready, List<SessionPlan> sessions, Endpoint fix) {
        throw new UnsupportedOperationException();
    }
}
