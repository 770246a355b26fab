package org.ticktoquote.harness.check;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ticktoquote.core.trace.MessageText;
import org.ticktoquote.core.trace.MessageTrace.TracedMessage;
import org.ticktoquote.harness.run.Run;

/** Determines from messages how far the clients' sessions got, and what stopped the first incomplete one. */
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

    private static final String NAMES =
            "Does it know the pairs by these names? Some applications ignore others without a"
                    + " word: symbols in --session-template says what it calls them, as EURUSD or EUR-USD; --pairs asks for"
                    + " others.";

    private final TracedMessages messages;
    private final VenueDiagnosis venue;
    private final String listening;

    /** @param listening address where the replayer waits for the application to connect; empty if it does not */
    Diagnosis(TracedMessages messages, VenueDiagnosis venue, String listening) {
        this.messages = messages;
        this.venue = venue;
        this.listening = listening;
    }

    /** Returns what is wrong with the first faulty session, else at a venue; empty if all sessions got prices. */
    Optional<Obstacle> obstacle() {
        return messages.sessions().stream()
                .map(this::obstacle)
                .flatMap(Optional::stream)
                .findFirst()
                .or(venue::obstacle);
    }

    /** Returns an obstacle for pairs that the application ignores; empty if the run failed for another reason. */
    Optional<Obstacle> ignored(String cause) {
        return cause.contains(Run.NO_FIRST_SNAPSHOT)
                ? Optional.of(new Obstacle(
                        "Prices came for some of the pairs; the others were neither answered nor rejected.",
                        messages.sessions().stream()
                                .findFirst()
                                .map(session -> evidence(request(session), price(session)))
                                .orElse(List.of()),
                        NAMES + " --allow-missing counts such pairs instead."))
                : Optional.empty();
    }

    private Optional<TracedMessage> price(String session) {
        return messages.first(session, passed -> !passed.sent() && TracedMessages.isPrice(passed));
    }

    private Optional<Obstacle> obstacle(String session) {
        Optional<TracedMessage> logon = messages.first(session, TracedMessages.LOGON, true);
        Optional<TracedMessage> answer = messages.first(session, TracedMessages.LOGON, false);
        Optional<TracedMessage> logout = unasked(session);
        if (answer.isEmpty()) {
            return Optional.of(logout.map(text -> loggedOut(logon, text)).orElseGet(() -> unanswered(session, logon)));
        }
        Optional<TracedMessage> reject = messages.first(session, passed -> received(passed, REJECTS));
        if (reject.isPresent()) {
            return Optional.of(rejected(session, reject.get()));
        }
        if (price(session).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(logout.map(text -> leftAlone(session, text))
                .orElseGet(() -> venue.obstacle().orElseGet(() -> silent(session))));
    }

    /** Returns the Logout that a session received unless it sent one first, as it does at the end of a check. */
    private Optional<TracedMessage> unasked(String session) {
        return messages.first(session, passed -> TracedMessages.type(passed).equals(LOGOUT))
                .filter(passed -> !passed.sent());
    }

    private static boolean received(TracedMessage passed, List<String> types) {
        return !passed.sent() && types.contains(TracedMessages.type(passed));
    }

    private static Obstacle loggedOut(Optional<TracedMessage> logon, TracedMessage logout) {
        return new Obstacle(
                "The Logon was answered with a Logout" + reason(logout),
                evidence(logon, Optional.of(logout)),
                "The application says what it does not like. CompIDs, FIX version, user and password of the sessions are"
                        + " in --session-template (docs/fix-clients.md); the application must know as many sessions as"
                        + " --sessions says.");
    }

    private static Obstacle unanswered(String session, Optional<TracedMessage> logon) {
        return new Obstacle(
                "The Logon of " + session + " got no answer.",
                logon.stream().toList(),
                "Most applications say nothing to a session that they do not know: compare 8, 49 and 56 with what it is"
                        + " configured for, and set beginString, senderCompId and targetCompId in --session-template."
                        + " Is it a FIX port, and without TLS?");
    }

    private Obstacle rejected(String session, TracedMessage reject) {
        return new Obstacle(
                "A request of " + session + " was rejected" + reason(reject),
                evidence(request(session), Optional.of(reject)),
                TracedMessages.type(reject).equals("Y") ? refusal(reject) : FORM);
    }

    /** Returns the cure for a 35=Y, by its reason. */
    private static String refusal(TracedMessage reject) {
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

    private Obstacle leftAlone(String session, TracedMessage logout) {
        return new Obstacle(
                "After its Logon " + session + " was logged out" + reason(logout),
                evidence(request(session), Optional.of(logout)),
                "The application says what it does not like, and its own log may say more. " + FORM);
    }

    private Obstacle silent(String session) {
        if (!listening.isEmpty() && messages.marketDataSent() == 0) {
            return new Obstacle(
                    "Nobody took the market data at " + listening + ".",
                    List.of(),
                    "Let the application connect there, and give it the address by {feed}, or {feedHost} and {feedPort},"
                            + " in --app. For one that takes datagrams --feed is udp:// (docs/feed.md).");
        }
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
                        + " in --session-template (docs/fix-clients.md). " + NAMES);
    }

    private Optional<TracedMessage> request(String session) {
        return messages.first(session, REQUEST, true).or(() -> messages.first(session, QUOTE_REQUEST, true));
    }

    private static String reason(TracedMessage message) {
        String text = MessageText.field(message.text(), TEXT);
        return text.isEmpty() ? ", without a reason (58)." : ": " + text;
    }

    private static List<TracedMessage> evidence(Optional<TracedMessage> first, Optional<TracedMessage> second) {
        return Stream.of(first, second).flatMap(Optional::stream).toList();
    }
}
