package org.ticktoquote.harness.check;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ticktoquote.core.trace.MessageText;
import org.ticktoquote.core.trace.MessageTrace.Passed;

/** How far the clients' sessions got, by their messages, and what kept the first that got no further. */
final class Diagnosis {
    private static final String LOGOUT = "5";
    private static final String REQUEST = "V";
    private static final String QUOTE_REQUEST = "R";
    private static final List<String> REJECTS = List.of("Y", "j", "3");
    private static final int TEXT = 58;
    private static final int MD_REQ_REJ_REASON = 281;
    private static final String UNKNOWN_SYMBOL = "0";
    private static final String NO_BANDWIDTH = "2";
    private static final String NO_PERMISSION = "3";
    private static final String FORM =
            "Set the form of the request by request in --session-template (docs/fix-clients.md).";

    private final SeenMessages messages;
    private final VenueDiagnosis venue;

    Diagnosis(SeenMessages messages, VenueDiagnosis venue) {
        this.messages = messages;
        this.venue = venue;
    }

    /** What is wrong with the first session with which something is, else at a venue; empty where prices came to all. */
    Optional<Obstacle> obstacle() {
        return messages.sessions().stream()
                .map(this::obstacle)
                .flatMap(Optional::stream)
                .findFirst()
                .or(venue::obstacle);
    }

    private Optional<Obstacle> obstacle(String session) {
        Optional<Passed> logon = messages.first(session, SeenMessages.LOGON, true);
        Optional<Passed> answer = messages.first(session, SeenMessages.LOGON, false);
        Optional<Passed> logout = unasked(session);
        if (answer.isEmpty()) {
            return Optional.of(logout.map(text -> loggedOut(logon, text)).orElseGet(() -> unanswered(session, logon)));
        }
        Optional<Passed> reject = messages.first(session, passed -> received(passed, REJECTS));
        if (reject.isPresent()) {
            return Optional.of(rejected(session, reject.get()));
        }
        if (messages.first(session, passed -> !passed.sent() && SeenMessages.isPrice(passed))
                .isPresent()) {
            return Optional.empty();
        }
        return Optional.of(logout.map(text -> leftAlone(session, text))
                .orElseGet(() -> venue.obstacle().orElseGet(() -> silent(session))));
    }

    /** The Logout that a session got, where it had not sent one before: at the end of a check each does. */
    private Optional<Passed> unasked(String session) {
        return messages.first(session, passed -> SeenMessages.type(passed).equals(LOGOUT))
                .filter(passed -> !passed.sent());
    }

    private static boolean received(Passed passed, List<String> types) {
        return !passed.sent() && types.contains(SeenMessages.type(passed));
    }

    private static Obstacle loggedOut(Optional<Passed> logon, Passed logout) {
        return new Obstacle(
                "The Logon was answered with a Logout" + reason(logout),
                evidence(logon, Optional.of(logout)),
                "The application says what it does not like. CompIDs, FIX version, user and password of the sessions are"
                        + " in --session-template (docs/fix-clients.md); the application must know as many sessions as"
                        + " --sessions says.");
    }

    private static Obstacle unanswered(String session, Optional<Passed> logon) {
        return new Obstacle(
                "The Logon of " + session + " got no answer.",
                logon.stream().toList(),
                "Most applications say nothing to a session that they do not know: compare 8, 49 and 56 with what it is"
                        + " configured for, and set beginString, senderCompId and targetCompId in --session-template."
                        + " Is it a FIX port, and without TLS?");
    }

    private Obstacle rejected(String session, Passed reject) {
        return new Obstacle(
                "A request of " + session + " was rejected" + reason(reject),
                evidence(request(session), Optional.of(reject)),
                SeenMessages.type(reject).equals("Y") ? refusal(reject) : FORM);
    }

    /** What mends a 35=Y, by its reason. */
    private static String refusal(Passed reject) {
        return switch (MessageText.field(reject.text(), MD_REQ_REJ_REASON)) {
            case "", UNKNOWN_SYMBOL ->
                "Name the pairs as the application does, by symbols in --session-template, or ask for others by --pairs;"
                        + " --allow-missing counts such pairs instead.";
            case NO_BANDWIDTH, NO_PERMISSION ->
                "The application grants these sessions less: let it grant more, or ask for less by --sessions and"
                        + " --pairs. User and password are in --session-template (docs/fix-clients.md).";
            default -> FORM;
        };
    }

    private Obstacle leftAlone(String session, Passed logout) {
        return new Obstacle(
                "After its Logon " + session + " was logged out" + reason(logout),
                evidence(request(session), Optional.of(logout)),
                "The application says what it does not like, and its own log may say more. " + FORM);
    }

    private Obstacle silent(String session) {
        if (request(session).isEmpty()) {
            return new Obstacle(
                    "No price came to " + session + ": no 35=W, X, S or i.",
                    List.of(),
                    "Does the application take the market data? If it waits for a request, leave out 'subscription: none'"
                            + " in --session-template (docs/fix-clients.md).");
        }
        return new Obstacle(
                "The subscription of " + session + " was not answered: no 35=W and no 35=Y.",
                evidence(request(session), venue.request()),
                (venue.request().isPresent()
                                ? "Market data left for what it asked its venue for: are those the same pairs?"
                                : "Does the application take the market data?")
                        + " Does it know such a request: 263, 264, 265, one pair or many a message? Its form is request"
                        + " in --session-template (docs/fix-clients.md).");
    }

    private Optional<Passed> request(String session) {
        return messages.first(session, REQUEST, true).or(() -> messages.first(session, QUOTE_REQUEST, true));
    }

    private static String reason(Passed message) {
        String text = MessageText.field(message.text(), TEXT);
        return text.isEmpty() ? ", without a reason (58)." : ": " + text;
    }

    private static List<Passed> evidence(Optional<Passed> first, Optional<Passed> second) {
        return Stream.of(first, second).flatMap(Optional::stream).toList();
    }
}
