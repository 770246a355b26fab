package org.ticktoquote.harness.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;
import org.ticktoquote.core.control.StatusLine;

/** What is known of the sessions that are not logged on yet: why not, by their last attempt. Not thread-safe. */
final class LogonWatch {
    private final Map<Integer, String> reasons = new TreeMap<>();
    private boolean refused;
    private boolean reached;

    /** Takes note of a line of the clients that is about connecting or logging on. */
    void hear(StatusLine line) {
        JsonNode detail = line.detail();
        int session = detail.path("session").asInt();
        switch (line.status()) {
            case "unreachable" -> {
                refused = true;
                reasons.put(
                        session,
                        detail.path("address").asText() + ": "
                                + detail.path("cause").asText());
            }
            case "reachable" -> {
                reached = true;
                reasons.remove(session);
            }
            case "logged-out" ->
                reasons.put(
                        session,
                        "session " + session + " was logged out: "
                                + detail.path("text").asText());
            default -> {}
        }
    }

    /** Whether no connection came about so far, and at least one was tried in vain. */
    boolean nobodyThere() {
        return refused && !reached;
    }

    /** Whether there is a reason. */
    boolean trouble() {
        return !reasons.isEmpty();
    }

    /** The reason of the first session that has one, and how many have others. */
    String text() {
        if (reasons.isEmpty()) {
            return "connected, but no answer to a Logon; are CompIDs, FIX version and TLS as the application expects?";
        }
        String first = reasons.values().iterator().next();
        long others = reasons.values().stream()
                .filter(reason -> !reason.equals(first))
                .count();
        return others == 0 ? first : first + "; " + others + " sessions for other reasons";
    }
}
