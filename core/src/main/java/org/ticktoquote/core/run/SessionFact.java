package org.ticktoquote.core.run;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ticktoquote.core.command.Counted;

/**
 * What the application did to a session while ticks were measured, in words: a fact of the manifest's host, by the session's
 * number. Only the first of a kind is kept for a session; the journals count all.
 */
public enum SessionFact {
    /** A pair was rejected, 35=Y. */
    PAIR_REJECTED("rejected."),
    /** A message was rejected otherwise, 35=j or 35=3. */
    MESSAGE_REJECTED("messageRejected."),
    /** It was ended for good, since what arrived was no FIX message. */
    ENDED("sessionEnded."),
    /** It was logged out, by a Logout of the application or by one of the clients over what arrived. */
    LOGGED_OUT("loggedOut."),
    /** Its connection ended, and no message said why. */
    DISCONNECTED("disconnected.");

    private final String prefix;

    SessionFact(String prefix) {
        this.prefix = prefix;
    }

    /** The name of the fact of a session. */
    public String name(int session) {
        return prefix + session;
    }

    /** What the lowest session of those that have one says, and how many others there are; empty where none has one. */
    public Optional<String> first(Map<String, String> host) {
        TreeMap<Integer, String> told = new TreeMap<>();
        host.forEach((name, text) -> session(name).ifPresent(session -> told.put(session, text)));
        if (told.isEmpty()) {
            return Optional.empty();
        }
        String others = told.size() == 1 ? "" : "; likewise " + Counted.of(told.size() - 1L, "other session");
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
