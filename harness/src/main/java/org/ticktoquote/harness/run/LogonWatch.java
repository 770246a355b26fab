package org.ticktoquote.harness.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ticktoquote.core.control.StatusLine;

/** What is known of the sessions that are not logged on yet: why not, by their last attempt. Not thread-safe. */
final class LogonWatch {
    private static final String ADVICE = "; are CompIDs, FIX version and TLS as the application expects?";

    private final Map<Integer, String> reasons = new TreeMap<>();
    private boolean refused;
    private boolean reached;
    private final Set<Integer> unreachable = new TreeSet<>();

    /** Takes note of a line of the clients that is about connecting or logging on. */
    void hear(StatusLine line) {
        JsonNode detail = line.detail();
        int session = detail.path("session").asInt();
        switch (line.status()) {
            case "unreachable" -> {
                refused = true;
                unreachable.add(session);
                reasons.put(
                        session,
                        detail.path("address").asText() + ": "
                                + detail.path("cause").asText());
            }
            case "reachable" -> {
                reached = true;
                if (unreachable.remove(session)) {
                    reasons.remove(session);
                }
            }
            case "logged-out" ->
                reasons.put(
                        session,
                        "session " + session + " was logged out: "
                                + detail.path("text").asText());
            case "not-accepted" ->
                reasons.put(
                        session,
                        "session " + session + " does not accept what it is answered: "
                                + detail.path("text").asText());
            case "unanswered" ->
                reasons.putIfAbsent(
                        session, "the connection of session " + session + " was closed in place of a Logon" + ADVICE);
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
            return "connected, but no answer to a Logon" + ADVICE;
        }
        String first = reasons.values().iterator().next();
        long others = reasons.values().stream()
                .filter(reason -> !reason.equals(first))
                .count();
        return others == 0 ? first : first + "; " + others + " sessions for other reasons";
    }
}
