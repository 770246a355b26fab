package org.ticktoquote.harness.check;

import java.util.List;
import java.util.Optional;
import org.ticktoquote.core.trace.MessageTrace.TracedMessage;
import org.ticktoquote.harness.run.Run;

/** Determines from traced messages how far the clients' sessions got, and why the first incomplete one stopped. */
final class Diagnosis {
    private static final String QUOTE_REQUEST = "R";
    private static final int MD_REQ_REJ_REASON = 281;
    private static final int QUOTE_REQUEST_REJECT_REASON = 658;
    private static final int QUOTE_REJECT_REASON = 300;
    private static final String FORM =
            "Set the form of the request with 'request' in --session-template (docs/fix-clients.md).";

    private static final String NAMES =
            "Check the names of the pairs, because some applications ignore unknown ones. Set the application's names,"
                    + " such as EURUSD or EUR-USD, with 'symbols' in --session-template, or select other pairs with"
                    + " --pairs.";

    private static final String COUNT_MISSING = " Use --allow-missing to count pairs without a price and continue.";
    static final String NOT_READ = "The application did not read the market data at ";
    static final String PASS_FEED =
            "Pass the feed's address to the application with {feed}, or {feedHost} and {feedPort}, in --app.";

    private final TracedMessages messages;
    private final VenueDiagnosis venue;
    private final String listening;

    /**
     * A problem and its remedy.
     *
     * @param fault one sentence
     * @param evidence messages that show the problem
     * @param remedy advice, one or more sentences
     */
    record Obstacle(String fault, List<TracedMessage> evidence, String remedy) {}

    /** @param listening address where the replayer waits for the application to connect; empty if it does not wait */
    Diagnosis(TracedMessages messages, VenueDiagnosis venue, String listening) {
        this.messages = messages;
        this.venue = venue;
        this.listening = listening;
    }

    /** Returns the obstacle of the first faulty session, else that of the venue; empty if there is neither. */
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
                        "Some pairs have prices; the requests for the others were neither answered nor rejected.",
                        messages.sessions().stream()
                                .findFirst()
                                .map(session -> TracedMessages.present(request(session), price(session)))
                                .orElse(List.of()),
                        NAMES + COUNT_MISSING))
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
        Optional<TracedMessage> reject =
                messages.first(session, passed -> !passed.sent() && TracedMessages.isReject(passed));
        if (reject.isPresent()) {
            return Optional.of(rejected(session, reject.get()));
        }
        if (price(session).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(logout.map(text -> leftAlone(session, text))
                .orElseGet(() -> venue.obstacle().orElseGet(() -> silent(session))));
    }

    /** Returns the Logout that a session received, unless the session sent one first, as at the end of a check. */
    private Optional<TracedMessage> unasked(String session) {
        return messages.first(session, passed -> TracedMessages.type(passed).equals(TracedMessages.LOGOUT))
                .filter(passed -> !passed.sent());
    }

    private static Obstacle loggedOut(Optional<TracedMessage> logon, TracedMessage logout) {
        return new Obstacle(
                "The Logon was answered with a Logout" + reason(logout),
                TracedMessages.present(logon, Optional.of(logout)),
                "Set CompIDs, FIX version, username and password in --session-template (docs/fix-clients.md), and"
                        + " configure as many sessions in the application as --sessions requests.");
    }

    private static Obstacle unanswered(String session, Optional<TracedMessage> logon) {
        return new Obstacle(
                "The Logon of " + session + " was not answered.",
                logon.stream().toList(),
                "Compare 8, 49 and 56 with the application's configuration, because most applications do not answer"
                        + " unknown sessions: set beginString, senderCompId and targetCompId in --session-template. Check"
                        + " that the port is a FIX port without TLS.");
    }

    private Obstacle rejected(String session, TracedMessage reject) {
        return new Obstacle(
                "A request of " + session + " was rejected" + reason(reject),
                TracedMessages.present(request(session), Optional.of(reject)),
                remedy(reject));
    }

    /** Returns advice for a rejected request, by the reason in its type of rejection. */
    private static String remedy(TracedMessage reject) {
        return switch (TracedMessages.type(reject)) {
            case "Y" -> remedy(reject.field(MD_REQ_REJ_REASON), "0", List.of("2", "3"));
            case "AG" -> remedy(reject.field(QUOTE_REQUEST_REJECT_REASON), "1", List.of("3", "6"));
            case "b" -> remedy(reject.field(QUOTE_REJECT_REASON), "1", List.of("3", "9"));
            default -> FORM;
        };
    }

    private static String remedy(String reason, String unknownSymbol, List<String> limits) {
        if (reason.isEmpty() || reason.equals(unknownSymbol)) {
            return "Set the application's names of the pairs with 'symbols' in --session-template, or select other"
                    + " pairs with --pairs." + COUNT_MISSING;
        }
        return limits.contains(reason)
                ? "Raise the application's limits or permissions for these sessions, or use fewer --sessions and"
                        + " --pairs. Set username and password in --session-template (docs/fix-clients.md)."
                : FORM;
    }

    private Obstacle leftAlone(String session, TracedMessage logout) {
        return new Obstacle(
                "The application logged " + session + " out after its Logon" + reason(logout),
                TracedMessages.present(request(session), Optional.of(logout)),
                "See the application's own log for more details. " + FORM);
    }

    private Obstacle silent(String session) {
        if (!listening.isEmpty() && messages.marketDataSent() == 0) {
            return new Obstacle(
                    NOT_READ + listening + ".",
                    List.of(),
                    PASS_FEED + " If it receives datagrams, use a udp:// address in --feed (docs/feed.md).");
        }
        if (request(session).isEmpty()) {
            return new Obstacle(
                    "No price (35=W, X, S or i) was sent to " + session + ".",
                    List.of(),
                    "Check that the application reads the market data. If it waits for a request, remove"
                            + " 'subscription: none' from --session-template (docs/fix-clients.md).");
        }
        boolean forQuotes =
                request(session).map(TracedMessages::type).orElse("").equals(QUOTE_REQUEST);
        String fault = forQuotes
                ? "The quote request of %s was neither answered (35=S) nor rejected (35=AG or b)."
                : "The subscription of %s was neither answered (35=W) nor rejected (35=Y).";
        return new Obstacle(
                fault.formatted(session),
                TracedMessages.present(request(session), venue.request()),
                (venue.request().isPresent()
                                ? "Check that the application requests the same pairs from its venue."
                                : "Check that the application reads the market data.")
                        + " Check that it supports this request ("
                        + (forQuotes ? "" : "263, 264, 265, ")
                        + "one pair or many per message). "
                        + FORM + " " + NAMES);
    }

    private Optional<TracedMessage> request(String session) {
        return messages.first(session, TracedMessages.REQUEST, true)
                .or(() -> messages.first(session, QUOTE_REQUEST, true));
    }

    private static String reason(TracedMessage message) {
        String text = TracedMessages.text(message);
        return text.isEmpty() ? ", without a reason (58)." : ": " + text;
    }
}
