package org.ticktoquote.clients.engine;

import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import org.ticktoquote.clients.config.SessionSetup.ReadPause;
import quickfix.SessionID;

/**
 * Who is slow on purpose, and who wakes them.
 *
 * @param timer on whose thread a pause ends
 */
record Pauses(Map<SessionID, ReadPause> bySession, ScheduledExecutorService timer) {
    Pauses {
        bySession = Map.copyOf(bySession);
    }
}
