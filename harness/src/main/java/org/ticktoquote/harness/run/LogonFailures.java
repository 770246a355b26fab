package org.ticktoquote.harness.run;

import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.control.ClientsProtocol;
import org.ticktoquote.core.control.StatusLine;

/** Reasons why sessions are not logged on yet, by their last attempts. Not thread-safe. */
final class LogonFailures {
    private static final String ADVICE = "; check CompIDs, FIX version and TLS";

    private static final int NAMED = 5;
    private static final Pattern NUMBERS = Pattern.compile("\\d+");

    private final TreeMap<Integer, String> reasons = new TreeMap<>();
    private String refusedConnection = "";
    private boolean refused;
    private boolean reached;
    private final Set<Integer> unreachable = new TreeSet<>();

    /** Records a line of the clients about connections or logons. */
    void onStatus(StatusLine line) {
        switch (line.status()) {
            case ClientsProtocol.UNREACHABLE -> unreachable(line.detailAs(ClientsProtocol.Unreachable.class));
            case ClientsProtocol.REACHABLE ->
                reachable(line.detailAs(ClientsProtocol.SessionNumber.class).session());
            case ClientsProtocol.REFUSED ->
                refusedConnection = "a connection was refused: "
                        + line.detailAs(ClientsProtocol.Refused.class).text();
            case ClientsProtocol.LOGGED_OUT -> {
                ClientsProtocol.SessionText out = line.detailAs(ClientsProtocol.SessionText.class);
                reported(out.session(), "was logged out: " + out.text());
            }
            case ClientsProtocol.NOT_ACCEPTED -> {
                ClientsProtocol.NotAccepted not = line.detailAs(ClientsProtocol.NotAccepted.class);
                reported(not.session(), "did not accept the application's answer: " + not.text());
            }
            case ClientsProtocol.UNANSWERED -> {
                int session = line.detailAs(ClientsProtocol.SessionNumber.class).session();
                reasons.putIfAbsent(
                        session,
                        "the Logon of session " + session + " was answered by closing the connection" + ADVICE);
            }
            default -> {}
        }
    }

    private void unreachable(ClientsProtocol.Unreachable nobody) {
        refused = true;
        unreachable.add(nobody.session());
        reasons.put(nobody.session(), nobody.address() + ": " + nobody.cause());
    }

    private void reachable(int session) {
        reached = true;
        if (unreachable.remove(session)) {
            reasons.remove(session);
        }
    }

    private void reported(int session, String what) {
        reasons.put(session, "session " + session + " " + what);
    }

    /** Returns the reason of a session if known, else {@link #text()}. */
    String reason(int session) {
        return reasons.getOrDefault(session, text());
    }

    /** Returns whether connections were attempted and none has been established. */
    boolean noneConnected() {
        return refused && !reached;
    }

    /** Returns whether there is a reason. */
    boolean any() {
        return !reasons.isEmpty() || !refusedConnection.isEmpty();
    }

    /**
     * Describes the refused connection, if any. Otherwise returns the reason of the first session that has one, and counts
     * sessions with other reasons.
     */
    String text() {
        if (!refusedConnection.isEmpty()) {
            return refusedConnection;
        }
        if (reasons.isEmpty()) {
            return "connected, but the Logon was not answered" + ADVICE;
        }
        String first = reasons.values().iterator().next();
        String whose = reached && unreachable.contains(reasons.firstKey()) ? whose(first) : "";
        List<String> others = reasons.values().stream()
                .filter(reason -> !reason.equals(first))
                .toList();
        long alike = others.stream()
                .filter(reason -> withoutNumbers(reason).equals(withoutNumbers(first)))
                .count();
        long unlike = others.size() - alike;
        return first
                + whose
                + (alike == 0 ? "" : "; the same for " + CountText.of(alike, "more session"))
                + (unlike == 0 ? "" : "; other reasons for " + CountText.of(unlike, "session"));
    }

    /** Reduces a reason to its kind. Reasons of one kind differ only in numbers, including numbers in CompIDs. */
    private static String withoutNumbers(String reason) {
        return NUMBERS.matcher(reason).replaceAll("#");
    }

    /** Lists the unreachable sessions, if others are connected. */
    private String whose(String reason) {
        List<Integer> sessions = unreachable.stream()
                .filter(session -> reason.equals(reasons.get(session)))
                .toList();
        String first = sessions.stream().limit(NAMED).map(String::valueOf).collect(Collectors.joining(", "));
        int more = sessions.size() - NAMED;
        return " (" + (sessions.size() == 1 ? "session " : "sessions ") + first
                + (more > 0 ? " and " + more + " more" : "") + ")";
    }
}
