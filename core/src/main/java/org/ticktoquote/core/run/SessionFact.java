package org.ticktoquote.core.run;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ticktoquote.core.command.CountText;

/**
 * Event of a session that the application caused during the measurement. Stored as text in the manifest's host facts, by
 * session number. Only the first event of a kind is kept per session. The journals contain all events.
 */
public enum SessionFact {
    /** A subscription was rejected (35=Y, AG or b). */
    PAIR_REJECTED("rejected."),
    /** Another message was rejected (35=j or 35=3). */
    MESSAGE_REJECTED("messageRejected."),
    /** The session was ended permanently because the received bytes were not FIX messages. */
    ENDED("sessionEnded."),
    /** The session was logged out by a Logout of the application, or by the clients because of a received message. */
    LOGGED_OUT("loggedOut."),
    /** The connection ended without a message that gives the reason. */
    DISCONNECTED("disconnected.");

    private final String prefix;

    SessionFact(String prefix) {
        this.prefix = prefix;
    }

    public String name(int session) {
        return prefix + session;
    }

    /**
     * Returns the text of the lowest session with this fact, and the number of other sessions with it. Empty if there are
     * none.
     */
    public Optional<String> summary(Map<String, String> host) {
        TreeMap<Integer, String> told = new TreeMap<>();
        host.forEach((name, text) -> session(name).ifPresent(session -> told.put(session, text)));
        if (told.isEmpty()) {
            return Optional.empty();
        }
        String others = told.size() == 1 ? "" : "; the same for " + CountText.of(told.size() - 1L, "other session");
        return Optional.of(told.firstEntry().getValue() + others);
    }

    private Optional<Integer> session(String name) {
        return Optional.of(name)
                .filter(one -> one.startsWith(prefix))
                .map(one -> one.substring(prefix.length()))
                .filter(number -> number.matches("\\d{1,5}"))
                .map(Integer::valueOf);
    }
}
