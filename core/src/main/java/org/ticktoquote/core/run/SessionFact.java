package org.ticktoquote.core.run;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ticktoquote.core.command.CountText;

/**
 * Event of a session that the application caused while ticks were measured, in words. It is a fact of the manifest's host,
 * by the number of the session. Only the first of a kind is kept per session. The journals count all.
 */
public enum SessionFact {
    /** A subscription was rejected (35=Y). */
    PAIR_REJECTED("rejected."),
    /** Another message was rejected (35=j or 35=3). */
    MESSAGE_REJECTED("messageRejected."),
    /** The session was ended for good, because the received bytes were not FIX messages. */
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

    /** Returns the text of the lowest session that has this fact, and how many others have it. Empty if none has. */
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
